//! `rxt analyse`: what engines think of a position, why, and where a game was lost.

mod engines;
mod game;
mod json;
mod minimax;
mod position;
mod words;

use super::show::ColourChoice;
use crate::input;
use miette::{Result, miette};
use rxt_engine::Spec;
use rxt_record::{Record, Source};
use rxt_rules::agent::Budget;
use rxt_rules::{Answer, Position};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Explain a position or a game
///
/// Of a position: the best lines with what everybody has to expect, what each tile is worth, and why the best move is
/// better than the second. Of a record: what each move cost, the blunders, and where the game was lost. With several
/// engines, what each of them makes of a position. Placement scores run from 1, first of all, to 0, last.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map, a position, a record, or RECORD@PLY; `-` is standard input
    #[arg(value_name = "POSITION|RECORD")]
    source: String,
    /// Of a record: only the position in which this move is made, counted from 1
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// How many lines, best first
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    multipv: u16,
    /// Seconds for each line or move
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Positions visited for each line or move; the default is 50000, and 2000 for a whole record
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each line or move
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// An engine; give it several times to see them side by side
    #[arg(long, value_name = "SPEC", default_value = super::client::DEFAULT_ENGINE)]
    engine: Vec<String>,
    /// Check against plain minimax, at depth 3 if none is given; only for minimax, alphabeta, pvs and paranoid
    #[arg(long, conflicts_with_all = ["svg", "time"])]
    compare: bool,
    /// Seed of engines that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw the position with the worth of its tiles into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN")]
    color: ColourChoice,
    /// Print JSON: one object, with --compare one per position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt analyse maps/standard-8x8.map
  rxt analyse game.rxt                             every move, blunders, where it was lost
  rxt analyse game.rxt --move 31 --time 2 --svg move31.svg
  rxt analyse game.rxt@30 --engine brs --engine paranoid --engine mcts --depth 4
  rxt analyse game.rxt --engine pvs,order=history --compare --depth 3

Exit codes: 0 done, with --compare no difference; 1 --compare found differences.";

const NODES_PER_LINE: u64 = 50_000;
const NODES_PER_MOVE: u64 = 2_000;

/// What is asked about.
#[expect(clippy::large_enum_variant, reason = "there is one of them")]
enum Subject {
    /// One position, and the move that was made in it where that is known.
    Position(Position, Option<Answer>),
    /// A whole game.
    Game(Record),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let engines = args.engine.iter().map(|text| engine(text)).collect::<Result<Vec<_>>>()?;
    if args.compare {
        return minimax::run(args, &engines);
    }
    match (subject(args)?, &engines[..]) {
        (Subject::Position(position, played), [(name, spec)]) => {
            position::run(args, &position, played, name, spec)?;
        }
        (Subject::Position(position, _), engines) => engines::run(args, &position, engines)?,
        (Subject::Game(record), [(name, spec)]) => game::run(args, &record, name, spec)?,
        (Subject::Game(_), _) => {
            let help = format!("name one: `{}@12`, or add --move 12", args.source);
            return Err(miette!(help = help, "several engines are asked about one position, not about a whole game"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn engine(text: &str) -> Result<(String, Spec)> {
    let help = "`rxt engines` lists what there is";
    let spec = Spec::parse(text).map_err(|error| miette!(help = help, "`--engine {text}`: {error}"))?;
    Ok((text.to_owned(), spec))
}

fn subject(args: &Args) -> Result<Subject> {
    let argument = &args.source;
    let (path, ply) = input::split_ply(argument);
    let source = input::read_source(Path::new(path))?;
    let ply = match (ply, args.number) {
        (Some(_), Some(_)) => {
            return Err(miette!(
                help = "leave one of them out",
                "`{argument}` names a moment already, and so does --move"
            ));
        }
        (None, Some(number)) => Some(number as usize - 1),
        (ply, None) => ply,
    };
    let played = match (&source, ply) {
        (Source::Record(record), Some(ply)) => record.moves().nth(ply).map(|mv| mv.answer),
        _ => None,
    };
    if let (Source::Record(record), None) = (source, ply) {
        return Ok(Subject::Game(record));
    }
    let source = input::read_source(Path::new(path))?;
    let position = source.position(ply).map_err(|error| miette!("`{argument}`: {error}"))?;
    if position.to_move().is_none() {
        let help = "name an earlier moment, such as RECORD@0";
        return Err(miette!(help = help, "the game of `{argument}` is over, there is nothing to think about"));
    }
    Ok(Subject::Position(position, played))
}

impl Args {
    /// What each line or move may cost.
    fn budget(&self, nodes: u64) -> Result<Budget> {
        let wrong = |time| miette!(help = "name a number above 0, such as 0.5", "`--time {time}` is no time to think");
        let time = match self.time {
            Some(time) => {
                Some(Duration::try_from_secs_f64(time).ok().filter(|time| !time.is_zero()).ok_or_else(|| wrong(time))?)
            }
            None => None,
        };
        let unlimited = self.time.is_none() && self.depth.is_none();
        let nodes = self.nodes.or(unlimited.then_some(nodes));
        Ok(Budget { time, depth: self.depth, nodes })
    }
}
