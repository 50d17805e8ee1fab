//! `rxt bench arena`: how many games of programs this machine holds at once before somebody loses time through its fault.

use super::scratch::Scratch;
use crate::commands::arena::house_for_strangers;
use crate::output;
use crate::process::cores;
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::db::Db;
use rxt_arena::stats::quantile;
use rxt_arena::tournament::{House, RunOptions, Setup, run as run_tournament};
use serde::Serialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Measure the arena: how many games of programs run at once before anybody loses time through the host's fault
///
/// Two programs in the sandbox that answer at once play on the standard board, more and more games at a time. What they
/// are charged is the machine's time, not theirs: when somebody loses by the clock, it is the host's fault, and the number
/// of games before that is what this machine holds.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt bench arena
  rxt bench arena --time 0.05 --most 256
  rxt bench arena --json

Exit codes: 0 measured, 1 even one game at a time loses, 2 wrong use.")]
pub(crate) struct Args {
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2)]
    time: f64,
    /// The most games at once that are tried
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=512))]
    most: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    cores: usize,
    time: f64,
    sandbox: &'static str,
    steps: Vec<Step>,
    /// The most games at once without a loss.
    holds: u16,
}

/// So many games at once.
#[derive(Serialize)]
struct Step {
    at_once: u16,
    games: u64,
    moves: usize,
    /// Players who lost by the clock.
    timeouts: usize,
    /// Games that were played again, because the host was at fault.
    spoilt: usize,
    /// Players who were disqualified for another reason.
    others: usize,
    median_ms: f64,
    slow_ms: f64,
    longest_ms: f64,
    games_per_hour: f64,
}

const MAP: &[u8] = include_bytes!("../../../../../maps/standard-8x8.map");
/// Games for each that runs at once.
const EACH: u16 = 2;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let house = house_for_strangers(false)?;
    let launcher = house.launcher.as_ref();
    let cage =
        launcher.ok_or_else(|| miette!(help = "`rxt doctor`", "programs cannot be kept in on this machine"))?.cage;
    let folder = Scratch::new("arena")?;
    let steps = steps(args, &house, folder.path())?;
    let held = steps.iter().filter(|step| step.is_good()).map(|step| step.at_once).max();
    let report = Report { cores: cores(), time: args.time, sandbox: cage.describe(), steps, holds: held.unwrap_or(0) };
    if args.json {
        output::print(&format!("{}\n", serde_json::to_string(&report).into_diagnostic()?))?;
    } else {
        output::print(&text(&report))?;
    }
    Ok(if report.holds > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Twice as many games each time, until somebody loses.
fn steps(args: &Args, house: &House, folder: &Path) -> Result<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut at_once = 1;
    while at_once <= args.most && steps.last().is_none_or(Step::is_good) {
        steps.push(step(args, house, folder, at_once)?);
        at_once *= 2;
    }
    Ok(steps)
}

fn step(args: &Args, house: &House, folder: &Path, at_once: u16) -> Result<Step> {
    let setup = write_cup(folder, at_once, args.time)?;
    let path = folder.join(format!("{at_once}.sqlite"));
    let mut db = Db::open(&path).map_err(|error| miette!("{error}"))?;
    let finish = AtomicBool::new(false);
    let options = RunOptions { concurrency: at_once.into(), finish: &finish, house: house.clone(), remote: None };
    let begun = Instant::now();
    run_tournament(&setup, &mut db, &options, &mut |_| {}).map_err(|error| miette!("{error}"))?;
    let seconds = begun.elapsed().as_secs_f64();
    read_step(&db, at_once, seconds).map_err(|error| miette!("{error}"))
}

fn read_step(db: &Db, at_once: u16, seconds: f64) -> Result<Step, rxt_arena::db::DbError> {
    let outs = db.disqualifications()?;
    let timeouts = outs.iter().filter(|out| out.reason == "timeout").count();
    let spoilt = db.attempts()?.iter().filter(|attempt| attempt.outcome.as_deref() == Some("spoilt")).count();
    let results = db.results()?;
    let mut times: Vec<u64> = results.iter().flat_map(|row| row.times.iter().map(|&(_, time)| time)).collect();
    times.sort_unstable();
    let at = |part| quantile(&times, part).unwrap_or(0) as f64 / 1000.0;
    Ok(Step {
        at_once,
        games: results.len() as u64,
        moves: times.len(),
        timeouts,
        spoilt,
        others: outs.len() - timeouts,
        median_ms: at(0.5),
        slow_ms: at(0.999),
        longest_ms: at(1.0),
        games_per_hour: results.len() as f64 * 3600.0 / seconds,
    })
}

impl Step {
    fn is_good(&self) -> bool {
        self.timeouts == 0 && self.spoilt == 0 && self.others == 0
    }
}

/// As many blocks of two games as are needed.
fn write_cup(folder: &Path, at_once: u16, time: f64) -> Result<Setup> {
    fs::write(folder.join("standard-8x8.map"), MAP).into_diagnostic()?;
    let program: PathBuf = std::env::current_exe().into_diagnostic()?;
    let command = format!("'{}' client -s {{host}}:{{port}} --engine random -q", program.display());
    let blocks = (at_once * EACH).div_ceil(2);
    let text = format!(
        "name = \"bench\"\nformat = \"round-robin\"\nmaps = [\"standard-8x8.map\"]\ntime = {time:?}\nblocks = {blocks}\n\
         [[bot]]\nname = \"one\"\ncommand = \"{command}\"\n[[bot]]\nname = \"two\"\ncommand = \"{command}\"\n"
    );
    let path = folder.join(format!("{at_once}.toml"));
    fs::write(&path, text).into_diagnostic()?;
    Setup::read(&path).map_err(|error| miette!("{error}"))
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{:>8} {:>6} {:>7} {:>9} {:>7} {:>10} {:>11} {:>9} {:>10}\n",
        "at once", "games", "moves", "timeouts", "spoilt", "median ms", "99.9 % ms", "most ms", "games/h"
    );
    for step in &report.steps {
        let Step { at_once, games, moves, timeouts, spoilt, median_ms, slow_ms, longest_ms, games_per_hour, .. } = step;
        let _ = writeln!(
            text,
            "{at_once:>8} {games:>6} {moves:>7} {timeouts:>9} {spoilt:>7} {median_ms:>10.2} {slow_ms:>11.2} \
             {longest_ms:>9.2} {games_per_hour:>10.0}"
        );
        if step.others > 0 {
            let _ = writeln!(text, "         {} disqualified for other reasons", step.others);
        }
    }
    let Report { cores, time, sandbox, holds, .. } = report;
    let _ =
        writeln!(text, "{holds} games at once on {cores} cores without a loss, with {time} s for a move ({sandbox})");
    text
}
