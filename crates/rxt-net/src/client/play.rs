//! Plays one game over a connection.

use super::allocation::{Allocation, Outlook, Plan};
use super::error::{ClientError, ClientErrorKind, Stage, Suspicion};
use super::event::{Event, Reply, Source, Trouble};
use super::follow::{Follower, Told, unknown_cause};
use super::reader::{self, Input};
use super::record;
use super::reply::{Pending, decide, ready_move};
use super::thinker::{AgentFactory, Thinker, Thought};
use super::twin::Twin;
use crate::wire::Message;
use rxt_record::Record;
use rxt_record::record::Cause;
use rxt_rules::agent::{Budget, Choice};
use rxt_rules::{Cell, Map, Phase, Player, Position};
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
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
/// Messages that wait for this thread.
const INPUTS: usize = 256;
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
    let (sender, inputs) = sync_channel(INPUTS);
    let mut client = Client {
        stream,
        inputs,
        thinker: Thinker::new(agents, sender.clone()),
        settings,
        interrupt,
        observe,
        allocation: Allocation::default(),
        credit: None,
        game: None,
        player: None,
        stage: Stage::Map,
        pending: None,
        replies: Vec::new(),
        troubles: Vec::new(),
    };
    let ended = client.begin(sender).and_then(|()| client.run());
    let _ = client.stream.shutdown(Shutdown::Both);
    client.outcome(ended.err())
}

struct Client<'a> {
    stream: TcpStream,
    inputs: Receiver<Input>,
    thinker: Thinker<'a>,
    settings: &'a Settings,
    interrupt: &'a AtomicBool,
    observe: &'a mut dyn FnMut(&Event<'_>),
    allocation: Allocation,
    credit: Option<Duration>,
    game: Option<Game>,
    player: Option<Player>,
    stage: Stage,
    pending: Option<Pending>,
    replies: Vec<Reply>,
    troubles: Vec<Trouble>,
}

/// The game twice: by the fast rules, and by the slow ones a step behind.
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
    fn begin(&mut self, sender: SyncSender<Input>) -> Result<(), ClientErrorKind> {
        self.stream.set_nodelay(true)?;
        self.stream.set_write_timeout(Some(WRITE_LIMIT))?;
        self.stream.write_all(&Message::Hello { group: self.settings.group }.to_bytes())?;
        reader::spawn(self.stream.try_clone()?, sender)?;
        Ok(())
    }

    fn run(&mut self) -> Result<(), ClientErrorKind> {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(ClientErrorKind::Interrupted);
            }
            let step = match self.next_input() {
                Some(Input::Heard(at, message)) => self.hear(at, message)?,
                Some(Input::Thought(thought)) => self.thought(thought)?,
                Some(Input::Nonsense(error)) => return Err(error.into()),
                Some(Input::Ended(None)) => return Err(ClientErrorKind::Closed),
                Some(Input::Ended(Some(error))) => return Err(error.into()),
                None => Step::Continue,
            };
            if matches!(step, Step::End) {
                return Ok(());
            }
            self.keep_deadlines()?;
        }
    }

    /// Waits for the next input, but not beyond the next deadline, and uses the time: the validator catches up, or how
    /// late we wake up is measured.
    fn next_input(&mut self) -> Option<Input> {
        let is_behind = self.game.as_ref().is_some_and(|game| game.twin.is_behind());
        if is_behind {
            let far = self.game.as_ref().is_some_and(|game| game.twin.is_far_behind());
            let input = if far { None } else { self.inputs.try_recv().ok() };
            if input.is_none() {
                self.catch_up();
            }
            return input;
        }
        let start = Instant::now();
        let wait =
            self.pending.as_ref().map_or(TICK, |pending| pending.deadline().saturating_duration_since(start).min(TICK));
        match self.inputs.recv_timeout(wait) {
            Ok(input) => Some(input),
            Err(RecvTimeoutError::Timeout) => {
                self.allocation.margin_mut().woke(start.elapsed().saturating_sub(wait));
                None
            }
            Err(RecvTimeoutError::Disconnected) => Some(Input::Ended(None)),
        }
    }

    /// The validator takes one step.
    fn catch_up(&mut self) {
        let Some(game) = &mut self.game else { return };
        match game.twin.step() {
            Ok(Some(cost)) => self.allocation.margin_mut().checked(cost),
            Ok(None) => {}
            Err(trouble) => self.trouble(trouble),
        }
    }

    /// Stops thinking and answers when it is time.
    fn keep_deadlines(&mut self) -> Result<(), ClientErrorKind> {
        while let Some(pending) = &mut self.pending
            && Instant::now() >= pending.deadline()
        {
            if pending.stopped {
                let (choice, source) = pending.best_known();
                self.answer(choice, source)?;
            } else {
                pending.stopped = true;
                self.thinker.stop();
            }
        }
        Ok(())
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
            }
            (Message::Disqualified(out), Some(_), Some(player)) => {
                if out == player {
                    return Err(self.own_disqualification(player));
                }
                self.tell(Told::Disqualified(out, unknown_cause()))?;
                if self.position().phase() == Phase::Over {
                    self.pending = None; // Nobody waits for our answer any more.
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

    fn take_map(&mut self, bytes: &[u8]) -> Result<(), ClientErrorKind> {
        let (map, _) = Map::parse(bytes).map_err(ClientErrorKind::Map)?;
        let map = Arc::new(map);
        let twin = Twin::new(map.file().clone());
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
        self.tell(Told::Asked(player))?;
        self.stage = Stage::Thinking;
        let Some(game) = &self.game else { return Ok(()) };
        let position = game.follower.position();
        let moves = position.legal_moves();
        let Some(ready) = ready_move(position, &moves) else { return Ok(()) };
        let account = (time_ms > 0).then(|| Duration::from_millis(time_ms.into()));
        let obeyed = (depth > 0 && (account.is_none() || self.settings.obey_depth)).then_some(u32::from(depth));
        let plan = match account {
            Some(account) => {
                self.credit.get_or_insert(account);
                self.allocation.plan(account, outlook(position, player))
            }
            None => unlimited(obeyed.is_some()),
        };
        let margin = account.map_or(UNLIMITED_GRACE, |account| self.allocation.margin(account));
        if let Some(since) = self.thinker.give_up_if_stuck() {
            self.trouble(Trouble::Stuck(since));
        }
        let position = self.position().clone();
        let time = (at + plan.think).saturating_duration_since(Instant::now());
        let budget = Budget { time: Some(time), depth: obeyed, nodes: None };
        let forced = moves.len() == 1;
        let signal = if forced { Arc::default() } else { self.thinker.start(self.number(), position, budget) };
        let (arrived, moves) = (at, moves.len());
        self.pending = Some(Pending { arrived, account, plan, moves, ready, signal, stopped: false, margin });
        if forced {
            self.answer(None, Source::Forced)?;
        } else if !self.thinker.is_busy() {
            self.answer(None, Source::Ready)?;
        }
        Ok(())
    }

    fn thought(&mut self, thought: Thought) -> Result<Step, ClientErrorKind> {
        self.thinker.done(&thought);
        let is_due = self.pending.is_some() && thought.job == self.number();
        match thought.choice {
            Ok(choice) if is_due => self.answer(Some(choice), Source::Agent)?,
            Ok(_) => {}
            Err(message) => {
                let position = Box::new(self.position().clone());
                if is_due && let Some(pending) = &self.pending {
                    let (choice, source) = pending.best_known();
                    self.answer(choice, source)?;
                }
                self.trouble(Trouble::Panicked { message, position });
            }
        }
        Ok(Step::Continue)
    }

    /// Sends the move, checked if there is time.
    fn answer(&mut self, choice: Option<Choice>, source: Source) -> Result<(), ClientErrorKind> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        self.thinker.stop();
        while self.game.as_ref().is_some_and(|game| game.twin.is_behind()) && Instant::now() < pending.last_check() {
            self.catch_up();
        }
        let Some(game) = &self.game else { return Ok(()) };
        let decision = decide(game.follower.position(), pending.ready, choice, source, &game.twin);
        self.stream.write_all(&Message::Answer(decision.answer).to_bytes())?;
        let used = pending.arrived.elapsed();
        self.stage = Stage::Answered(decision.answer);
        self.allocation.replied(used);
        let reply = Reply {
            number: self.number(),
            answer: decision.answer,
            choice: decision.choice,
            source: decision.source,
            moves: pending.moves,
            account: pending.account,
            used,
            margin: pending.margin,
            checked: decision.checked,
        };
        (self.observe)(&Event::Replied(&reply));
        self.replies.push(reply);
        decision.trouble.into_iter().for_each(|trouble| self.trouble(trouble));
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

    /// The number of the answer that comes next.
    fn number(&self) -> u32 {
        self.replies.len() as u32
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
    Plan { think, send: think + UNLIMITED_GRACE }
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
