//! `rxt worker`: plays games that a queue hands out.

use super::arena::house_for_strangers;
use super::queue::{self, QueueArgs};
use crate::output;
use crate::process::{cores, interrupt};
use miette::{IntoDiagnostic, Result, WrapErr};
use rxt_arena::remote::{WorkerEvent, WorkerOptions, work};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

/// Play games of tournaments that run on another machine
///
/// Takes games from the queue, plays them, and returns their records, until it is ended. Ctrl-C lets the games that run
/// end; a second one ends at once, and others play those games. Programs of strangers play in the sandbox.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// nats://USER:PASSWORD@HOST:PORT, tls://..., or a file of this machine
    #[arg(long, value_name = "ADDRESS")]
    queue: String,
    #[command(flatten)]
    which: QueueArgs,
    /// Games at once; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: Option<u16>,
    /// What the worker is called; without it, the machine and the process
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where programs are kept
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Seconds between two signs that a game goes on
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = queue::seconds)]
    heartbeat: Duration,
    /// End after this many seconds without work
    #[arg(long, value_name = "SECONDS", value_parser = queue::seconds)]
    patience: Option<Duration>,
    /// Start programs without a sandbox: only for programs that you trust
    #[arg(long)]
    no_sandbox: bool,
    /// Print nothing but the number of games at the end
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt worker --queue nats://lab-server:4222
  rxt worker --queue nats://lab-server:4222 --slots 4 --patience 600
  rxt worker --queue jobs.sqlite           several processes on one machine

The host: rxt arena run cup.toml --db cup.sqlite --queue nats://lab-server:4222

Exit codes: 0 it was ended or had no more work, 2 wrong use or no queue.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let queue = queue::open(&args.queue, &args.which, None)?;
    let cache = args.cache.clone().unwrap_or_else(|| std::env::temp_dir().join("rxt-worker"));
    fs::create_dir_all(&cache).into_diagnostic().wrap_err_with(|| format!("cannot make `{}`", cache.display()))?;
    let finish = interrupt()?;
    let options = WorkerOptions {
        name: args.name.clone().unwrap_or_else(own_name),
        slots: args.slots.map_or_else(cores, usize::from),
        cache,
        house: house_for_strangers(args.no_sandbox)?,
        heartbeat: args.heartbeat,
        patience: args.patience,
        finish: &finish,
    };
    if !args.quiet {
        output::note(&format!("{} takes games from {}, {} at a time", options.name, shown(&args.queue), options.slots));
    }
    let last_trouble = Mutex::new(String::new());
    let games = work(&*queue, &options, &|event| {
        if !args.quiet {
            show(event, &last_trouble);
        }
    });
    output::print(&format!("{games} games\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Tells what went wrong, the same thing only once.
fn show(event: &WorkerEvent, last: &Mutex<String>) {
    let text = match event {
        WorkerEvent::Played { games, .. } if games.is_multiple_of(100) => format!("{games} games"),
        WorkerEvent::Played { .. } => return,
        WorkerEvent::TooLate(key) => format!("somebody else was faster with {key}"),
        WorkerEvent::Failed(why) => format!("a game could not be played here: {why}"),
        WorkerEvent::NoQueue(why) => format!("{why}; trying again"),
    };
    let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if *last != text {
        output::note(&text);
        *last = text;
    }
}

/// An address without a password.
fn shown(address: &str) -> &str {
    address.rsplit_once('@').map_or(address, |(_, host)| host)
}

/// The machine and the process.
fn own_name() -> String {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = machine.trim();
    format!("{}-{}", if machine.is_empty() { "worker" } else { machine }, std::process::id())
}
