//! The same games with more and more workers, each a process with one slot.

use super::Args;
use crate::commands::queue::{QueueArgs, report};
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::db::Db;
use rxt_arena::queue::Queue;
use rxt_arena::remote::HostOptions;
use rxt_arena::tournament::{House, Progress, RunOptions, Setup, run};
use serde::Serialize;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// How it went with so many workers.
#[derive(Serialize)]
pub(super) struct Grown {
    pub(super) workers: usize,
    pub(super) games: u64,
    pub(super) seconds: f64,
    pub(super) per_hour: f64,
    /// For each core that the workers can use.
    pub(super) per_hour_and_core: f64,
    /// How long one game took, as the workers tell.
    pub(super) game_seconds: f64,
}

const MAP: &[u8] = include_bytes!("../../../../../../maps/standard-8x8.map");
/// How long workers may take to be there.
const START: Duration = Duration::from_mins(1);
/// Games of a block.
const BLOCK: u32 = 6;

/// Processes that end with this.
struct Workers(Vec<Child>);

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Has the games of a tournament played by so many workers.
pub(super) fn with_workers(
    queue: &dyn Queue,
    address: &str,
    which: &QueueArgs,
    args: &Args,
    workers: usize,
    folder: &Path,
) -> Result<Grown> {
    let name = format!("games-{}-{workers}", address.contains("://"));
    let setup = write_cup(folder, &name, args.games.div_ceil(BLOCK), args.nodes, ["pvs", "alphabeta", "greedy"])?;
    let running = start(address, which, workers, folder, &name)?;
    wait_for(queue, &name, workers)?;
    let (mut games, mut game_seconds) = (0, 0.0);
    let begun = Instant::now();
    play(&setup, &folder.join(&name).with_extension("sqlite"), Some(queue), &mut |progress| {
        if let Progress::Worker { tally, .. } = progress {
            games += tally.games;
            game_seconds += tally.seconds;
        }
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    drop(running);
    let per_hour = games as f64 * 3600.0 / seconds;
    let cores = workers.min(crate::process::cores());
    let game_seconds = game_seconds / (games as f64).max(1.0);
    Ok(Grown { workers, games, seconds, per_hour, per_hour_and_core: per_hour / cores as f64, game_seconds })
}

/// Games that take no time: what is left is to replay them and to write them down.
pub(super) fn kept_per_second(folder: &Path) -> Result<f64> {
    let setup = write_cup(folder, "kept", 60, 1, ["random", "first", "random"])?;
    let begun = Instant::now();
    let db = folder.join("kept.sqlite");
    let _ = fs::remove_file(&db);
    let mut games = 0;
    play(&setup, &db, None, &mut |progress| games += u64::from(matches!(progress, Progress::Played { .. })))?;
    Ok(games as f64 / begun.elapsed().as_secs_f64())
}

fn write_cup(folder: &Path, name: &str, blocks: u32, nodes: u64, engines: [&str; 3]) -> Result<Setup> {
    fs::write(folder.join("standard-8x8.map"), MAP).into_diagnostic()?;
    let bot = |(number, engine): (usize, &str)| format!("[[bot]]\nname = \"{number}\"\nengine = \"{engine}\"\n");
    let bots: String = engines.into_iter().enumerate().map(bot).collect();
    let text = format!(
        "name = \"{name}\"\nformat = \"round-robin\"\nmaps = [\"standard-8x8.map\"]\nnodes = {nodes}\nblocks = {blocks}\n\
         opening = 4\n{bots}"
    );
    let path = folder.join(name).with_extension("toml");
    fs::write(&path, text).into_diagnostic()?;
    Setup::read(&path).map_err(|error| miette!("{error}"))
}

fn play(setup: &Setup, db: &Path, queue: Option<&dyn Queue>, observe: &mut dyn FnMut(&Progress<'_>)) -> Result<()> {
    let finish = AtomicBool::new(false);
    let remote = queue.map(|queue| HostOptions { queue, repeat: 0.0 });
    let options = RunOptions { concurrency: 1, finish: &finish, house: House::default(), remote };
    let mut db = Db::open(db).map_err(|error| miette!("{error}"))?;
    run(setup, &mut db, &options, observe).map(drop).map_err(|error| miette!("{error}"))
}

fn start(address: &str, which: &QueueArgs, workers: usize, folder: &Path, name: &str) -> Result<Workers> {
    let mut running = Workers(Vec::new());
    for number in 0..workers {
        let mut command = Command::new(std::env::current_exe().into_diagnostic()?);
        command.args(["worker", "--queue", address, "--queue-name", &which.queue_name, "--slots", "1", "--quiet"]);
        command.arg("--name").arg(format!("{name} {number}")).arg("--cache").arg(folder.join("cache"));
        if let Some(authority) = &which.queue_ca {
            command.arg("--queue-ca").arg(authority);
        }
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        running.0.push(command.spawn().into_diagnostic()?);
    }
    Ok(running)
}

/// Waits until all workers have announced themselves.
fn wait_for(queue: &dyn Queue, name: &str, workers: usize) -> Result<()> {
    let begun = Instant::now();
    loop {
        let known = queue.workers().map_err(|error| report(&error))?;
        if known.iter().filter(|news| news.worker.starts_with(name)).count() >= workers {
            return Ok(());
        }
        if begun.elapsed() > START {
            return Err(miette!("not all of {workers} workers came within {} s", START.as_secs()));
        }
        thread::sleep(Duration::from_millis(20));
    }
}
