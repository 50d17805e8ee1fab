//! A game in which programs play: a server with a door for each seat, programs with their wardens, engines beside them.

use super::watch::Watched;
use super::{Finished, tag};
use crate::db::{Disqualified, Output};
use crate::sandbox::{Ended, Launcher, Running, owns_connection};
use crate::tournament::config::CpuPolicy;
use crate::tournament::decision::{Block, Game};
use crate::tournament::opening::opened_map;
use crate::tournament::setup::{Mind, Setup};
use rxt_engine::Spec;
use rxt_net::client;
use rxt_net::server::{self, Door, Steward, Stop, serve_seats};
use rxt_record::Record;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Player, Position};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};

/// Notices that may wait.
const NOTICES: usize = 1024;
/// How often programs are looked after.
const LOOK: Duration = Duration::from_millis(10);
/// How long a program may take to end after the game.
const PARTING: Duration = Duration::from_millis(500);
/// How long an engine's own client may take to connect.
const CONNECT: Duration = Duration::from_secs(10);

/// A seat of the game.
enum Occupant {
    Engine(Spec, u64),
    Program(Box<Mutex<Running>>),
}

/// The players, by seat.
struct Players {
    seats: Vec<Occupant>,
    policy: CpuPolicy,
}

impl std::fmt::Debug for Players {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Players").field("seats", &self.seats.len()).finish_non_exhaustive()
    }
}

pub(super) fn play(setup: &Setup, game: &Game, block: &Block, launcher: &Launcher) -> Result<Finished, String> {
    let failed = |error: std::io::Error| error.to_string();
    let (map, map_bytes) = opened_map(setup, block);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(failed)?;
    let bind = || runtime.block_on(TcpListener::bind("127.0.0.1:0"));
    let listeners = game.seats.iter().map(|_| bind()).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let addresses = listeners.iter().map(TcpListener::local_addr).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let players = Arc::new(seat_all(setup, game, &addresses, launcher)?);
    let (absent, doors): (Vec<_>, Vec<_>) = listeners
        .into_iter()
        .map(|listener| {
            let (absent, receiver) = oneshot::channel();
            (Some(absent), Door { listener, absent: receiver })
        })
        .unzip();
    let give_up = AtomicBool::new(false);
    let watched = thread::scope(|scope| {
        for (seat, address) in addresses.iter().enumerate() {
            if let Occupant::Engine(spec, seed) = &players.seats[seat] {
                let (budget, give_up) = (setup.budget(), &give_up);
                scope.spawn(move || play_seat(*address, spec, *seed, budget, give_up));
            }
        }
        let watched = runtime.block_on(follow(setup, &map, &map_bytes, doors, absent, &players));
        give_up.store(true, Ordering::Relaxed);
        watched
    });
    runtime.shutdown_background();
    let players = Arc::into_inner(players).ok_or("the server still holds the players")?;
    finish(setup, game, launcher, watched, players, map_bytes)
}

/// Starts all programs.
fn seat_all(setup: &Setup, game: &Game, at: &[SocketAddr], launcher: &Launcher) -> Result<Players, String> {
    let mut seats = Vec::new();
    for (seat, &bot) in game.seats.iter().enumerate() {
        seats.push(match &setup.bots[bot].mind {
            Mind::Engine(spec) => Occupant::Engine(spec.clone(), Rng::derived(game.seed, seat as u64 + 1).next_u64()),
            Mind::Program(program) => {
                let started = launcher.start(program, at[seat].port(), &setup.config.limits);
                let started = started.map_err(|error| format!("`{}`: {error}", setup.bots[bot].name))?;
                Occupant::Program(Box::new(Mutex::new(started)))
            }
        });
    }
    Ok(Players { seats, policy: setup.config.cpu })
}

/// Serves the game and takes note of all that happens.
async fn follow(
    setup: &Setup,
    map: &Arc<Map>,
    map_bytes: &[u8],
    doors: Vec<Door>,
    mut absent: Vec<Option<oneshot::Sender<String>>>,
    players: &Arc<Players>,
) -> Watched {
    let limits = &setup.config.limits;
    let startup = Duration::from_secs(limits.startup_seconds);
    let settings = server::Settings {
        map: Arc::clone(map),
        map_bytes: map_bytes.to_vec().into(),
        time: setup.budget().time,
        depth: setup.config.depth.map_or(u8::from(setup.config.time.is_none()), |depth| depth.min(255) as u8),
        games: 1,
        concurrent: 1,
        limits: server::Limits {
            hello: startup,
            gather: Some(startup),
            patience: Duration::from_secs(limits.patience_seconds),
            ..server::Limits::default()
        },
        like_course: false,
    };
    let (sender, mut notices) = mpsc::channel(NOTICES);
    let (_stop, stopped) = watch::channel(Stop::Not);
    let steward: Arc<dyn Steward> = Arc::clone(players) as Arc<dyn Steward>;
    let serving = tokio::spawn(serve_seats(doors, settings, steward, sender, stopped));
    let mut watched = Watched::new(Arc::clone(map));
    let mut tick = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            notice = notices.recv() => match notice {
                Some(notice) => watched.on(&notice),
                None => break,
            },
            _ = tick.tick() => players.report_absent(&mut absent),
        }
    }
    watched.complete = serving.await.unwrap_or(false);
    watched
}

impl Players {
    /// Tells the server of programs that ended before they came.
    fn report_absent(&self, absent: &mut [Option<oneshot::Sender<String>>]) {
        for (seat, absent) in self.seats.iter().zip(absent) {
            let Occupant::Program(program) = seat else { continue };
            let ended = program.lock().expect("nobody panics while holding a program").ended();
            if let (Some(ended), true) = (ended, absent.is_some())
                && let Some(absent) = absent.take()
            {
                // It may have come and gone; then nobody listens.
                let _ = absent.send(format!("ended before it connected: {}", how_it_ended(&ended)));
            }
        }
    }

    fn with(&self, player: Player, act: impl Fn(&mut Running)) {
        if let (CpuPolicy::Stopped, Occupant::Program(program)) = (self.policy, &self.seats[player.index()]) {
            act(&mut program.lock().expect("nobody panics while holding a program"));
        }
    }
}

impl Steward for Players {
    fn admits(&self, player: Player, peer: SocketAddr, door: SocketAddr) -> Result<(), String> {
        let root = match &self.seats[player.index()] {
            Occupant::Engine(..) => std::process::id(),
            Occupant::Program(program) => program.lock().expect("nobody panics while holding a program").warden(),
        };
        owns_connection(root, peer, door)?;
        // From now on it runs when it is asked, and not before.
        self.with(player, Running::stop);
        Ok(())
    }

    fn asked(&self, player: Player) {
        self.with(player, Running::go);
    }

    fn answered(&self, player: Player) {
        self.with(player, Running::stop);
    }
}

/// An engine in a seat, through the same client that `rxt client` is.
fn play_seat(address: SocketAddr, spec: &Spec, seed: u64, budget: Budget, give_up: &AtomicBool) {
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

/// Ends all programs, and puts everything together.
fn finish(
    setup: &Setup,
    game: &Game,
    launcher: &Launcher,
    watched: Watched,
    players: Players,
    map_bytes: Vec<u8>,
) -> Result<Finished, String> {
    let mut outputs = Vec::new();
    let mut ends = Vec::new();
    for (seat, player) in players.seats.into_iter().enumerate() {
        let Occupant::Program(program) = player else {
            ends.push(None);
            continue;
        };
        let mut program = program.into_inner().expect("nobody panicked while holding a program");
        program.go();
        let (text, ended) = program.finish(PARTING);
        if !text.is_empty() {
            outputs.push(Output { seat, text });
        }
        ends.push(Some(ended));
    }
    if !watched.complete {
        return Err("the game was not played to its end".to_owned());
    }
    if watched.outs.iter().filter(|out| out.absent).count() + 1 >= game.seats.len() && watched.arrived == 0 {
        let why: Vec<String> = watched.outs.iter().map(|out| out.detail.clone()).collect();
        return Err(format!("nobody came: {}", why.join("; ")));
    }
    let mut record: Record = watched.record.ok_or("there is no record")?;
    record.tags.clear();
    tag(&mut record, setup, game);
    let out = |out: super::watch::OutOfGame| {
        let seat = out.player.index();
        let limit = ends[seat].as_ref().filter(|ended| matches!(ended, Ended::Limit(_) | Ended::NotStarted(_)));
        let ended = ends[seat].as_ref().filter(|_| out.reason == "disconnected" || out.absent);
        let more = limit.or(ended).map(how_it_ended);
        let reason = match limit {
            Some(Ended::Limit(_)) => "limit".to_owned(),
            _ if out.absent => "did not start".to_owned(),
            _ => out.reason,
        };
        Disqualified {
            game: game.id,
            player: out.player.number(),
            bot: game.seats[seat],
            reason,
            fault: if matches!(ends[seat], Some(Ended::NotStarted(_))) { "arena" } else { "bot" }.to_owned(),
            detail: more.map_or(out.detail.clone(), |more| format!("{}; the program {more}", out.detail)),
        }
    };
    Ok(Finished {
        disqualified: watched.outs.into_iter().map(out).collect(),
        record,
        map_bytes,
        times: watched.times,
        outputs,
        incidents: watched.incidents,
        seconds: 0.0,
        load: None,
        steal: None,
        sandbox: launcher.cage.describe().to_owned(),
        cpu: setup.config.cpu,
        suspect: None,
    })
}

fn how_it_ended(ended: &Ended) -> String {
    match ended {
        Ended::Code(code) => format!("ended with code {code}"),
        Ended::Signal(signal) => format!("was ended by signal {signal}"),
        Ended::Limit(what) => format!("used {what}"),
        Ended::Asked => "was ended by the arena".to_owned(),
        Ended::NotStarted(why) => format!("could not be started: {why}"),
    }
}
