//! `rxt bench server`: how many moves a server judges, and what it charges to clients that answer at once.

use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_net::bot;
use rxt_net::server::{Limits, Notice, Settings, Stop, Tally, serve};
use rxt_rules::{Map, Position};
use serde::Serialize;
use std::fmt::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// Measure the server: moves per second, and the time charged to clients that answer at once
///
/// Eight clients play alone; then many games of two run at once; then both together. Server and clients share this
/// machine, so that what is charged includes the time until a client was scheduled.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt bench server
  rxt bench server --games 100 --json")]
pub(crate) struct Args {
    /// Games of two that run at once
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=2000))]
    games: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const TWO: &[u8] = include_bytes!("../../../../../maps/standard-8x8.map");
const EIGHT: &[u8] = include_bytes!("../../../../../maps/arena-8p-20x20.map");
/// Games of eight, one after the other, until this much time has passed.
const MEASURED: Duration = Duration::from_secs(5);
/// Notices that may wait; they are only counted.
const NOTICES: usize = 4096;
/// Open files besides the connections.
const OTHER_FILES: u64 = 64;

#[derive(Serialize)]
struct Report {
    games: u32,
    finished: u32,
    moves: u64,
    seconds: f64,
    moves_per_second: f64,
    peak_memory_mb: Option<f64>,
    charged_alone: Charged,
    charged_with_games: Charged,
}

/// Time charged for answers given at once.
#[derive(Serialize)]
struct Charged {
    answers: usize,
    median_us: f64,
    p999_us: f64,
    most_us: f64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // Bots that share a runtime with the server would be charged for its work.
    let servers = Builder::new_multi_thread().enable_all().build().into_diagnostic()?;
    let bots = Builder::new_multi_thread().enable_all().build().into_diagnostic()?;
    // The eight are charged for the queue of their own runtime, so they share it with nobody.
    let measured = Builder::new_multi_thread().enable_all().build().into_diagnostic()?;
    check_open_files(u64::from(args.games) * 4 + OTHER_FILES)?;
    let alone = measured.block_on(eight(&servers))?;
    let load = Load::start(&servers, &bots, args.games);
    let beside = measured.block_on(eight(&servers))?;
    let loaded = load.end(&bots)?;
    let report = Report {
        games: args.games,
        finished: loaded.finished,
        moves: loaded.moves,
        seconds: loaded.seconds,
        moves_per_second: loaded.moves as f64 / loaded.seconds,
        peak_memory_mb: peak_memory_mb(),
        charged_alone: charged(alone),
        charged_with_games: charged(beside),
    };
    if args.json {
        output::print(&format!("{}\n", serde_json::to_string(&report).into_diagnostic()?))?;
    } else {
        output::print(&table(&report))?;
    }
    Ok(if loaded.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Many games of two at once, again and again, while something else is measured.
struct Load {
    playing: tokio::task::JoinHandle<Result<Loaded>>,
    enough: watch::Sender<bool>,
}

struct Loaded {
    finished: u32,
    moves: u64,
    seconds: f64,
    failed: bool,
}

impl Load {
    fn start(servers: &Runtime, bots: &Runtime, games: u32) -> Self {
        let (enough, told) = watch::channel(false);
        let server = servers.handle().clone();
        let playing = bots.spawn(async move {
            let start = Instant::now();
            let mut loaded = Loaded { finished: 0, moves: 0, seconds: 0.0, failed: false };
            // At least once, and as long as it is needed.
            loop {
                let (tally, used) = games_at_once(&server, TWO, games).await?;
                loaded.finished += tally.complete;
                loaded.moves += used.len() as u64;
                loaded.failed |= tally.complete != games;
                if *told.borrow() {
                    loaded.seconds = start.elapsed().as_secs_f64();
                    return Ok(loaded);
                }
            }
        });
        Self { playing, enough }
    }

    fn end(self, bots: &Runtime) -> Result<Loaded> {
        let _ = self.enough.send(true);
        bots.block_on(self.playing).into_diagnostic()?
    }
}

/// What clients of games of eight are charged.
async fn eight(servers: &Runtime) -> Result<Vec<Duration>> {
    let start = Instant::now();
    let mut charged = Vec::new();
    while start.elapsed() < MEASURED {
        charged.extend(games_at_once(servers.handle(), EIGHT, 1).await?.1);
    }
    Ok(charged)
}

/// Runs games to their end. Returns how they went and what was charged for each answer.
async fn games_at_once(
    server: &tokio::runtime::Handle,
    map: &'static [u8],
    games: u32,
) -> Result<(Tally, Vec<Duration>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await.into_diagnostic()?;
    let address = listener.local_addr().into_diagnostic()?;
    let listener = listener.into_std().into_diagnostic()?;
    let parsed = Arc::new(Map::parse(map).expect("the maps of rxt are valid").0);
    let seats = games * u32::from(parsed.players());
    let settings = Settings {
        map: parsed,
        map_bytes: map.into(),
        time: Some(Duration::from_mins(1)),
        depth: 0,
        games,
        concurrent: games as usize,
        limits: Limits { waiting: seats as usize, ..Limits::default() },
        like_course: false,
    };
    let (sender, mut receiver) = mpsc::channel(NOTICES);
    let (stop, stopped) = watch::channel(Stop::Not);
    let serving = server.spawn(async move {
        let listener = TcpListener::from_std(listener).map_err(|error| miette!("{error}"))?;
        serve(listener, settings, sender, stopped).await.map_err(|error| miette!("{error}"))
    });
    let mut bots = JoinSet::new();
    for seat in 0..seats {
        bots.spawn(first_mover(address, (seat % 100) as u8));
    }
    let mut used = Vec::new();
    while let Some(notice) = receiver.recv().await {
        if let Notice::Judged(judged) = notice {
            used.extend(judged.used);
        }
    }
    let tally = serving.await.into_diagnostic()??;
    drop(stop);
    while bots.join_next().await.is_some() {}
    Ok((tally, used))
}

async fn first_mover(address: SocketAddr, group: u8) {
    let first = |position: &Position| position.legal_moves()[0];
    // A bot that fails shows in the number of finished games.
    let _ = bot::play(address, group, first).await;
}

fn charged(mut used: Vec<Duration>) -> Charged {
    used.sort_unstable();
    let at = |share: f64| {
        let index = ((used.len() as f64 * share) as usize).min(used.len().saturating_sub(1));
        used.get(index).map_or(0.0, |used| used.as_nanos() as f64 / 1000.0)
    };
    Charged { answers: used.len(), median_us: at(0.5), p999_us: at(0.999), most_us: at(1.0) }
}

/// Refuses to start what would fail half way.
pub(super) fn check_open_files(needed: u64) -> Result<()> {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)).and_then(|word| word.parse::<u64>().ok());
    match soft {
        Some(soft) if soft < needed => {
            let help = format!("run `ulimit -n {needed}` first, or choose less");
            Err(miette!(help = help, "{needed} open files are needed; this process may have {soft}"))
        }
        _ => Ok(()),
    }
}

/// The most memory that this process had, server and clients together.
pub(super) fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}

fn table(report: &Report) -> String {
    let line = |name: &str, charged: &Charged| {
        let Charged { answers, median_us, p999_us, most_us } = charged;
        format!("{name:<28} {answers:>9} {median_us:>11.0} {p999_us:>11.0} {most_us:>11.0}\n")
    };
    let mut text = format!(
        "{} games of two at once: {} finished, {} moves in {:.1} s, {:.0} moves/s",
        report.games, report.finished, report.moves, report.seconds, report.moves_per_second
    );
    if let Some(memory) = report.peak_memory_mb {
        let _ = write!(text, ", {memory:.0} MB at most with all clients");
    }
    let _ = writeln!(
        text,
        "\n\n{:<28} {:>9} {:>11} {:>11} {:>11}",
        "charged for answers at once", "answers", "median us", "99.9 % us", "most us"
    );
    text + &line("eight clients alone", &report.charged_alone)
        + &line("with the games running", &report.charged_with_games)
}
