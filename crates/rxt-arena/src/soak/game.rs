//! Plays one game: a server, our clients, and bots in the other seats.

use super::plan::GamePlan;
use rxt_engine::Spec;
use rxt_net::bot;
use rxt_net::client::{self, Address, ClientError, ClientErrorKind, Outcome, Suspicion};
use rxt_net::server::{self, Notice, Stop};
use rxt_rules::Player;
use rxt_rules::referee::{Command, Event, Referee};
use rxt_rules::rng::Rng;
use serde::{Deserialize, Serialize};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, watch};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameLine {
    /// The game's number.
    pub number: u64,
    /// The seed of the soak.
    pub seed: u64,
    /// Who thinks in our seats.
    pub engine: String,
    /// The map.
    pub map: String,
    /// Number of players.
    pub players: u8,
    /// How many seats are ours.
    pub seats: u8,
    /// Time credited per request, in milliseconds.
    pub time_ms: u64,
    /// Whether busy threads ran beside it.
    pub loaded: bool,
    /// Our answers, as the server's clock saw them.
    pub answers: Vec<Answered>,
    /// Our seats that were disqualified.
    pub disqualified: Vec<Disqualified>,
    /// Whatever else must not happen.
    pub troubles: Vec<String>,
    /// Our answers that were sent before the validator had caught up.
    pub unchecked: usize,
    /// How long the game took.
    pub seconds: f64,
    /// Memory of the process at the end of the game, in KiB; 0 if unknown.
    #[serde(default)]
    pub resident_kib: u64,
}

/// One answer of ours, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answered(
    /// What the account held.
    pub u64,
    /// What was charged.
    pub u64,
    /// How many legal moves there were.
    pub usize,
);

/// A seat of ours that was disqualified.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Disqualified {
    /// Who.
    pub player: u8,
    /// Why, as the server says.
    pub reason: String,
    /// Why, as the client says.
    pub client: String,
    /// Whether the request was under way for most of the time: by the kernel's own stamps it reached the client long after
    /// the server had handed it over, so nobody could have answered in time on this machine.
    #[serde(default)]
    pub host: bool,
}

/// Group numbers, by which the server tells ours from bots.
const OURS: u8 = 1;
const BOTS: u8 = 99;
/// Notices that may wait.
const NOTICES: usize = 1024;
/// How much longer than expected a game may take before it is given up.
const GRACE: Duration = Duration::from_mins(2);
/// How often the game is looked after.
const LOOK: Duration = Duration::from_millis(50);

/// Plays a game to its end; `None` if it was interrupted.
pub(super) fn play(plan: &GamePlan, seed: u64, spec: &Spec, interrupt: &AtomicBool) -> io::Result<Option<GameLine>> {
    let start = Instant::now();
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let (notices, received) = mpsc::channel(NOTICES);
    let (stop, stopped) = watch::channel(Stop::Not);
    runtime.spawn(server::serve(listener, settings(plan), notices, stopped));
    let (referee, _) = Referee::start(Arc::clone(&plan.map));
    let watching = runtime.spawn(watch(received, Watched::new(referee)));
    for bot in plan.seats..plan.map.players() {
        let mut rng = Rng::derived(plan.seed, u64::from(bot));
        runtime.spawn(bot::play(address, BOTS, move |position| {
            let moves = position.legal_moves();
            *rng.pick(&moves).expect("who is asked has a move")
        }));
    }
    let give_up = AtomicBool::new(false);
    let outcomes: Vec<Option<Outcome>> = thread::scope(|scope| {
        let clients: Vec<_> = (0..plan.seats)
            .map(|seat| {
                let seed = plan.seed.wrapping_add(seat.into());
                let give_up = &give_up;
                scope.spawn(move || play_seat(address, spec, seed, give_up))
            })
            .collect();
        let limit = plan.estimate() * 2 + GRACE;
        while !clients.iter().all(thread::ScopedJoinHandle::is_finished) {
            if interrupt.load(Ordering::Relaxed) || start.elapsed() > limit {
                give_up.store(true, Ordering::Relaxed);
                let _ = stop.send(Stop::Abort);
            }
            thread::sleep(LOOK);
        }
        clients.into_iter().map(|client| client.join().ok().flatten()).collect()
    });
    let watched = runtime.block_on(async { tokio::time::timeout(GRACE, watching).await });
    runtime.shutdown_background();
    if interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(watched) = watched.ok().and_then(Result::ok) else {
        return Err(io::Error::other("the server did not end with the game"));
    };
    let mut line = watched.line(&outcomes);
    line.number = plan.number;
    line.seed = seed;
    line.engine = spec.to_string();
    line.map.clone_from(&plan.map_name);
    line.players = plan.map.players();
    line.seats = plan.seats;
    line.time_ms = plan.time.as_millis() as u64;
    line.loaded = plan.loaded;
    line.seconds = start.elapsed().as_secs_f64();
    line.resident_kib = resident_kib().unwrap_or_default();
    if give_up.load(Ordering::Relaxed) {
        line.troubles.push(format!("no end after {:.0} s", line.seconds));
    }
    Ok(Some(line))
}

/// The memory that this process has at present, as the kernel says.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse().ok()
}

fn settings(plan: &GamePlan) -> server::Settings {
    server::Settings {
        map: plan.map.clone(),
        map_bytes: plan.map.file().to_string().into_bytes().into(),
        time: Some(plan.time),
        depth: 1,
        games: 1,
        concurrent: 1,
        limits: server::Limits::default(),
        like_course: false,
    }
}

/// Plays one of our seats; `None` if there was no connection.
fn play_seat(address: SocketAddr, spec: &Spec, seed: u64, give_up: &AtomicBool) -> Option<Outcome> {
    let address = Address { host: address.ip().to_string(), port: Some(address.port()) };
    let stream = client::connect(&address, Duration::from_secs(10)).ok()?;
    let settings = client::Settings { group: OURS, name: spec.to_string(), obey_depth: false };
    Some(client::play(stream, Box::new(|| spec.agent(seed)), &settings, give_up, &mut |_| {}))
}

/// What the server told of a game.
struct Watched {
    /// Judges again what the server's referee judged.
    referee: Referee,
    ours: Vec<Player>,
    /// Account and charge of each answer of ours.
    answers: Vec<(Player, u64, u64)>,
    disqualified: Vec<(Player, String)>,
    troubles: Vec<String>,
    complete: bool,
}

async fn watch(mut notices: mpsc::Receiver<Notice>, mut watched: Watched) -> Watched {
    let mut open = None;
    while let Some(notice) = notices.recv().await {
        match notice {
            Notice::Started { guests, .. } => {
                let seats = Player::all(guests.len() as u8).zip(&guests);
                watched.ours = seats.filter(|(_, guest)| guest.group == OURS).map(|(player, _)| player).collect();
            }
            Notice::Asked { player, account, .. } => open = account.map(|account| (player, account)),
            Notice::Judged(judged) => watched.judged(&judged, open.take()),
            Notice::Ended { complete, .. } => watched.complete = complete,
            Notice::Arrived { .. } | Notice::TurnedAway(..) => {}
        }
    }
    watched
}

impl Watched {
    fn new(referee: Referee) -> Self {
        let (ours, answers, disqualified, troubles) = Default::default();
        Self { referee, ours, answers, disqualified, troubles, complete: false }
    }

    fn judged(&mut self, judged: &server::Judged, open: Option<(Player, Duration)>) {
        let (Event::Answered(player, _) | Event::Failed(player, _)) = judged.event;
        let used = judged.used.unwrap_or_default();
        let is_ours = self.ours.contains(&player);
        if is_ours && let Some((asked, account)) = open.filter(|(asked, _)| *asked == player) {
            self.answers.push((asked, account.as_micros() as u64, used.as_micros() as u64));
        }
        for command in self.referee.on(judged.event) {
            let Command::Disqualify(player, reason) = command else { continue };
            let why = format!("{reason} after {} ms, {}", used.as_millis(), judged.trouble.as_deref().unwrap_or("-"));
            if self.ours.contains(&player) {
                self.disqualified.push((player, why));
            } else {
                self.troubles.push(format!("bot {player}: {why}"));
            }
        }
    }

    fn line(self, outcomes: &[Option<Outcome>]) -> GameLine {
        let mut line = GameLine { troubles: self.troubles, ..GameLine::default() };
        if !self.complete {
            line.troubles.push("the server did not finish the game".to_owned());
        }
        let outcome = |player| outcomes.iter().flatten().find(|outcome| outcome.player == Some(player));
        for &player in &self.ours {
            let replies = outcome(player).map_or(&[][..], |outcome| &outcome.replies);
            let answers = self.answers.iter().filter(|(who, ..)| *who == player);
            let moves = |nth: usize| replies.get(nth).map_or(0, |reply| reply.moves);
            line.answers
                .extend(answers.enumerate().map(|(nth, &(_, account, used))| Answered(account, used, moves(nth))));
            line.unchecked += replies.iter().filter(|reply| !reply.checked).count();
        }
        for (player, reason) in self.disqualified {
            let error = outcome(player).and_then(|outcome| outcome.error.as_ref());
            let client = error.map_or_else(|| "nothing".to_owned(), ToString::to_string);
            let host = error.is_some_and(came_late);
            line.disqualified.push(Disqualified { player: player.number(), reason, client, host });
        }
        for outcome in outcomes {
            let Some(outcome) = outcome else {
                line.troubles.push("a client could not connect".to_owned());
                continue;
            };
            line.troubles.extend(outcome.troubles.iter().map(ToString::to_string));
            let known =
                outcome.player.is_some_and(|player| line.disqualified.iter().any(|out| out.player == player.number()));
            line.troubles.extend(outcome.error.as_ref().filter(|_| !known).map(ToString::to_string));
        }
        line
    }
}

/// Whether the server gave up on a client that had the request for less than half of its time.
fn came_late(error: &ClientError) -> bool {
    let ClientErrorKind::Disqualified { suspicion: Suspicion::Early { used, account }, .. } = &error.kind else {
        return false;
    };
    *used * 2 < *account
}
