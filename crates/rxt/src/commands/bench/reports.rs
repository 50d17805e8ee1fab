//! `rxt bench reports`: what the course's reports say about positions visited, measured again.

use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::reports::{Figures, STATEMENTS, Shows, Statement, Visited};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

/// Measure what the reports say about positions visited
///
/// Each statement is about two engines that search the same positions to the same depth: positions of one game, in which
/// player 1 is to move. Positions made only to put moves in order are counted apart. There is no clock in it, so the
/// figures are the same on every machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only the statements on the page of this preset
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Positions of the game, spread evenly
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    positions: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
`times` is how many times as many positions the second engine visits. `most/mean` is the largest number of positions for
a move as a multiple of the mean, for both engines: 1 would be the same for every move.

Examples:
  rxt bench reports
  rxt bench reports --preset report-2019 --json

Exit codes: 0 all statements hold, 1 some do not.";

#[derive(Serialize)]
struct Row {
    preset: &'static str,
    says: &'static str,
    engine: &'static str,
    base: &'static str,
    map: &'static str,
    depth: u32,
    positions: usize,
    states: Vec<u64>,
    probes: u64,
    base_states: Vec<u64>,
    base_probes: u64,
    ratio: f64,
    most_by_mean: (f64, f64),
    /// Whether the report is right; `null` where it makes no claim that figures could refute.
    holds: Option<bool>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let asked = |statement: &&Statement| args.preset.as_ref().is_none_or(|preset| preset == statement.preset);
    let statements: Vec<&Statement> = STATEMENTS.iter().filter(asked).collect();
    if statements.is_empty() {
        let mut presets: Vec<&str> = STATEMENTS.iter().map(|statement| statement.preset).collect();
        presets.dedup();
        let name = args.preset.as_deref().unwrap_or_default();
        let help = format!("there are statements on {}", presets.join(", "));
        return Err(miette!(help = help, "no statement is about `{name}`"));
    }
    let mut rows = Vec::new();
    let mut out = output::stdout();
    for statement in statements {
        let figures = statement.measure(args.positions.into()).map_err(|errors| miette!("{errors}"))?;
        if !args.json {
            print(&mut out, statement, &figures).into_diagnostic()?;
            out.flush().into_diagnostic()?;
        }
        rows.push(row(statement, &figures));
    }
    let wrong = rows.iter().filter(|row| row.holds == Some(false)).count();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows).into_diagnostic()?).into_diagnostic()?;
    } else {
        writeln!(out, "{} statements, {wrong} do not hold", rows.len()).into_diagnostic()?;
    }
    Ok(if wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn row(statement: &Statement, figures: &Figures) -> Row {
    let &Statement { preset, says, engine, base, map, depth, .. } = statement;
    Row {
        preset,
        says,
        engine,
        base,
        map,
        depth,
        positions: figures.engine.len(),
        ratio: figures.ratio(),
        most_by_mean: figures.spreads(),
        holds: statement.holds(figures),
        states: states(&figures.engine),
        probes: probes(&figures.engine),
        base_states: states(&figures.base),
        base_probes: probes(&figures.base),
    }
}

fn print(out: &mut impl Write, statement: &Statement, figures: &Figures) -> std::io::Result<()> {
    let &Statement { preset, says, map, depth, .. } = statement;
    let verdict = match statement.holds(figures) {
        Some(true) => "holds",
        Some(false) => "DOES NOT HOLD",
        None => "open",
    };
    writeln!(out, "{preset}: {says} ({verdict})")?;
    writeln!(out, "  {} positions of {map}, depth {depth}", figures.engine.len())?;
    let (one, other) = figures.spreads();
    for (name, visited, spread) in [(statement.engine, &figures.engine, one), (statement.base, &figures.base, other)] {
        let (sum, probes) = (states(visited).iter().sum::<u64>(), probes(visited));
        writeln!(out, "  {name:<38} {sum:>9}, ordering {probes:>8}, most/mean {spread:>5.2}")?;
    }
    if statement.shows != Shows::AsMany {
        writeln!(out, "  {:.2} times", figures.ratio())?;
    }
    writeln!(out)
}

fn states(visited: &[Visited]) -> Vec<u64> {
    visited.iter().map(|one| one.states).collect()
}

fn probes(visited: &[Visited]) -> u64 {
    visited.iter().map(|one| one.probes).sum()
}
