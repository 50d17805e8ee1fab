//! A game over the wire: a server with a door for each seat, programs with their wardens, engines and leavers beside them.

use super::watch::Watched;
use crate::sandbox::{Ended, Farewell, Launcher, Printed, Running, owns_connection};
use crate::tournament::config::{CpuPolicy, ProgramLimits};
use crate::tournament::setup::Program;
use rxt_engine::Spec;
use rxt_net::server::{self, Door, Notice, Steward, Stop, serve_seats};
use rxt_net::{bot, client};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, mpsc, oneshot, watch};

/// Notices that may wait.
const NOTICES: usize = 1024;
/// How often programs are looked after.
const LOOK: Duration = Duration::from_millis(10);
/// How long notices are still heard after the game.
const LAST_LOOK: Duration = Duration::from_millis(30);
/// How long a program may take to end after the game.
const PARTING: Duration = Duration::from_millis(500);
/// How long an engine's own client may take to connect.
const CONNECT: Duration = Duration::from_secs(10);

/// Who sits in a seat.
#[derive(Clone, Debug)]
pub(crate) enum Chair {
    /// An engine, through the same client that `rxt client` is.
    Engine { spec: Box<Spec>, seed: u64, budget: Budget },
    /// A program.
    Program(Program, ProgramLimits),
    /// A bot that moves at random, and leaves after so many moves.
    Leaver { after: u32, seed: u64 },
}

/// What came of a game.
pub(crate) struct Played {
    pub(crate) watched: Watched,
    /// How the program of each seat ended.
    pub(crate) ends: Vec<Option<Ended>>,
    /// What the program of each seat printed.
    pub(crate) outputs: Vec<Option<Printed>>,
}

/// Plays a game.
pub(crate) fn play_seats(
    settings: server::Settings,
    chairs: &[Chair],
    policy: CpuPolicy,
    launcher: &Launcher,
    moves: &AtomicU64,
) -> Result<Played, String> {
    let failed = |error: std::io::Error| error.to_string();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(failed)?;
    let bind = || runtime.block_on(TcpListener::bind("127.0.0.1:0"));
    let listeners = chairs.iter().map(|_| bind()).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let addresses = listeners.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let guests = Arc::new(Guests::seat(chairs, &addresses, policy, launcher)?);
    let (absent, doors): (Vec<_>, Vec<_>) = listeners
        .into_iter()
        .map(|listener| {
            let (absent, receiver) = oneshot::channel();
            (Some(absent), Door { listener, absent: receiver })
        })
        .unzip();
    let give_up = AtomicBool::new(false);
    let watched = thread::scope(|scope| {
        for (chair, &address) in chairs.iter().zip(&addresses) {
            match chair {
                Chair::Engine { spec, seed, budget } => {
                    let give_up = &give_up;
                    scope.spawn(move || play_engine(address, spec, *seed, *budget, give_up));
                }
                Chair::Leaver { after, seed } => _ = runtime.spawn(leave(address, *after, *seed)),
                Chair::Program(..) => {}
            }
        }
        let watched = runtime.block_on(follow(settings, doors, absent, &guests, moves));
        give_up.store(true, Ordering::Relaxed);
        watched
    });
    let (ends, outputs) = guests.finish();
    runtime.shutdown_background();
    Ok(Played { watched, ends, outputs })
}

/// Serves the game and takes note of all that happens.
async fn follow(
    settings: server::Settings,
    doors: Vec<Door>,
    mut absent: Vec<Option<oneshot::Sender<String>>>,
    guests: &Arc<Guests>,
    moves: &AtomicU64,
) -> Watched {
    let (sender, mut notices) = mpsc::channel(NOTICES);
    let (stop, stopped) = watch::channel(Stop::Not);
    let steward: Arc<dyn Steward> = Arc::clone(guests) as Arc<dyn Steward>;
    let mut watched = Watched::new(Arc::clone(&settings.map));
    tokio::spawn(serve_seats(doors, settings, steward, sender, stopped));
    let mut tick = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            notice = notices.recv() => match notice {
                Some(notice) => {
                    watched.on(&notice);
                    moves.store(watched.times.len() as u64, Ordering::Relaxed);
                    // The last words of the server are on their way; nobody has to wait for them here.
                    if matches!(notice, Notice::Ended { .. }) {
                        break;
                    }
                }
                None => break,
            },
            _ = tick.tick() => guests.report_absent(&mut absent),
        }
    }
    // Whoever came uninvited just before the end is written down too.
    while let Ok(Some(notice)) = tokio::time::timeout(LAST_LOOK, notices.recv()).await {
        watched.on(&notice);
    }
    drop(stop);
    watched
}

/// The programs, by seat.
struct Guests {
    programs: Vec<Option<Mutex<Option<Running>>>>,
    policy: CpuPolicy,
}

impl std::fmt::Debug for Guests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guests").field("seats", &self.programs.len()).finish_non_exhaustive()
    }
}

impl Guests {
    /// Starts all programs.
    fn seat(chairs: &[Chair], at: &[SocketAddr], policy: CpuPolicy, launcher: &Launcher) -> Result<Self, String> {
        let mut programs = Vec::new();
        for (chair, at) in chairs.iter().zip(at) {
            programs.push(match chair {
                Chair::Program(program, limits) => {
                    let started = launcher.start(program, at.port(), limits);
                    let started = started.map_err(|error| format!("`{}`: {error}", program.command))?;
                    Some(Mutex::new(Some(started)))
                }
                _ => None,
            });
        }
        Ok(Self { programs, policy })
    }

    /// Does something with the program of a seat, if there is one.
    fn with<T>(&self, seat: usize, act: impl FnOnce(&mut Running) -> T) -> Option<T> {
        let mut program = self.programs[seat].as_ref()?.lock().expect("nobody panics while holding a program");
        program.as_mut().map(act)
    }

    /// Tells the server of programs that ended before they came.
    fn report_absent(&self, absent: &mut [Option<oneshot::Sender<String>>]) {
        for (seat, absent) in absent.iter_mut().enumerate() {
            let Some(Some(ended)) = self.with(seat, Running::ended) else { continue };
            if let Some(absent) = absent.take() {
                // It may have come and gone; then nobody listens.
                let _ = absent.send(format!("ended before it connected: {}", how_it_ended(&ended)));
            }
        }
    }

    fn if_stopped(&self, player: Player, act: impl FnOnce(&mut Running)) {
        if self.policy == CpuPolicy::Stopped {
            self.with(player.index(), act);
        }
    }

    /// Ends all programs. Returns how each ended and what it printed.
    fn finish(&self) -> (Vec<Option<Ended>>, Vec<Option<Printed>>) {
        let finish = |program: &Option<Mutex<Option<Running>>>| {
            let mut program = program.as_ref()?.lock().expect("nobody panics while holding a program").take()?;
            program.go();
            let Farewell { output, ended } = program.finish(PARTING);
            Some((ended, output))
        };
        let split = |end: Option<(Ended, Printed)>| end.map_or((None, None), |(ended, text)| (Some(ended), Some(text)));
        self.programs.iter().map(finish).map(split).unzip()
    }
}

impl Steward for Guests {
    fn admits(&self, player: Player, peer: SocketAddr, door: SocketAddr) -> Result<(), String> {
        let root = self.with(player.index(), |program| program.warden()).unwrap_or_else(std::process::id);
        owns_connection(root, peer, door)
    }

    fn asked(&self, player: Player) {
        self.with(player.index(), |program| program.asked());
        self.if_stopped(player, Running::go);
    }

    fn answered(&self, player: Player) {
        self.if_stopped(player, Running::stop);
    }
}

fn play_engine(address: SocketAddr, spec: &Spec, seed: u64, budget: Budget, give_up: &AtomicBool) {
    let at = client::Address { host: address.ip().to_string(), port: Some(address.port()) };
    let Ok(stream) = client::connect(&at, CONNECT) else { return };
    let settings = client::Settings { group: 0, name: spec.to_string(), obey_depth: budget.depth.is_some() };
    let agents = Box::new(|| -> Box<dyn Agent + Send> { Box::new(Limited { agent: spec.agent(seed), budget }) });
    client::play(stream, agents, &settings, give_up, &mut |_| {});
}

/// An engine with the limits of the tournament, which do not travel over the wire.
struct Limited {
    agent: Box<dyn Agent + Send>,
    budget: Budget,
}

impl Agent for Limited {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let Budget { nodes, depth, .. } = self.budget;
        self.agent.choose(position, &Budget { nodes, depth, ..*budget }, signal)
    }
}

/// Plays at random, and drops the connection after its last move.
async fn leave(address: SocketAddr, after: u32, seed: u64) {
    let (enough, moves) = (Notify::new(), AtomicU32::new(0));
    let mut rng = Rng::new(seed);
    let playing = bot::play(address, 99, |position| {
        if moves.fetch_add(1, Ordering::Relaxed) + 1 >= after {
            enough.notify_one();
        }
        let legal = position.legal_moves();
        *rng.pick(&legal).expect("who is asked has a move")
    });
    tokio::select! {
        _ = playing => {}
        () = async { enough.notified().await; tokio::time::sleep(Duration::from_millis(5)).await } => {}
    }
}

/// How a program ended, in words.
pub(crate) fn how_it_ended(ended: &Ended) -> String {
    match ended {
        Ended::Code(code) => format!("ended with code {code}"),
        Ended::Signal(signal) => format!("was ended by signal {signal}"),
        Ended::Limit(what) => format!("used {what}"),
        Ended::Asked => "was ended by the arena".to_owned(),
        Ended::NotStarted(why) => format!("could not be started: {why}"),
    }
}
