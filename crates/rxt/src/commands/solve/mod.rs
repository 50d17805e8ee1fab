//! `rxt solve`: what comes of a position if nobody makes a mistake.

mod table;

use crate::{input, output};
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::{Method, Question, Solution, solve};
use rxt_rules::agent::{Budget, Signal};
use rxt_rules::{Answer, Position};
use serde::Serialize;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solve a position exactly
///
/// Searches to the end of the game in every line, bombs included. Plain boards of up to 8x8 tiles with two players and no
/// stocks are solved fastest, 20 free tiles in seconds; anything else as far as it can be. With more than two players, all
/// others are taken to stand together: the result is what the player can be sure of.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map, a position, RECORD@ply, or a table of Othello positions (.tsv)
    #[arg(value_name = "POSITION")]
    source: String,
    /// Free tiles go to the winner, as in Othello; always so for tables
    #[arg(long)]
    othello: bool,
    /// Give up after this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Of a table, only positions with at most so many free tiles
    #[arg(long, value_name = "N")]
    most_free: Option<u32>,
    /// Print one JSON object for each position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A table has a line for each position, with tabs between its fields: a name, 64 squares row by
row (X, O, -), who is to move (X or O), and, if known, the number of free squares and the
exact score for that side, with which the result is compared.

Examples:
  rxt solve game.rxt@48
  rxt solve game.rxt@48 --json
  rxt solve maps/rule-bombing-only.map
  rxt solve endings.tsv --most-free 20

Exit codes: 0 solved, 1 given up or another score than the table has, 2 wrong use or bad input.";

/// A position that was solved, or not.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    player: u8,
    free: u32,
    solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<i32>,
    line: Vec<[u16; 3]>,
    nodes: Option<u64>,
    seconds: f64,
    /// What the table says.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    method: Option<&'static str>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let budget = budget(args)?;
    let is_table = std::path::Path::new(&args.source).extension().is_some_and(|end| end == "tsv");
    let cases = if is_table {
        table::read(&args.source)?
    } else {
        let position = input::read_position(&args.source)?;
        vec![table::Case { name: None, position, expected: None }]
    };
    let question = Question { free_to_winner: args.othello || is_table, budget };
    let mut failed = false;
    for case in cases {
        let free = case.position.count(rxt_rules::Cell::EMPTY);
        if args.most_free.is_some_and(|most| free > most) {
            continue;
        }
        let report = report(&case, &question)?;
        failed |= !report.solved || report.expected.is_some_and(|expected| report.lead != Some(expected));
        let text = if args.json {
            serde_json::to_string(&report).into_diagnostic()? + "\n"
        } else {
            words(&report, &case.position)
        };
        output::print(&text)?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn budget(args: &Args) -> Result<Budget> {
    let time = match args.time {
        Some(seconds) if !(0.001..=1e6).contains(&seconds) => {
            let help = "for example: --time 60";
            return Err(miette!(help = help, "--time {seconds} is no time; expected 0.001 seconds or more"));
        }
        seconds => seconds.map(Duration::from_secs_f64),
    };
    Ok(Budget { time, nodes: args.nodes, depth: None })
}

fn report(case: &table::Case, question: &Question) -> Result<Report> {
    let position = &case.position;
    let Some(player) = position.to_move() else {
        let help = "name an earlier moment, such as RECORD@0";
        return Err(miette!(help = help, "the game is over, there is nothing to solve"));
    };
    let start = Instant::now();
    let found = solve(position, question, &Signal::default());
    let seconds = start.elapsed().as_secs_f64();
    let answer = |mv: rxt_rules::Move| {
        let Answer { x, y, special } = mv.answer(position.map());
        [x, y, u16::from(special)]
    };
    let line = found.iter().flat_map(|solution: &Solution| &solution.line).map(|&mv| answer(mv)).collect();
    Ok(Report {
        name: case.name.clone(),
        player: player.number(),
        free: position.count(rxt_rules::Cell::EMPTY),
        solved: found.is_some(),
        lead: found.as_ref().map(|solution| solution.lead),
        places: found.as_ref().map(|solution| solution.places),
        line,
        nodes: found.as_ref().map(|solution| solution.nodes),
        seconds,
        expected: case.expected,
        method: found.as_ref().map(|solution| if solution.method == Method::Words { "words" } else { "general" }),
    })
}

fn words(report: &Report, position: &Position) -> String {
    let name = report.name.as_ref().map_or_else(String::new, |name| format!("{name:<8} "));
    let head = format!("{name}player {}, {:>2} free: ", report.player, report.free);
    let (Some(lead), Some(places), Some(nodes)) = (report.lead, report.places, report.nodes) else {
        return format!("{head}not solved within the limits, {:.1} s\n", report.seconds);
    };
    let mut text = head;
    if position.players() == 2 {
        let _ = write!(text, "{lead:+}");
    } else {
        let _ = write!(text, "sure of {places:+} places and {lead:+} stones to the best other");
    }
    if let Some(expected) = report.expected {
        let _ = write!(text, "{}", if expected == lead { " as expected" } else { " DIFFERS" });
        if expected != lead {
            let _ = write!(text, " from {expected:+}");
        }
    }
    let _ = write!(text, ", {nodes} positions, {:.2} s ", report.seconds);
    for [x, y, special] in &report.line {
        let _ = write!(text, " ({x},{y},{special})");
    }
    text.push('\n');
    text
}
