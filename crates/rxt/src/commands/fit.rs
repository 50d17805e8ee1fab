//! `rxt fit`: weights for the default evaluation from games.

use super::selfplay::{GAMES, PLAN, players};
use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_arena::store::Store;
use rxt_arena::training::{Fit, FitProgress, GameLine, fit};
use rxt_engine::eval::default::Weights;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit the weights of the default evaluation to games
///
/// Takes the games of `rxt selfplay` and finds the weights that make the order in which players came in most likely, by the
/// model of Plackett and Luce. Every fifth game is held out; how likely its outcome is before and after says whether
/// something was learnt that holds elsewhere. The same games give the same weights.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folders of games
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// File to write the weights to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to begin with, and to stay near where games say little: a file, or `hand` or `fitted`
    #[arg(long, value_name = "FILE", default_value = "hand")]
    start: String,
    /// Only games with so many players: a number, or a range
    #[arg(long, value_name = "FROM-TO", default_value = "2-8", value_parser = players)]
    players: RangeInclusive<u8>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt fit games --out weights.txt
  rxt fit games --out duels.txt --players 2
  rxt fit games duels --out weights.txt --start fitted --json

The engine's own weights are files of the same form, crates/rxt-engine/src/eval/default/*.txt.

Exit codes: 0 the outcome of games held out became more likely, 1 it did not, 2 wrong use.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut lines = read(&args.data)?;
    lines.retain(|line| args.players.contains(&(line.points.len() as u8)));
    let start = start(args)?;
    let talks = io::stderr().is_terminal();
    let mut observe = |progress: FitProgress<'_>| {
        if talks {
            let Weights { exponent, inversion_taken, choice_taken, .. } = progress.settings;
            output::note(&format!(
                "exponent {exponent}, inversion-taken {inversion_taken}, choice-taken {choice_taken}: {:.5}",
                progress.fitted
            ));
        }
    };
    let more = "`rxt selfplay` with the same folder and a greater --games adds to them";
    let failed = |error| miette!(help = more, "{}: {error}", listed(&args.data));
    let fit = fit(&lines, &start, &mut observe).map_err(failed)?;
    let text = file(args, &fit);
    fs::write(&args.out, text).into_diagnostic().wrap_err_with(|| format!("cannot write `{}`", args.out.display()))?;
    let report = if args.json {
        format!(
            "{}
",
            to_json(&fit)
        )
    } else {
        table(&fit)
    };
    output::print(&report)?;
    Ok(if fit.after.held_out > fit.before.held_out { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The games of all folders. Their numbers are made to differ, so that no game is taken for another.
fn read(folders: &[PathBuf]) -> Result<Vec<GameLine>> {
    let mut lines = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        let games = folder.join(GAMES);
        if !games.is_file() {
            let help = "rxt selfplay --out games";
            return Err(miette!(help = help, "`{}` is no file; expected the games of `rxt selfplay`", games.display()));
        }
        let store: Store<GameLine> = Store::open(&games).into_diagnostic()?;
        let numbered = |line: &GameLine| GameLine { game: (number as u64) << 40 | line.game, ..line.clone() };
        lines.extend(store.lines().iter().map(numbered));
    }
    Ok(lines)
}

fn listed(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" ")
}

fn start(args: &Args) -> Result<Weights> {
    match args.start.as_str() {
        "hand" => Ok(Weights::hand()),
        "fitted" => Ok(Weights::fitted(*args.players.start())),
        path => {
            let text = fs::read_to_string(path).into_diagnostic().wrap_err_with(|| format!("cannot read `{path}`"))?;
            Weights::parse(&text).map_err(|error| miette!("`{path}`: {error}"))
        }
    }
}

/// The weights with where they come from.
fn file(args: &Args, fit: &Fit) -> String {
    let mut text =
        String::from("# Weights of the default evaluation, fitted to games. What they mean: docs/evaluation.md.\n");
    let _ = writeln!(
        text,
        "# rxt fit {} --out {} --start {} --players {}-{}",
        listed(&args.data),
        args.out.display(),
        args.start,
        args.players.start(),
        args.players.end()
    );
    for command in args.data.iter().filter_map(|folder| played(folder)) {
        let _ = writeln!(text, "# games: {command}");
    }
    for line in table(fit).lines() {
        let _ = writeln!(text, "# {line}");
    }
    let _ = write!(text, "{}", fit.weights);
    text
}

/// The command that the games came from.
fn played(folder: &Path) -> Option<String> {
    let games = fs::read_to_string(folder.join(GAMES)).ok()?.lines().count();
    let text = fs::read_to_string(folder.join(PLAN)).ok()?;
    let plan: Value = serde_json::from_str(&text).ok()?;
    let mut command = format!(
        "rxt selfplay --games {games} --nodes {} --seed {} --players {} --random {}",
        plan["nodes"],
        plan["seed"],
        plan["players"].as_str()?,
        plan["random"]
    );
    for engine in plan["engines"].as_array()? {
        let _ = write!(command, " --engine {}", engine.as_str()?);
    }
    Some(command)
}

fn table(fit: &Fit) -> String {
    let mut text = format!("{:<22} {:>12} {:>12}\n", "", "fitted to", "held out");
    let _ = writeln!(text, "{:<22} {:>12} {:>12}", "games", fit.games[0], fit.games[1]);
    let _ = writeln!(text, "{:<22} {:>12} {:>12}", "positions", fit.positions[0], fit.positions[1]);
    let rows = [("nothing known", fit.unknown), ("before", fit.before), ("after", fit.after)];
    for (name, likelihood) in rows {
        let name = format!("log-likelihood, {name}");
        let _ = writeln!(text, "{name:<30} {:>8.5} {:>8.5}", likelihood.fitted, likelihood.held_out);
    }
    text
}

fn to_json(fit: &Fit) -> Value {
    let likelihood = |one: rxt_arena::training::Likelihood| json!({ "fitted": one.fitted, "held_out": one.held_out });
    json!({
        "games": { "fitted": fit.games[0], "held_out": fit.games[1] },
        "positions": { "fitted": fit.positions[0], "held_out": fit.positions[1] },
        "log_likelihood": {
            "nothing_known": likelihood(fit.unknown),
            "before": likelihood(fit.before),
            "after": likelihood(fit.after),
        },
    })
}
