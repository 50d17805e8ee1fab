//! One game from its first seat to its record.

use super::plan::{Plan, SeatPlan};
use super::seat::Seat;
use super::turn::Turn;
use super::{INBOX, Letter, Room};
use crate::frames;
use crate::guard::{Key, Visit};
use crate::live::{Info, LiveGame, SeatInfo, SeatKind, Status};
use crate::shared::Shared;
use rxt_net::server::Account;
use rxt_net::wire::Message;
use rxt_record::record::{Details, Entry, Recorder, Tag};
use rxt_rules::referee::{Command, Event, Reason, Referee};
use rxt_rules::{ByPlayer, Player, Position};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// How long a person without a clock may do nothing before the game is broken off.
const PATIENCE: Duration = Duration::from_hours(1);

/// The keys of a new game: whoever started it, and the seats of people.
pub(crate) struct Opened {
    pub(crate) live: Arc<LiveGame>,
    pub(crate) owner: Key,
    pub(crate) seats: Vec<Option<Key>>,
}

/// What the task of a game owns.
pub(super) struct Table {
    pub(super) shared: Arc<Shared>,
    pub(super) live: Arc<LiveGame>,
    pub(super) plan: Plan,
    pub(super) seats: Vec<Seat>,
    pub(super) inbox: mpsc::Receiver<Letter>,
    pub(super) referee: Referee,
    pub(super) recorder: Recorder,
    pub(super) accounts: ByPlayer<Account>,
    pub(super) patience: Duration,
    /// Given back at the end, if a visitor started the game.
    _visit: Option<Visit>,
}

/// Opens a game; it runs by itself from here on.
pub(crate) async fn open(shared: &Arc<Shared>, id: String, plan: Plan, visit: Option<Visit>) -> io::Result<Opened> {
    let wants_clients = plan.seats.iter().any(|seat| matches!(seat, SeatPlan::Client));
    let listener = if wants_clients { Some(TcpListener::bind((shared.address.ip(), 0)).await?) } else { None };
    let port = listener.as_ref().map(|listener| listener.local_addr().map(|address| address.port())).transpose()?;
    let owner = Key::new();
    let keys: Vec<Option<Key>> =
        plan.seats.iter().map(|seat| matches!(seat, SeatPlan::Person).then(Key::new)).collect();
    let (sender, inbox) = mpsc::channel(INBOX);
    let hashes = keys.iter().map(|key| key.as_ref().map(Key::hash)).collect();
    let room = Room { inbox: sender, keys: hashes, owner: owner.hash() };
    let start = Position::new(Arc::clone(&plan.map));
    let live = Arc::new(LiveGame::new(info(&id, &plan, port), start, Some(room)));
    shared.hall.open(Arc::clone(&live));
    let (referee, commands) = Referee::start(Arc::clone(&plan.map));
    let seats = Player::all(plan.map.players()).zip(&plan.seats).map(|(player, seat)| Seat::new(&plan, seat, player));
    let table = Table {
        shared: Arc::clone(shared),
        live: Arc::clone(&live),
        seats: seats.collect(),
        inbox,
        referee,
        recorder: Recorder::new(Arc::clone(&plan.map)),
        accounts: ByPlayer::all(Account::default()),
        patience: PATIENCE,
        plan,
        _visit: visit,
    };
    tokio::spawn(table.run(commands, listener));
    Ok(Opened { live, owner, seats: keys })
}

fn info(id: &str, plan: &Plan, port: Option<u16>) -> Info {
    let seat = |seat: &SeatPlan| match seat {
        SeatPlan::Person => SeatInfo { kind: SeatKind::Person, name: "a person".to_owned(), taken: false },
        SeatPlan::Client => SeatInfo { kind: SeatKind::Client, name: "a program".to_owned(), taken: false },
        SeatPlan::Engine(_, name) => SeatInfo { kind: SeatKind::Engine, name: name.clone(), taken: true },
    };
    Info {
        id: id.to_owned(),
        title: plan.map_name.clone(),
        map: plan.map_name.clone(),
        status: Status::Waiting,
        casual: plan.casual,
        clock_ms: plan.clock.map(|clock| clock.as_millis() as u64),
        seats: plan.seats.iter().map(seat).collect(),
        port,
        points: None,
        recorded: false,
    }
}

impl Table {
    async fn run(mut self, commands: Vec<Command>, listener: Option<TcpListener>) {
        let complete = self.gather(listener.as_ref()).await && {
            drop(listener);
            self.begin().await;
            self.play(commands).await
        };
        self.conclude(complete).await;
    }

    /// Sends the map to programs, and tells everybody that the game begins.
    async fn begin(&mut self) {
        for (seat, player) in self.seats.iter_mut().zip(Player::all(self.plan.map.players())) {
            if let Seat::Client(Some(link)) = seat {
                // A program that is gone is found out when it is asked.
                let _ = link.begin(&self.plan.map_bytes, player).await;
            }
        }
        self.live.update(|info| info.status = Status::Running);
    }

    /// Plays to the end; false if the game is broken off.
    async fn play(&mut self, mut commands: Vec<Command>) -> bool {
        let mut used = None;
        loop {
            let Some(player) = self.carry_out(&commands, used.take()).await else { return true };
            match self.turn(player).await {
                Turn::Done(event, details) => {
                    commands = self.judge(event);
                    used = Some(details);
                }
                Turn::Undo(entries) => commands = self.go_back(entries),
                Turn::End => return false,
            }
        }
    }

    fn judge(&mut self, event: Event) -> Vec<Command> {
        self.referee.on(event)
    }

    /// Does what the referee says. Returns who is asked then, `None` at the end.
    async fn carry_out(&mut self, commands: &[Command], details: Option<Details>) -> Option<Player> {
        let mut asked = None;
        let mut details = details.unwrap_or_default();
        for command in commands {
            let before = self.before();
            self.recorder.on(&self.referee, command, std::mem::take(&mut details));
            match *command {
                Command::Request(player) => asked = Some(player),
                Command::Announce(player, answer) => {
                    self.show(&before);
                    self.tell(&Message::Moved(player, answer)).await;
                }
                Command::Disqualify(player, _) => {
                    self.show(&before);
                    self.tell(&Message::Disqualified(player)).await;
                    if let Seat::Client(link) = &mut self.seats[player.index()] {
                        *link = None;
                    }
                }
                Command::EndBuilding => self.tell(&Message::EndBuilding).await,
                Command::EndGame => self.tell(&Message::EndGame).await,
            }
        }
        asked
    }

    /// The position that viewers see.
    fn before(&self) -> Position {
        self.live.position().0
    }

    /// Shows viewers the entry that was recorded last.
    fn show(&self, before: &Position) {
        let after = self.referee.position();
        let Some(frame) = self.recorder.record().entries.last().and_then(|entry| frames::after(before, after, entry))
        else {
            return;
        };
        let legal = self.live.info().legal_for_people(after);
        self.live.add(after, frame, self.clocks().as_deref(), legal.as_deref());
    }

    /// What is left of each player's time in milliseconds.
    pub(super) fn clocks(&self) -> Option<Vec<u64>> {
        self.plan.clock?;
        let players = Player::all(self.plan.map.players());
        Some(players.map(|player| self.accounts[player].left().as_millis() as u64).collect())
    }

    /// Tells all programs.
    async fn tell(&mut self, message: &Message) {
        for seat in &mut self.seats {
            if let Seat::Client(Some(link)) = seat {
                let _ = link.say(message).await;
            }
        }
    }

    /// Takes back everything behind the first `entries` entries.
    fn go_back(&mut self, entries: usize) -> Vec<Command> {
        let mut kept: Vec<Entry> = self.recorder.record().entries.clone();
        kept.truncate(entries);
        let (mut referee, mut commands) = Referee::start(Arc::clone(&self.plan.map));
        let mut shown = 0;
        let mut last = rxt_view::Frame::new(referee.position(), None, None);
        for entry in &kept {
            let before = referee.position().clone();
            match entry {
                Entry::Move(mv) => commands = referee.on(Event::Answered(mv.player, mv.answer)),
                Entry::Disqualified(player, _) => commands = referee.on(Event::Failed(*player, Reason::Gone)),
                Entry::PhaseTwo(_) => continue,
            }
            if let Some(frame) = frames::after(&before, referee.position(), entry) {
                last = frame;
                shown += 1;
            }
        }
        // What was announced then is on record; only who is asked matters now.
        commands.retain(|command| matches!(command, Command::Request(_)));
        self.referee = referee;
        self.recorder.record_mut().entries = kept;
        self.live.cut(self.referee.position(), last, shown);
        commands
    }

    /// Keeps the record of a game that was played to its end, and tells everybody that it is over.
    async fn conclude(self, complete: bool) {
        let Self { shared, live, mut recorder, plan, .. } = self;
        if !complete {
            live.update(|info| info.status = Status::Aborted);
            return;
        }
        let info = live.info();
        let record = recorder.record_mut();
        record.set_tag("event", plan.event);
        record.set_tag(Tag::MAP_NAME, &plan.map_name);
        if let Some(clock) = plan.clock {
            record.set_tag(Tag::TIME_LIMIT_MS, &clock.as_millis().to_string());
        }
        for (player, seat) in Player::all(plan.map.players()).zip(&info.seats) {
            record.set_tag(&Tag::player_key(player), &seat.name);
        }
        let record = recorder.finish();
        let points = record.result.clone();
        let id = live.id.clone();
        let kept = tokio::task::spawn_blocking(move || shared.library.keep(&id, &record).is_ok()).await;
        live.update(|info| {
            info.status = Status::Over;
            info.points = points;
            info.recorded = kept.unwrap_or(false);
        });
    }
}
