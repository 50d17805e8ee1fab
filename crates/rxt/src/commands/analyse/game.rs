//! A whole game: what each move cost, the blunders, and where it was lost.

use super::{Args, NODES_PER_MOVE, json, words};
use crate::output;
use miette::{Result, miette};
use rxt_engine::Spec;
use rxt_engine::analysis::{GameAnalysis, MoveAnalysis, Question, Step, Turning, analyse_game};
use rxt_record::Record;
use rxt_record::record::Entry;
use rxt_rules::agent::Signal;
use rxt_rules::{Map, Player, Position};
use std::fmt::Write;
use std::sync::Arc;

pub(super) fn run(args: &Args, record: &Record, name: &str, spec: &Spec) -> Result<()> {
    if args.svg.is_some() {
        let help = format!("add --move 12, or name `{}@12`", args.source);
        return Err(miette!(help = help, "a picture shows one position, not a whole game"));
    }
    let steps = steps(record).map_err(|error| miette!("`{}`: {error}", args.source))?;
    let budget = args.budget(NODES_PER_MOVE)?;
    let question = Question { engine: spec.clone(), budget, lines: 1, tiles: false, seed: args.seed };
    let bar = output::progress(record.plies() as u64, "moves");
    let start = Position::new(Arc::clone(&record.map));
    let mut seen = |done: usize| {
        bar.set_position(done as u64);
        true
    };
    let analysis = analyse_game(&start, &steps, &question, &Signal::default(), &mut seen);
    bar.finish_and_clear();
    let map = &record.map;
    if args.json {
        return output::print(&format!("{}\n", json::game(map, &analysis, name)));
    }
    let mut text = format!("{} moves, judged by {name}\n", analysis.moves.len());
    text.push_str(&graph(&analysis, map.players()));
    text.push_str(&blunders(&analysis, map));
    text.push_str(&verdicts(&analysis, map));
    output::print(&text)
}

/// What happens in a game, move by move.
fn steps(record: &Record) -> Result<Vec<Step>, rxt_record::record::ReplayError> {
    let mut replay = record.replay();
    let mut steps = Vec::new();
    loop {
        let before = replay.position().clone();
        let Some(entry) = replay.step() else { return Ok(steps) };
        match entry? {
            Entry::Move(mv) => steps.extend(before.read(mv.answer).ok().map(Step::Move)),
            Entry::Disqualified(player, _) => steps.push(Step::Disqualified(*player)),
            Entry::PhaseTwo(_) => {}
        }
    }
}

/// What everybody had to expect, from the first move to the last, in eight heights.
fn graph(analysis: &GameAnalysis, players: u8) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const COLUMNS: usize = 80;
    let moves = &analysis.moves;
    let apart = moves.len().div_ceil(COLUMNS).max(1);
    let mut text = "\nexpected placement, from the first move to the last\n".to_owned();
    for player in Player::all(players) {
        let height = |mv: &MoveAnalysis| {
            let score = if mv.player == player { mv.left } else { mv.best.placement(player) };
            HEIGHTS[((score * 8.0) as usize).min(7)]
        };
        let heights: String = moves.iter().step_by(apart).map(height).collect();
        let _ = writeln!(text, "  {player}  {heights}  {:.2}", analysis.placements[player.index()]);
    }
    text
}

fn blunders(analysis: &GameAnalysis, map: &Map) -> String {
    /// The costliest are shown.
    const SHOWN: usize = 20;
    let mut all: Vec<&MoveAnalysis> = analysis.moves.iter().filter(|mv| mv.is_blunder()).collect();
    let count = all.len();
    all.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
    all.truncate(SHOWN);
    all.sort_by_key(|mv| mv.ply);
    if all.is_empty() {
        return format!("\nno blunder: no move cost {:.1} or more of a placement score\n", MoveAnalysis::BLUNDER);
    }
    let mut text =
        "\nblunders\n  move  player  played       cost  left  better       most of all because of\n".to_owned();
    for mv in all {
        let (played, better) = (words::mv(mv.played, map), words::mv(mv.best.mv, map));
        let (number, mover, cost, left) = (mv.ply + 1, mv.player, mv.loss(), mv.left);
        let _ = write!(text, "  {number:>4}  {mover:>6}  {played:<11}  {cost:.2}  {left:.2}  {better:<11}");
        let _ = writeln!(text, "  {}", reason(mv));
    }
    if count > SHOWN {
        let _ = writeln!(text, "  and {} that cost less", count - SHOWN);
    }
    text
}

/// The feature that speaks most for the better move.
fn reason(mv: &MoveAnalysis) -> String {
    let best = mv.why.iter().flat_map(|why| &why.reasons).find(|reason| reason.gain() > 0.0);
    best.map_or_else(String::new, |reason| format!("{} {:+.2}", reason.name, reason.gain()))
}

/// Why everybody who did not come first did not.
fn verdicts(analysis: &GameAnalysis, map: &Map) -> String {
    let mut text = "\n".to_owned();
    for &Turning { player, lost_by, costliest } in &analysis.turnings {
        let told = |index: usize| {
            let mv = &analysis.moves[index];
            let (played, better) = (words::mv(mv.played, map), words::mv(mv.best.mv, map));
            let (number, had, left) = (mv.ply + 1, mv.expected, mv.left);
            format!("move {number}, {played}: it left {left:.2} of {had:.2}; {better} was better")
        };
        let _ = match (lost_by, costliest) {
            (Some(index), _) => writeln!(text, "player {player} lost the game with {}", told(index)),
            (None, Some(index)) => {
                writeln!(text, "player {player} never had an equal share; his costliest was {}", told(index))
            }
            (None, None) => writeln!(text, "player {player} made no mistake that could be found"),
        };
    }
    text
}
