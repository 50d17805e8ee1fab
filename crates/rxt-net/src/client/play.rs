//! Plays one game over a connection.

use super::allocation::{Allocation, Outlook, Plan};
use super::error::{ClientError, ClientErrorKind, Stage, Suspicion};
use super::event::{Event, Reply, Source, Trouble};
use super::follow::{Follower, Told, unknown_cause};
use super::link::{Link, Waited};
use super::record;
use super::reply::{Pending, Sent, ready_move};
use super::thinker::{AgentFactory, Thinker};
use super::twin::Twin;
use super::watchdog::Watchdog;
use crate::wire::Message;
use rxt_record::Record;
use rxt_record::record::Cause;
use rxt_rules::agent::Signal;
use rxt_rules::{Cell, Map, Phase, Player, Position};
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a client wants besides playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Group number.
    pub group: u8,
    /// What the player is called in the record.
    pub name: String,
    /// Whether the depth of a request counts in a game with a time limit too.
    pub obey_depth: bool,
}

/// How a game went, to its end or not.
#[derive(Debug)]
pub struct Outcome {
    /// Our number, once it is known.
    pub player: Option<Player>,
    /// The last position, once there is one.
    pub position: Option<Position>,
    /// All our answers.
    pub replies: Vec<Reply>,
    /// What must not happen and did.
    pub troubles: Vec<Trouble>,
    /// The game as far as it was seen.
    pub record: Option<Record>,
    /// Why it was not played to its end; `None` if it was.
    pub error: Option<ClientError>,
}

/// Thinking time where neither time nor depth is limited.
pub const DEFAULT_THINK: Duration = Duration::from_secs(2);
/// The longest a search to a given depth takes where the time is not limited.
pub const DEPTH_LIMIT: Duration = Duration::from_mins(5);
/// How long an agent may take to come back where the time is not limited.
const UNLIMITED_GRACE: Duration = Duration::from_secs(1);
/// How often this thread wakes up to see how late it does, and whether it is to end.
const TICK: Duration = Duration::from_millis(5);
/// How long a write of a few bytes may block.
const WRITE_LIMIT: Duration = Duration::from_secs(10);

/// Plays a game. Ends when the game is over, when there is nothing left to play, or soon after `interrupt` is set.
pub fn play(
    stream: TcpStream,
    agents: AgentFactory<'_>,
    settings: &Settings,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Event<'_>),
) -> Outcome {
    let stream = Arc::new(stream);
    let mut client = Client {
        link: Link::new(Arc::clone(&stream)),
        stream,
        thinker: Thinker::new(agents),
        watchdog: Watchdog::start(),
        settings,
        interrupt,
        observe,
        allocation: Allocation::default(),
        credit: None,
        game: None,
        player: None,
        stage: Stage::Map,
        pending: None,
        asked: 0,
        replies: Vec::new(),
        troubles: Vec::new(),
    };
    let ended = client.begin().and_then(|()| client.run());
    let _ = client.stream.shutdown(Shutdown::Both);
    client.outcome(ended.err())
}

struct Client<'a> {
    link: Link,
    stream: Arc<TcpStream>,
    thinker: Thinker<'a>,
    watchdog: Watchdog,
    settings: &'a Settings,
    interrupt: &'a AtomicBool,
    observe: &'a mut dyn FnMut(&Event<'_>),
    allocation: Allocation,
    credit: Option<Duration>,
    game: Option<Game>,
    player: Option<Player>,
    stage: Stage,
    pending: Option<Arc<Pending>>,
    /// How many requests there were.
    asked: u32,
    replies: Vec<Reply>,
    troubles: Vec<Trouble>,
}

/// The game twice: by the fast rules, and by the slow ones in another thread.
struct Game {
    follower: Follower,
    twin: Twin,
}

/// Whether there is more to come.
enum Step {
    Continue,
    End,
}

impl Client<'_> {
    fn begin(&mut self) -> Result<(), ClientErrorKind> {
        self.stream.set_nodelay(true)?;
        self.stream.set_write_timeout(Some(WRITE_LIMIT))?;
        (&*self.stream).write_all(&Message::Hello { group: self.settings.group }.to_bytes())?;
        Ok(())
    }

    fn run(&mut self) -> Result<(), ClientErrorKind> {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(ClientErrorKind::Interrupted);
            }
            if self.wait()? {
                let read = self.link.read();
                // What was sent comes before what the server says to it.
                self.collect();
                read?;
                while let Some((at, message)) = self.link.next_message()? {
                    self.allocation.margin_mut().woke(at.elapsed());
                    if let Step::End = self.hear(at, message)? {
                        return Ok(());
                    }
                }
            }
            self.keep_deadlines();
            self.collect();
        }
    }

    /// Waits until there is something to read, but not beyond the next deadline, and sees how late it wakes up.
    fn wait(&mut self) -> Result<bool, ClientErrorKind> {
        let left = |pending: &Arc<Pending>| pending.deadline().saturating_duration_since(Instant::now()).min(TICK);
        let time = self.pending.as_ref().map_or(TICK, left);
        match self.link.wait(time)? {
            Waited::Ready => Ok(true),
            Waited::Late(late) => {
                self.allocation.margin_mut().woke(late);
                Ok(false)
            }
        }
    }

    /// Stops thinking and answers when it is time.
    fn keep_deadlines(&mut self) {
        let Some(pending) = self.pending.clone() else { return };
        while !pending.is_sent() && Instant::now() >= pending.deadline() {
            if pending.signal.stopped() {
                pending.send_best_known();
            } else {
                pending.signal.stop();
                self.thinker.stop();
            }
        }
    }

    /// Takes note of what other threads did.
    fn collect(&mut self) {
        if let Some(sent) = self.pending.as_ref().and_then(|pending| pending.take_sent()) {
            let pending = self.pending.take();
            self.sent(sent, pending.as_deref());
        }
        if let Some((message, pending)) = self.thinker.collect() {
            self.trouble(Trouble::Panicked { message, position: Box::new(pending.position.clone()) });
        }
        while let Some(trouble) = self.game.as_ref().and_then(|game| game.twin.trouble()) {
            self.trouble(trouble);
        }
    }

    fn sent(&mut self, Sent { reply, trouble }: Sent, pending: Option<&Pending>) {
        self.thinker.stop();
        self.stage = Stage::Answered(reply.answer);
        self.allocation.replied(reply.used);
        if let Some(pending) = pending {
            self.allocation.margin_mut().overran(reply.used.saturating_sub(pending.plan.think));
        }
        (self.observe)(&Event::Replied(&reply));
        self.replies.push(reply);
        if let Some(trouble) = trouble {
            self.trouble(trouble);
        }
    }

    fn hear(&mut self, at: Instant, message: Message) -> Result<Step, ClientErrorKind> {
        match (message, &mut self.game, self.player) {
            (Message::Map(bytes), None, _) => self.take_map(&bytes)?,
            (Message::You(player), Some(_), None) => self.take_number(player)?,
            (Message::Request { time_ms, depth }, Some(_), Some(player)) if self.pending.is_none() => {
                self.request(at, player, time_ms, depth)?;
            }
            (Message::Moved(mover, answer), Some(_), Some(player)) => {
                self.tell(Told::Moved(mover, answer))?;
                if mover == player {
                    self.stage = Stage::Waiting;
                }
                let game = self.game.as_ref().expect("it was there before");
                (self.observe)(&Event::Moved(mover, answer, game.follower.position()));
                self.ponder(player);
            }
            (Message::Disqualified(out), Some(_), Some(player)) => {
                if out == player {
                    return Err(self.own_disqualification(player));
                }
                self.tell(Told::Disqualified(out, unknown_cause()))?;
                if self.position().phase() == Phase::Over {
                    // Nobody waits for our answer any more.
                    if let Some(pending) = self.pending.take() {
                        pending.claimed.store(true, Ordering::Release);
                    }
                    self.thinker.stop();
                }
                (self.observe)(&Event::Disqualified(out));
            }
            (Message::EndBuilding, Some(_), Some(_)) => {
                self.tell(Told::EndBuilding)?;
                (self.observe)(&Event::EndBuilding);
            }
            (Message::EndGame, Some(game), Some(_)) => {
                if let Some(player) = game.follower.position().to_move() {
                    self.trouble(Trouble::EarlyEnd(player));
                }
                return Ok(Step::End);
            }
            (other, _, _) => return Err(ClientErrorKind::Undue(other.kind())),
        }
        Ok(Step::Continue)
    }

    /// Lets the agent think while others do, if it wants to.
    fn ponder(&mut self, player: Player) {
        self.thinker.stop_pondering();
        let position = self.position();
        if self.pending.is_none() && position.to_move().is_some_and(|next| next != player) {
            let position = position.clone();
            self.thinker.ponder(position);
        }
    }

    fn take_map(&mut self, bytes: &[u8]) -> Result<(), ClientErrorKind> {
        let (map, _) = Map::parse(bytes).map_err(ClientErrorKind::Map)?;
        let map = Arc::new(map);
        let twin = Twin::start(map.file().clone())?;
        self.game = Some(Game { follower: Follower::new(Position::new(Arc::clone(&map))), twin });
        self.stage = Stage::Number;
        self.thinker.prepare();
        (self.observe)(&Event::Map(&map));
        Ok(())
    }

    fn take_number(&mut self, player: Player) -> Result<(), ClientErrorKind> {
        let players = self.game.as_ref().map_or(0, |game| game.follower.position().players());
        if player.number() > players {
            return Err(ClientErrorKind::Number { player, players });
        }
        self.player = Some(player);
        self.stage = Stage::Waiting;
        (self.observe)(&Event::You(player));
        Ok(())
    }

    /// Tells both games.
    fn tell(&mut self, told: Told) -> Result<(), ClientErrorKind> {
        if let Some(game) = &mut self.game {
            game.follower.hear(&told)?;
            game.twin.hear(told);
        }
        Ok(())
    }

    /// Makes a legal move ready, then begins to think.
    fn request(&mut self, at: Instant, player: Player, time_ms: u32, depth: u8) -> Result<(), ClientErrorKind> {
        self.thinker.stop_pondering();
        self.collect();
        self.tell(Told::Asked(player))?;
        self.stage = Stage::Thinking;
        let number = self.asked;
        self.asked += 1;
        let Some(game) = &self.game else { return Ok(()) };
        let position = game.follower.position().clone();
        let opinion = game.twin.opinion();
        let moves = position.legal_moves();
        let Some(ready) = ready_move(&position, &moves) else { return Ok(()) };
        let account = (time_ms > 0).then(|| Duration::from_millis(time_ms.into()));
        let obeyed = (depth > 0 && (account.is_none() || self.settings.obey_depth)).then_some(u32::from(depth));
        let plan = match account {
            Some(account) => {
                self.credit.get_or_insert(account);
                self.allocation.plan(account, outlook(&position, player))
            }
            None => unlimited(obeyed.is_some()),
        };
        let pending = Arc::new(Pending {
            number,
            arrived: at,
            account,
            plan,
            margin: account.map_or(UNLIMITED_GRACE, |account| self.allocation.margin(account)),
            moves: moves.len(),
            ready,
            position,
            signal: Signal::with_soft(plan.soft),
            opinion,
            stream: Arc::clone(&self.stream),
            claimed: AtomicBool::new(false),
            sent: Mutex::new(None),
        });
        self.pending = Some(Arc::clone(&pending));
        if let Some(since) = self.thinker.give_up_if_stuck() {
            self.trouble(Trouble::Stuck(since));
        }
        if pending.moves == 1 {
            pending.send(None, Source::Forced);
            return Ok(());
        }
        self.watchdog.watch(&pending);
        if !self.thinker.start(&pending, obeyed) {
            pending.send(None, Source::Ready);
        }
        Ok(())
    }

    /// What we know about why.
    fn own_disqualification(&mut self, player: Player) -> ClientErrorKind {
        let suspicion = match (self.stage, &self.pending, self.replies.last()) {
            (Stage::Thinking, Some(pending), _) => {
                let used = pending.arrived.elapsed();
                match pending.account {
                    Some(account) if used < account => Suspicion::Early { used, account },
                    Some(account) => Suspicion::TooLate(account),
                    None => Suspicion::OutOfTurn,
                }
            }
            (Stage::Answered(answer), _, Some(reply)) => match reply.account {
                Some(account) if reply.used + reply.margin >= account => {
                    Suspicion::Close { answer, used: reply.used, account }
                }
                _ => Suspicion::Refused { answer },
            },
            _ => Suspicion::OutOfTurn,
        };
        let cause = match suspicion {
            Suspicion::TooLate(_) | Suspicion::Close { .. } => Cause::Timeout,
            Suspicion::Refused { answer } => Cause::Illegal(answer),
            Suspicion::OutOfTurn | Suspicion::Early { .. } => unknown_cause(),
        };
        match self.tell(Told::Disqualified(player, cause)) {
            Ok(()) => ClientErrorKind::Disqualified { player, suspicion },
            Err(error) => error,
        }
    }

    fn trouble(&mut self, trouble: Trouble) {
        (self.observe)(&Event::Trouble(&trouble));
        self.troubles.push(trouble);
    }

    fn position(&self) -> &Position {
        self.game.as_ref().map(|game| game.follower.position()).expect("nobody asks before there is a map")
    }

    fn outcome(self, error: Option<ClientErrorKind>) -> Outcome {
        let Client { game, player, replies, troubles, stage, settings, credit, .. } = self;
        let record = game.as_ref().map(|game| record::record(&game.follower, player, &settings.name, credit, &replies));
        let position = game.map(|game| game.follower.position().clone());
        let error = error.map(|kind| ClientError { stage, kind });
        Outcome { player, position, replies, troubles, record, error }
    }
}

/// The plan of a request without a time limit.
fn unlimited(has_depth: bool) -> Plan {
    let think = if has_depth { DEPTH_LIMIT } else { DEFAULT_THINK };
    Plan { soft: think, think, send: think + UNLIMITED_GRACE }
}

/// How many moves we may still have to make: the free tiles are shared, override stones and bombs are our own.
fn outlook(position: &Position, player: Player) -> Outlook {
    let bombs = u32::from(position.bombs(player));
    let moves = match position.phase() {
        Phase::Build => {
            let free: u32 = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS]
                .iter()
                .map(|&cell| position.count(cell))
                .sum();
            let active = position.players() - position.disqualified().len();
            free / u32::from(active.max(1)) + u32::from(position.overrides(player)) + bombs
        }
        Phase::Bomb | Phase::Over => bombs,
    };
    Outlook { moves: moves.max(1) }
}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> Self {
        Self { stage: Stage::Map, kind: error.into() }
    }
}
