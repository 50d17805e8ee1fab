//! `rxt soak`: many games of our client, to see whether it is ever disqualified.

use crate::output;
use crate::process::{EXIT_INTERRUPTED, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{Result, miette};
use rxt_arena::soak::{Progress, SoakOptions, Store, StoreError, Summary, run as run_soak};
use rxt_engine::Spec;
use serde_json::json;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Play many games with our client and see whether it is ever disqualified
///
/// Ours sits in one or two seats, bots that answer at once in the others, all of them over TCP. Several games run at once;
/// half of the games have four busy threads per core beside them. Most moves have 0.2 s; the maps have 2 to 8 players and
/// up to 50x50 tiles. Finished games are kept, so that the same command goes on where it stopped.
///
/// The last line on standard output is `N games, M answers, K disqualifications`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How many games, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// End after this many seconds; what would take longer is not begun
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    budget: Option<u32>,
    /// Seed of maps, bots and engines
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder of the finished games
    #[arg(long, value_name = "DIR", default_value = "soak")]
    out: PathBuf,
    /// Who thinks in our seats
    #[arg(long, value_name = "SPEC", default_value = ENGINE)]
    engine: String,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrent: u16,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt soak                               400 games, about an hour
  rxt soak --budget 120 --out two-minutes
  rxt soak --games 2000 --seed 7 --out long

Exit codes: 0 nothing happened that must not, 1 something did, 2 wrong use, 130 interrupted.";

/// The default engine, but it never answers early: that would prove nothing about being late.
const ENGINE: &str = "default,early=off";

const EXIT_FOUND: u8 = 1;
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let help = "try `--engine default`";
    let spec =
        Spec::parse(&args.engine).map_err(|error| miette!(help = help, "`--engine {}`: {error}", args.engine))?;
    rxt_net::client::stay_in_memory();
    let mut store = Store::open(&args.out, args.seed, &spec.to_string()).map_err(|error| refused(&error))?;
    let interrupt = interrupt()?;
    let options = SoakOptions {
        seed: args.seed,
        games: args.games,
        budget: args.budget.map(|seconds| Duration::from_secs(seconds.into())),
        concurrent: args.concurrent.into(),
        spec,
    };
    let bar = progress_bar(args.games, store.lines().len() as u64);
    let mut lost = 0;
    let mut observe = |progress: &Progress<'_>| match progress {
        Progress::Finished(line) => {
            lost += line.disqualified.len();
            bar.set_message(format!("{lost} disqualifications, last: {} in {:.0} s", line.map, line.seconds));
            bar.inc(1);
        }
        Progress::Failed(error) => bar.suspend(|| output::note(&format!("a game could not be played: {error}"))),
    };
    let complete = run_soak(&options, &mut store, &interrupt, &mut observe).map_err(|error| refused(&error))?;
    bar.finish_and_clear();
    let summary = Summary::new(store.lines());
    report(args, &summary, complete)?;
    Ok(if interrupt.load(Ordering::Relaxed) {
        ExitCode::from(EXIT_INTERRUPTED)
    } else if summary.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(EXIT_FOUND)
    })
}

/// Says what was found, and how to go on if there is more to do.
fn report(args: &Args, summary: &Summary, complete: bool) -> Result<()> {
    if !complete {
        let left = args.games - summary.all.games as u64;
        output::note(&format!("{left} games are left; to go on: {}", command(args)));
    }
    if args.json {
        let mut value = json!(summary);
        value["complete"] = json!(complete);
        output::print(&format!("{value}\n"))
    } else {
        output::print(&format!("{summary}\n"))
    }
}

/// The command that goes on where this one stopped.
fn command(args: &Args) -> String {
    let Args { games, seed, out, engine, concurrent, .. } = args;
    let engine = if engine == ENGINE { String::new() } else { format!(" --engine {engine}") };
    let out = quoted(out);
    format!("rxt soak --games {games} --seed {seed} --out {out}{engine} --concurrent {concurrent}")
}

fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%\\".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn refused(error: &StoreError) -> miette::Report {
    let help = match error {
        StoreError::File { .. } => "name another folder with `--out`",
        StoreError::Other { .. } => "name another folder with `--out`, or the same seed and engine",
    };
    miette!(help = help, "{error}")
}

/// A bar on standard error if that is a terminal.
fn progress_bar(games: u64, done: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style).with_position(done)
}
