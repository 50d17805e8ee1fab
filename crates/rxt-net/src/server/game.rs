//! One game: the referee decides, the seats are told, the clock runs.

use super::account::Account;
use super::doors::Steward;
use super::farewell::Farewells;
use super::notice::{GameNumber, Guest, Judged, Notice};
use super::seat::Seat;
use super::settings::Settings;
use crate::wire::Message;
use bytes::Bytes;
use rxt_rules::referee::{Command, Event, Reason, Referee};
use rxt_rules::{ByPlayer, Player};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

/// Between an answer and the next request, where the course's server pauses.
const COURSE_PAUSE: Duration = Duration::from_millis(100);
/// Before the first request, likewise.
const COURSE_START: Duration = Duration::from_secs(1);

/// How urgently a server is asked to end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stop {
    /// Not at all.
    #[default]
    Not,
    /// No new games; those that run are played to their end.
    Finish,
    /// At once.
    Abort,
}

/// Plays one game with the clients at its seats. Returns whether it was played to its end, and the connections that
/// are being ended.
pub(super) async fn play(
    game: GameNumber,
    seats: Vec<Result<Seat, String>>,
    settings: Arc<Settings>,
    steward: Option<Arc<dyn Steward>>,
    notices: mpsc::Sender<Notice>,
    mut stop: watch::Receiver<Stop>,
) -> (bool, Farewells) {
    let (referee, commands) = Referee::start(Arc::clone(&settings.map));
    let mut failed = Vec::new();
    let mut taken = Vec::new();
    for (seat, player) in seats.into_iter().zip(Player::all(settings.map.players())) {
        taken.push(seat.map_err(|why| failed.push((player, io::Error::other(why)))).ok());
    }
    let mut table = Table {
        game,
        seats: taken,
        referee,
        accounts: ByPlayer::all(Account::default()),
        settings,
        steward,
        notices,
        failed,
        farewells: Farewells::default(),
    };
    let complete = tokio::select! {
        biased;
        _ = stop.wait_for(|stop| *stop == Stop::Abort) => false,
        () = table.run(commands) => true,
    };
    table.tell(Notice::Ended { game, complete }).await;
    if complete {
        table.seats.into_iter().flatten().for_each(|seat| table.farewells.part(seat));
    }
    (complete, table.farewells)
}

pub(super) struct Table {
    pub(super) game: GameNumber,
    /// The connections of players 1 to n; `None` of the disqualified.
    pub(super) seats: Vec<Option<Seat>>,
    pub(super) referee: Referee,
    pub(super) accounts: ByPlayer<Account>,
    pub(super) settings: Arc<Settings>,
    steward: Option<Arc<dyn Steward>>,
    notices: mpsc::Sender<Notice>,
    /// Players whose connection failed, not yet told to the referee.
    pub(super) failed: Vec<(Player, io::Error)>,
    pub(super) farewells: Farewells,
}

/// What a player is asked.
pub(super) struct Request {
    pub(super) player: Player,
    /// When its last byte was handed to the kernel.
    pub(super) sent: Option<Instant>,
}

impl Table {
    async fn run(&mut self, first: Vec<Command>) {
        self.open().await;
        let mut commands = VecDeque::from(first);
        while let Some(request) = self.carry_out(&mut commands).await {
            let asked = request.player;
            match self.hear(request).await {
                Ok(outcome) => {
                    if let Some(steward) = &self.steward {
                        steward.answered(asked);
                    }
                    let judged = self.judge(outcome);
                    commands.extend(self.referee.on(judged.event));
                    self.tell(Notice::Judged(judged)).await;
                }
                Err(overtaken) => commands.extend(overtaken),
            }
            if self.settings.like_course {
                sleep(COURSE_PAUSE).await;
            }
        }
    }

    async fn tell(&self, notice: Notice) {
        // Whoever listened may have left; the game goes on.
        let _ = self.notices.send(notice).await;
    }

    /// Sends the map and the numbers.
    async fn open(&mut self) {
        let mut map = vec![2];
        map.extend((self.settings.map_bytes.len() as u32).to_be_bytes());
        let header = Bytes::from(map);
        let mut guests = Vec::new();
        for (seat, player) in self.seats.iter_mut().zip(Player::all(self.settings.map.players())) {
            let Some(seat) = seat else {
                guests.push(Guest::ABSENT);
                continue;
            };
            guests.push(Guest { peer: seat.peer, group: seat.group });
            if self.settings.like_course {
                seat.write_like_course();
            }
            seat.queue_shared(header.clone());
            seat.queue_shared(self.settings.map_bytes.clone());
            seat.queue(&Message::You(player));
        }
        self.flush(None);
        self.tell(Notice::Started { game: self.game, guests }).await;
        if self.settings.like_course {
            sleep(COURSE_START).await;
        }
    }

    /// Does what the referee says, including what follows from connections that fail meanwhile. Returns the request
    /// that is then to be answered, `None` at the end of the game.
    async fn carry_out(&mut self, commands: &mut VecDeque<Command>) -> Option<Request> {
        let mut asked = None;
        loop {
            while let Some(command) = commands.pop_front() {
                match command {
                    Command::Announce(player, answer) => self.announce(player, answer),
                    Command::Disqualify(player, _) => self.disqualify(player),
                    Command::EndBuilding => self.queue_all(&Message::EndBuilding),
                    Command::EndGame => {
                        asked = None;
                        self.queue_all(&Message::EndGame);
                    }
                    Command::Request(player) => asked = Some(player),
                }
            }
            self.flush(asked);
            if self.failed.is_empty()
                && let Some(player) = asked
            {
                self.ask(player).await;
            }
            if self.failed.is_empty() {
                return asked.map(|player| Request { player, sent: self.sent(player) });
            }
            // Several who are gone are told in the order of their numbers, the one on turn among them.
            self.flush(None);
            self.failed.sort_by_key(|(player, _)| player.number());
            commands.extend(self.judge_failed().await);
        }
    }

    /// Tells the referee of the players whose connection failed.
    pub(super) async fn judge_failed(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        for (player, error) in std::mem::take(&mut self.failed) {
            let event = Event::Failed(player, Reason::Gone);
            let follow_up = self.referee.on(event);
            if follow_up.is_empty() {
                // The game is over, or he is out already.
                self.seats[player.index()] = None;
                continue;
            }
            let left = self.settings.time.map(|_| self.accounts[player].left());
            let trouble = Some(format!("what was sent could not be delivered: {error}"));
            let judged = Judged { game: self.game, event, used: None, left, trouble, received: Vec::new() };
            self.tell(Notice::Judged(judged)).await;
            commands.extend(follow_up);
        }
        commands
    }

    /// Credits the account and sends the request, last of all, so that the clock starts when it is out.
    async fn ask(&mut self, player: Player) {
        let account = &mut self.accounts[player];
        if let Some(limit) = self.settings.time {
            account.credit(limit);
        }
        let time_ms = if self.settings.time.is_some() { account.left_ms() } else { 0 };
        let account = self.settings.time.map(|_| account.left());
        self.tell(Notice::Asked { game: self.game, player, account }).await;
        if let Some(steward) = &self.steward {
            steward.asked(player);
        }
        let Some(seat) = &mut self.seats[player.index()] else { return };
        seat.queue(&Message::Request { time_ms, depth: self.settings.depth });
        if let Err(error) = seat.flush() {
            self.failed.push((player, error));
        }
    }

    /// Now, if all that a player was sent is out.
    pub(super) fn sent(&self, player: Player) -> Option<Instant> {
        let seat = self.seats[player.index()].as_ref()?;
        seat.stuck_since().is_none().then(Instant::now)
    }
}
