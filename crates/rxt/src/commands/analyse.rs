//! `rxt analyse`: what engines think of positions, side by side, and whether a search finds what plain minimax finds.

use crate::{input, output};
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::Spec;
use rxt_record::Source;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::{Answer, Position};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Show what engines think of a position
///
/// Each engine searches the position, or every position of a whole record, to the same depth; moves, values and visited
/// positions stand side by side. With --compare each engine is checked against plain minimax with the same evaluation,
/// and every difference in value is reported.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map, a position, RECORD@PLY, or a record, of which every position is taken; `-` is standard input
    #[arg(value_name = "POSITION|RECORD")]
    source: String,
    /// An engine; give it several times to see them side by side
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    engine: Vec<String>,
    /// Plies
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Check against plain minimax; only for minimax, alphabeta, pvs and paranoid
    #[arg(long)]
    compare: bool,
    /// Seed of engines that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object per position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt analyse maps/standard-8x8.map --engine pvs --engine mcts --depth 5
  rxt analyse game.rxt@20 --engine brs --engine paranoid
  rxt analyse game.rxt --engine pvs,order=history --compare --depth 3

Exit codes: 0 done, with --compare no difference; 1 --compare found differences.";

#[derive(Serialize)]
struct PositionReport {
    ply: Option<usize>,
    player: u8,
    engines: Vec<EngineReport>,
}

#[derive(Serialize)]
struct EngineReport {
    engine: String,
    x: u16,
    y: u16,
    special: u8,
    value: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// With --compare: what plain minimax says.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimax: Option<Minimax>,
}

#[derive(Serialize)]
struct Minimax {
    value: Option<i32>,
    nodes: Option<u64>,
    agrees: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let engines = args.engine.iter().map(|text| engine(args, text)).collect::<Result<Vec<_>>>()?;
    let positions = positions(&args.source)?;
    if positions.is_empty() {
        let help = "name an earlier moment, such as RECORD@0";
        return Err(miette!(help = help, "the game of `{}` is over, there is nothing to think about", args.source));
    }
    let (mut compared, mut differences) = (0_u32, 0_u32);
    for (ply, position) in &positions {
        let report = report(args, &engines, *ply, position);
        for minimax in report.engines.iter().filter_map(|engine| engine.minimax.as_ref()) {
            compared += 1;
            differences += u32::from(!minimax.agrees);
        }
        let text = if args.json { serde_json::to_string(&report).into_diagnostic()? + "\n" } else { lines(&report) };
        output::print(&text)?;
    }
    if args.compare && !args.json {
        output::print(&format!("{compared} searches compared with minimax, {differences} differences\n"))?;
    }
    Ok(if differences > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// An engine, and plain minimax to compare it with if that was asked for.
struct Pair {
    name: String,
    spec: Spec,
    plain: Option<Spec>,
}

fn engine(args: &Args, text: &str) -> Result<Pair> {
    let help = "`rxt engines` lists what there is";
    let spec = Spec::parse(text).map_err(|error| miette!(help = help, "`--engine {text}`: {error}"))?;
    let plain = spec.plain();
    if args.compare && plain.is_none() {
        let help = "leave --compare out, or choose minimax, alphabeta, pvs or paranoid";
        let name = spec.search().name;
        return Err(miette!(help = help, "`{name}` looks for something else than minimax does, so they may differ"));
    }
    Ok(Pair { name: text.to_owned(), spec, plain: plain.filter(|_| args.compare) })
}

/// The positions to think about, with the moves before them where that is known.
fn positions(argument: &str) -> Result<Vec<(Option<usize>, Position)>> {
    let (path, ply) = input::split_ply(argument);
    let source = input::read_source(Path::new(path))?;
    let all = match (&source, ply) {
        (Source::Record(record), None) => {
            let plies = 0..=record.plies();
            let at = |ply| source.position(Some(ply)).map(|position| (Some(ply), position));
            plies.map(at).collect::<Result<Vec<_>, _>>()
        }
        _ => source.position(ply).map(|position| vec![(ply, position)]),
    };
    let all = all.map_err(|error| miette!("`{argument}`: {error}"))?;
    Ok(all.into_iter().filter(|(_, position)| position.to_move().is_some()).collect())
}

fn report(args: &Args, engines: &[Pair], ply: Option<usize>, position: &Position) -> PositionReport {
    let player = position.to_move().expect("finished games were left out");
    let budget = Budget { depth: Some(args.depth), ..Budget::default() };
    let think = |spec: &Spec| spec.engine(args.seed).choose(position, &budget, &Signal::default());
    let value = |choice: &Choice| choice.scores.get(player.index()).copied();
    let engines = engines.iter().map(|pair| {
        let choice = think(&pair.spec);
        let Answer { x, y, special } = choice.mv.answer(position.map());
        let minimax = pair.plain.as_ref().map(think).map(|plain| Minimax {
            value: value(&plain),
            nodes: plain.nodes,
            agrees: value(&plain) == value(&choice),
        });
        let (depth, nodes) = (choice.depth, choice.nodes);
        EngineReport { engine: pair.name.clone(), x, y, special, value: value(&choice), depth, nodes, minimax }
    });
    PositionReport { ply, player: player.number(), engines: engines.collect() }
}

fn lines(report: &PositionReport) -> String {
    let at = report.ply.map_or_else(String::new, |ply| format!("after {ply} moves, "));
    let mut text = format!("{at}player {} to move\n", report.player);
    for engine in &report.engines {
        let known = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
        let mv = Answer { x: engine.x, y: engine.y, special: engine.special }.to_string();
        let value = known(engine.value.map(|value| value.to_string()));
        let depth = known(engine.depth.map(|depth| depth.to_string()));
        let nodes = known(engine.nodes.map(|nodes| nodes.to_string()));
        let _ = write!(text, "  {mv:<12} value {value:>9}  depth {depth:>2}  nodes {nodes:>9}  {}", engine.engine);
        if let Some(minimax) = &engine.minimax {
            let verdict = if minimax.agrees { "as minimax" } else { "DIFFERS from minimax" };
            let value = known(minimax.value.map(|value| value.to_string()));
            let nodes = known(minimax.nodes.map(|nodes| nodes.to_string()));
            let _ = write!(text, "  {verdict}: value {value}, nodes {nodes}");
        }
        text.push('\n');
    }
    text
}
