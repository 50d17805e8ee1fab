//! `rxt match`: engines against each other, with an answer that holds.

mod conditions;
mod plan;
mod table;

use super::lab::measured::MeasureArgs;
use crate::output;
use crate::process::{EXIT_INTERRUPTED, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr};
use rxt_arena::matches::{GameLine, MatchPlan, Progress, run as run_match};
use rxt_arena::stats::{duel_scores, outcome};
use rxt_arena::store::Store;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

pub(crate) use conditions::Conditions;
pub(crate) use plan::{engine, fields};

/// Let engines play against each other
///
/// Games come in blocks: the same map and the same random opening, once with every competitor on every seat, so that
/// neither helps anybody. The result is the mean placement score, 1 for the first and 0 for the last, with its 95 %
/// interval over blocks. A match that was interrupted goes on when the same command is given again.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Engines, two or more; `rxt engines` lists them
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    engines: Vec<String>,
    /// Maps to play on, or folders of maps; without it, the standard board
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    maps: Vec<PathBuf>,
    /// How many games at least; the last block is finished
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Stop as soon as a sequential test of two engines says gain, loss, or no difference of this size; --games is the most
    #[arg(long, value_name = "DIFFERENCE", num_args = 0..=1, default_missing_value = "0.03", value_parser = difference)]
    sprt: Option<f64>,
    #[command(flatten)]
    conditions: Conditions,
    /// Folder for the results; without it, one named after the match
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the record of every game
    #[arg(long)]
    records: bool,
    /// Show the standings on each map, too
    #[arg(long)]
    by_map: bool,
    /// Print one JSON object, with the standings on each map
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    measure: MeasureArgs,
}

const EXAMPLES: &str = "\
Examples:
  rxt match alphabeta greedy --games 200
  rxt match 'pvs,order=history' 'alphabeta,order=eval' --nodes 20000 --maps maps
  rxt match report-2016 report-2019 report-2025-final --maps maps/cross-4p-15x15.map --time 0.1
  rxt match mcts paranoid --maps maps --by-map
  rxt match pvs mcts --games 4 --concurrent 1 --measure measured --unit ms
  rxt match default default,table=off --sprt 0.02 --games 4000 --nodes 1000

Without any limit a move may visit 10000 positions. With a limit of nodes or depth, the same command gives the same games on any machine; with --sprt, it may
stop a few games earlier or later, because games end in another order.

Exit codes: 0 all games were played, 1 an engine failed, 2 wrong use, 130 interrupted.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let plan = plan::plan(args)?;
    let folder = plan::folder(args, &plan)?;
    let mut store: Store<GameLine> = Store::open(&folder.join("games.jsonl")).into_diagnostic()?;
    let interrupt = interrupt()?;
    let workers = args.conditions.workers();
    let decided = |lines: &[GameLine]| args.sprt.and_then(|size| outcome(&duel_scores(lines, 0, 1), size)).is_some();
    if decided(store.lines()) {
        return report(args, &plan, &store, true, &folder);
    }
    let bar = progress_bar(plan.schedule().len() as u64, store.lines().len() as u64);
    let mut unwritten = None;
    let measuring = args.measure.start("match", args.conditions.seed);
    let complete = run_match(&plan, &mut store, workers, &interrupt, &mut |progress| {
        bar.inc(1);
        bar.set_message(table::brief(plan.competitors.len(), progress.lines));
        if args.records
            && let Err(error) = keep_record(&folder, progress)
        {
            unwritten = Some(error);
        }
        if decided(progress.lines) {
            interrupt.store(true, Ordering::Relaxed);
        }
    });
    bar.finish_and_clear();
    if let Some(measuring) = measuring {
        measuring.finish()?;
    }
    let complete = complete.into_diagnostic()? || decided(store.lines());
    if let Some(error) = unwritten {
        return Err(error);
    }
    report(args, &plan, &store, complete, &folder)
}

fn report(args: &Args, plan: &MatchPlan, store: &Store<GameLine>, complete: bool, folder: &Path) -> Result<ExitCode> {
    let lines = store.lines();
    if args.json {
        output::print(&table::json(args, lines, complete)?)?;
    } else {
        output::print(&table::table(&args.engines, lines))?;
        if args.by_map {
            output::print(&table::tables_by_map(&args.engines, lines))?;
        }
        if let Some(size) = args.sprt {
            output::print(&table::verdict(size, lines))?;
        }
        output::note(&format!("games: {}", store.path().display()));
    }
    if !complete {
        let all = plan.schedule().len();
        output::note(&format!("{} of {all} games are played; the same command goes on with the rest", lines.len()));
        return Ok(ExitCode::from(EXIT_INTERRUPTED));
    }
    let broken = lines.iter().filter(|line| line.broken).count();
    if broken > 0 {
        output::note(&format!("{broken} games broke off because an engine failed; they are in {}", folder.display()));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn keep_record(folder: &Path, progress: &Progress<'_>) -> Result<()> {
    let folder = folder.join("records");
    let path = folder.join(format!("{:05}-{}.rxt", progress.game.block, progress.game.rotation));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, progress.record.to_string()))
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot write `{}`", path.display()))
}

fn difference(text: &str) -> Result<f64, String> {
    let size: f64 = text.parse().map_err(|_| "expected a number such as 0.03".to_owned())?;
    if (0.002..=0.4).contains(&size) {
        return Ok(size);
    }
    Err("expected a difference of the mean score from 0.002 to 0.4".to_owned())
}

/// Shown on a terminal only.
fn progress_bar(games: u64, played: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {wide_msg}")
        .expect("the template is checked by every run");
    let bar = ProgressBar::new(games).with_style(style).with_position(played);
    bar.reset_eta();
    bar
}
