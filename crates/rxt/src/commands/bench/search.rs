//! `rxt bench search`: what searches visit, how fast, and how well they prune.

use crate::{input, output};
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::Spec;
use rxt_engine::bench::{CASES, Measured, SPECS, measure};
use rxt_rules::Position;
use rxt_rules::moves::{Kernel, Level};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Compare searches: nodes, speed, branching, cutoffs
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Each search goes to a fixed depth in fixed positions, one per class of maps, and visits at most 8000
positions. The last line is the fingerprint: all positions visited. It is the same on every machine, and changes
only when a search behaves differently.

Examples:
  rxt bench search
  rxt bench search --engine pvs --engine brs+ --depth 4 --position maps/torus-3p-15x15.map
  rxt bench search --json > search.json"
)]
pub(crate) struct Args {
    /// An engine to measure; can be given several times
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// A map, a position, or RECORD@ply to search in; can be given several times
    #[arg(long = "position", value_name = "MAP")]
    positions: Vec<String>,
    /// Plies to search, instead of each position's own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    level: String,
    rows: Vec<Row>,
    /// All positions visited; the fingerprint if nothing else was asked for.
    nodes: u64,
}

#[derive(Serialize)]
struct Row {
    class: String,
    map: String,
    engine: String,
    depth: u32,
    nodes: u64,
    /// Positions made only to put moves in order.
    probes: u64,
    nodes_per_second: f64,
    /// The root of the nodes of order depth.
    effective_branching: f64,
    cutoffs: u64,
    /// The share of cutoffs that the first move brought.
    first_move_cutoffs: Option<f64>,
    table_hits: u64,
}

/// A position and how deep it is searched.
struct Task {
    class: String,
    map: String,
    position: Position,
    depth: u32,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let specs = specs(args)?;
    let mut report = Report { level: format!("{:?}", Level::detect()), rows: Vec::new(), nodes: 0 };
    let mut out = output::stdout();
    for task in tasks(args)? {
        if !args.json {
            head(&mut out, &task).into_diagnostic()?;
        }
        for (name, spec) in &specs {
            let row = row(&task, name, spec);
            if !args.json {
                print(&mut out, &row).into_diagnostic()?;
                out.flush().into_diagnostic()?;
            }
            report.nodes += row.nodes + row.probes;
            report.rows.push(row);
        }
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report).into_diagnostic()?).into_diagnostic()?;
    } else {
        writeln!(out, "\nnodes {}", report.nodes).into_diagnostic()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn specs(args: &Args) -> Result<Vec<(String, Spec)>> {
    let parse = |text: &str| {
        Ok((
            text.to_owned(),
            Spec::parse(text).map_err(|error| miette!(help = "`rxt engines` says what there is", "{error}"))?,
        ))
    };
    if args.engines.is_empty() {
        SPECS.iter().map(|text| parse(text)).collect()
    } else {
        args.engines.iter().map(|text| parse(text)).collect()
    }
}

fn tasks(args: &Args) -> Result<Vec<Task>> {
    const THEIR_DEPTH: u32 = 3;
    let ours = |case: &rxt_engine::bench::Case| {
        let position = case.position(Kernel::Best, Level::detect()).map_err(|errors| miette!("{errors}"))?;
        let depth = args.depth.unwrap_or(case.depth);
        Ok(Task { class: case.class.to_owned(), map: case.map.to_owned(), position, depth })
    };
    let theirs = |name: &String| {
        let position = input::read_position(name)?;
        if position.to_move().is_none() {
            return Err(miette!("{name}: the game is over; expected a position in which somebody moves"));
        }
        let depth = args.depth.unwrap_or(THEIR_DEPTH);
        Ok(Task { class: "given".to_owned(), map: name.clone(), position, depth })
    };
    if args.positions.is_empty() {
        CASES.iter().map(ours).collect()
    } else {
        args.positions.iter().map(theirs).collect()
    }
}

/// Searches again and again until the time can be told; the shortest counts.
fn row(task: &Task, engine: &str, spec: &Spec) -> Row {
    const ENOUGH: Duration = Duration::from_millis(60);
    const MOST_ROUNDS: u32 = 5;
    let start = Instant::now();
    let mut best = Duration::MAX;
    let mut measured = None;
    for _ in 0..MOST_ROUNDS {
        let round = Instant::now();
        measured = Some(measure(spec, &task.position, task.depth));
        best = best.min(round.elapsed());
        if start.elapsed() > ENOUGH {
            break;
        }
    }
    let Measured { depth, counters } = measured.expect("there was a round");
    let visited = counters.nodes + counters.probes;
    Row {
        class: task.class.clone(),
        map: task.map.clone(),
        engine: engine.to_owned(),
        depth,
        nodes: counters.nodes,
        probes: counters.probes,
        nodes_per_second: visited as f64 / best.as_secs_f64().max(1e-9),
        effective_branching: (counters.nodes.max(1) as f64).powf(1.0 / f64::from(depth.max(1))),
        cutoffs: counters.cutoffs,
        first_move_cutoffs: (counters.cutoffs > 0).then(|| counters.first_cutoffs as f64 / counters.cutoffs as f64),
        table_hits: counters.table_hits,
    }
}

fn head(out: &mut impl Write, task: &Task) -> std::io::Result<()> {
    writeln!(out, "\n{} ({}, depth {})", task.class, task.map, task.depth)?;
    writeln!(
        out,
        "  {:36} {:>5} {:>8} {:>8} {:>8} {:>9} {:>9} {:>8}",
        "engine", "depth", "nodes", "probes", "kN/s", "branching", "first cut", "hits"
    )
}

fn print(out: &mut impl Write, row: &Row) -> std::io::Result<()> {
    let first = row.first_move_cutoffs.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", share * 100.0));
    writeln!(
        out,
        "  {:36} {:>5} {:>8} {:>8} {:>8.0} {:>9.2} {first:>9} {:>8}",
        row.engine,
        row.depth,
        row.nodes,
        row.probes,
        row.nodes_per_second / 1000.0,
        row.effective_branching,
        row.table_hits,
    )
}
