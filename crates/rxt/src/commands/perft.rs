//! `rxt perft`: counts the leaves of the game tree.

use crate::{input, output};
use miette::{IntoDiagnostic, Result};
use rxt_rules::perft::{Passes, divide, perft};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Count the leaves of the game tree
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The last line is the number of leaves. A player who cannot move is passed over silently and a game
that ends earlier counts as one leaf; with --passes each pass is a ply, as Othello programs count.

Examples:
  rxt perft maps/standard-8x8.map 9
  rxt perft maps/standard-8x8.map 9 --passes
  rxt perft game.rxt@20 3 --divide
  rxt perft maps/standard-8x8.map 10 --threads 2"
)]
pub(crate) struct Args {
    /// A map, a position, or RECORD@ply
    #[arg(value_name = "MAP")]
    position: String,
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Print the leaves behind each move
    #[arg(long)]
    divide: bool,
    /// Threads that count
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Count each pass as a ply
    #[arg(long)]
    passes: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = input::read_position(&args.position)?;
    let passes = if args.passes { Passes::Plies } else { Passes::Silent };
    let counted = if args.divide || args.threads > 1 {
        divide(&position, args.depth, passes, args.threads.into())
    } else {
        Vec::new()
    };
    let leaves = match &counted[..] {
        [] => perft(&position, args.depth, passes),
        counted => counted.iter().map(|(_, leaves)| leaves).sum(),
    };
    let mut out = output::stdout();
    let shown = if args.divide { &counted[..] } else { &[] };
    let lines = shown.iter().map(|(mv, leaves)| (mv.answer(position.map()), leaves));
    if args.json {
        let moves: Vec<_> =
            lines.map(|(at, leaves)| json!({"x": at.x, "y": at.y, "special": at.special, "leaves": leaves})).collect();
        let divided = if args.divide { json!(moves) } else { json!(null) };
        writeln!(out, "{}", json!({"depth": args.depth, "leaves": leaves, "moves": divided})).into_diagnostic()?;
    } else {
        for (at, leaves) in lines {
            writeln!(out, "{at} {leaves}").into_diagnostic()?;
        }
        writeln!(out, "{leaves}").into_diagnostic()?;
    }
    Ok(ExitCode::SUCCESS)
}
