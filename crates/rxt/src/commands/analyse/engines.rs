//! The same position under several searches, side by side.

use super::{Args, NODES_PER_LINE, json, words};
use crate::output;
use miette::Result;
use rxt_engine::Spec;
use rxt_engine::analysis::{Opinion, opinions};
use rxt_rules::Position;
use rxt_rules::agent::Signal;
use std::fmt::Write;

pub(super) fn run(args: &Args, position: &Position, engines: &[(String, Spec)]) -> Result<()> {
    let budget = args.budget(NODES_PER_LINE)?;
    let opinions = opinions(position, engines, &budget, args.seed, &Signal::default());
    if args.json {
        return output::print(&format!("{}\n", json::opinions(position, &opinions)));
    }
    let player = position.to_move().map_or_else(String::new, |player| format!("player {player} to move\n"));
    output::print(&opinions.iter().fold(player, |text, opinion| text + &lines(position, opinion)))
}

fn lines(position: &Position, Opinion { engine, assumes, line }: &Opinion) -> String {
    let map = position.map();
    let mut text = format!("\n{engine}\n  {}", words::mv(line.mv, map));
    let (score, depth) = (words::known(line.score.map(|score| format!("{score:+}"))), words::known(line.depth));
    let places = words::placements(&line.outlook.placements);
    let _ = writeln!(text, ": placement {places}; score {score}, depth {depth}, {} positions", line.nodes);
    let _ = writeln!(text, "  of the others it assumes: {assumes}");
    text.push_str(&words::steps(&line.steps, map, 2));
    text
}
