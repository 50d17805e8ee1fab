//! `rxt bench queue`: how fast jobs are handed out, how games grow with workers, and what that means for many machines.

mod games;
mod rates;

use super::scratch::Scratch;
use crate::commands::queue::{self, QueueArgs};
use crate::output;
use games::Grown;
use miette::{IntoDiagnostic, Result};
use rates::Rates;
use rxt_arena::queue::{LEASE, Queue};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Measure queues: jobs per second, games per hour with more and more workers, and what many machines would need
///
/// First a queue alone: jobs are submitted, handed out, done and collected, with nothing behind them. Then a tournament
/// of engines, with its games played by one worker process, by two, and so on. From both follows how many machines one
/// host and one server can keep busy. Without --queue all of this is done with a queue in a file, and with it with both.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A server to measure too: nats://USER:PASSWORD@HOST:PORT or tls://...
    #[arg(long, value_name = "ADDRESS")]
    queue: Option<String>,
    #[command(flatten)]
    which: QueueArgs,
    /// Jobs of the queue alone
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    jobs: u32,
    /// Games for each number of workers
    #[arg(long, value_name = "N", default_value_t = 240, value_parser = clap::value_parser!(u32).range(6..=100_000))]
    games: u32,
    /// Positions per move in these games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,
    /// Numbers of worker processes
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 2, 4])]
    workers: Vec<usize>,
    /// Machines to calculate for
    #[arg(long, value_name = "N", default_value_t = 100)]
    machines: u32,
    /// Cores of each of these machines
    #[arg(long, value_name = "N", default_value_t = 8)]
    cores: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt bench queue
  rxt bench queue --queue nats://127.0.0.1:4222
  rxt bench queue --queue nats://127.0.0.1:4222 --machines 100 --cores 8 --json";

#[derive(Serialize)]
struct Report {
    cores_here: usize,
    queues: Vec<Measured>,
}

/// One queue.
#[derive(Serialize)]
struct Measured {
    name: &'static str,
    rates: Rates,
    games: Vec<Grown>,
    /// Games that the host replays and writes down in a second.
    kept_per_second: f64,
    many: Many,
}

/// What many machines would need, calculated from what was measured.
#[derive(Serialize)]
struct Many {
    machines: u32,
    cores: u32,
    /// CPU seconds of one game here.
    game_seconds: f64,
    /// Games that all of them would play in a second.
    games_per_second: f64,
    /// Games in a second that the queue and the host can keep up with.
    queue_per_second: f64,
    host_per_second: f64,
    /// Games shorter than this would keep machines waiting.
    shortest_game_seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = Scratch::new("queue")?;
    let file = folder.path().join("jobs.sqlite").display().to_string();
    let mut queues = vec![measure("a file", &file, args, folder.path())?];
    if let Some(address) = &args.queue {
        queues.push(measure("a server", address, args, folder.path())?);
    }
    let report = Report { cores_here: crate::process::cores(), queues };
    if args.json {
        output::print(&format!("{}\n", serde_json::to_string(&report).into_diagnostic()?))?;
    } else {
        output::print(&text(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(name: &'static str, address: &str, args: &Args, folder: &Path) -> Result<Measured> {
    // Not the queue on which others may be at work.
    let own = QueueArgs { queue_name: format!("{}-bench", args.which.queue_name), ..args.which.clone() };
    let open = || -> Result<Box<dyn Queue>> { queue::open(address, &own, Some(LEASE)) };
    let rates = rates::measure(&open, args.jobs)?;
    let mut games = Vec::new();
    for &workers in &args.workers {
        games.push(games::with_workers(&*open()?, address, &own, args, workers, folder)?);
    }
    let kept_per_second = games::kept_per_second(folder)?;
    let many = many(args, &rates, &games, kept_per_second);
    Ok(Measured { name, rates, games, kept_per_second, many })
}

fn many(args: &Args, rates: &Rates, games: &[Grown], kept: f64) -> Many {
    let game_seconds = games.first().map_or(0.0, |grown| grown.game_seconds).max(1e-6);
    let cores = f64::from(args.machines) * f64::from(args.cores);
    // Every game is submitted once and handed out and done once; the host collects, replays and writes it down.
    let queue_per_second = 1.0 / (1.0 / rates.submitted + 1.0 / rates.done_by_many);
    let host_per_second = 1.0 / (1.0 / rates.collected + 1.0 / kept);
    Many {
        machines: args.machines,
        cores: args.cores,
        game_seconds,
        games_per_second: cores / game_seconds,
        queue_per_second,
        host_per_second,
        shortest_game_seconds: cores / queue_per_second.min(host_per_second),
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for Measured { name, rates, games, kept_per_second, many } in &report.queues {
        let _ = writeln!(text, "{name}, jobs per second:");
        let _ = writeln!(text, "  submitted               {:>8.0}", rates.submitted);
        let _ = writeln!(text, "  handed out and done     {:>8.0}   by one worker", rates.done_by_one);
        let _ = writeln!(text, "  handed out and done     {:>8.0}   by {} at once", rates.done_by_many, rates.at_once);
        let _ = writeln!(text, "  signs of life           {:>8.0}", rates.heartbeats);
        let _ = writeln!(text, "  collected and confirmed {:>8.0}", rates.collected);
        let _ = writeln!(text, "{name}, games on {} cores:", report.cores_here);
        for Grown { workers, games, per_hour, per_hour_and_core, game_seconds, .. } in games {
            let _ = writeln!(
                text,
                "  {workers} workers: {games} games, {per_hour:.0} an hour, {per_hour_and_core:.0} for each core in use, {:.0} ms each",
                game_seconds * 1000.0
            );
        }
        let _ = writeln!(text, "the host replays and writes down {kept_per_second:.0} games per second");
        let Many { machines, cores, game_seconds, games_per_second, .. } = many;
        let _ = writeln!(
            text,
            "{machines} machines of {cores} cores, games of {:.0} ms: {games_per_second:.0} games per second are wanted,",
            game_seconds * 1000.0
        );
        let _ = writeln!(
            text,
            "  the queue does {:.0} and the host {:.0}: games of {:.1} s or more keep all machines busy\n",
            many.queue_per_second, many.host_per_second, many.shortest_game_seconds
        );
    }
    text
}
