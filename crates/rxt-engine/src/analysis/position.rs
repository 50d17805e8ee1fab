//! One position: the best lines, what every tile is worth, and why the best move is best.

use super::judge::{Judge, Term};
use super::line::{Line, search};
use crate::agent::Engine;
use crate::spec::Spec;
use rxt_rules::agent::{Budget, Signal};
use rxt_rules::{Move, Player, Position, Tile};
use std::cmp::Reverse;
use std::time::Duration;

/// What is asked, and what the answer may cost.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who thinks.
    pub engine: Spec,
    /// What each line may cost.
    pub budget: Budget,
    /// How many lines are wanted.
    pub lines: usize,
    /// Whether every tile is to be valued; costs about as much as one line.
    pub tiles: bool,
    /// Seed of engines that choose at random.
    pub seed: u64,
}

/// What is found.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionAnalysis {
    /// Who is to move.
    pub player: Player,
    /// The best lines, best first, each with another move.
    pub lines: Vec<Line>,
    /// What each legal tile is worth to the player to move, in map order.
    pub tiles: Vec<TileValue>,
    /// Why the first line is better than the next one of another score; `None` if there is only one.
    pub why: Option<Why>,
}

/// What a tile is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TileValue {
    /// The tile.
    pub tile: Tile,
    /// The expected placement score behind the best move on it.
    pub placement: f64,
    /// What the search says of it, in its own unit.
    pub score: Option<i32>,
}

/// One move beside another: what speaks for each where its line ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// The better move.
    pub better: Move,
    /// The other.
    pub worse: Move,
    /// What differs, the largest difference first.
    pub reasons: Vec<Reason>,
}

/// One feature behind two moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// A short name.
    pub name: &'static str,
    /// What is counted.
    pub summary: &'static str,
    /// How much it speaks for the player behind the better move, in logits.
    pub better: f64,
    /// The same behind the other.
    pub worse: f64,
}

impl Reason {
    /// How much more it speaks for the better move.
    pub fn gain(&self) -> f64 {
        self.better - self.worse
    }
}

/// Analyses a position in which somebody is to move; `None` if the game is over.
pub fn analyse_position(position: &Position, question: &Question, signal: &Signal) -> Option<PositionAnalysis> {
    let player = position.to_move()?;
    let judge = Judge::new(position.map());
    let mut engine = question.engine.engine(question.seed);
    let lines = best_lines(&mut engine, &judge, position, question.lines, &question.budget, signal);
    let tiles = match lines.first() {
        Some(first) if question.tiles => tiles(&mut engine, &judge, position, question, first, signal),
        _ => Vec::new(),
    };
    let why = lines.split_first().and_then(|(better, others)| {
        // Of moves that are worth the same, as on a symmetric board, there is nothing to say.
        let other = others.iter().find(|other| other.score != better.score).or_else(|| others.first())?;
        Some(why(&judge, better, other, player))
    });
    Some(PositionAnalysis { player, lines, tiles, why })
}

/// The best lines of a position in which somebody is to move, one after the other, each without the moves of those before.
pub fn best_lines(
    engine: &mut Engine,
    judge: &Judge,
    position: &Position,
    count: usize,
    budget: &Budget,
    signal: &Signal,
) -> Vec<Line> {
    let first = search(engine, judge, position, None, budget, signal);
    let budget = first.no_deeper(budget);
    let mut left = position.legal_moves();
    left.retain(|&mv| mv != first.mv);
    let mut lines = vec![first];
    while lines.len() < count && !left.is_empty() && !signal.stopped() {
        let line = search(engine, judge, position, Some(left.clone()), &budget, signal);
        left.retain(|&mv| mv != line.mv);
        lines.push(line);
    }
    // A search that was interrupted may have missed what the next one found at the same depth.
    let first = lines[0].clone();
    lines.sort_by_key(|line| Reverse((line.compares_with(&first), line.score)));
    lines
}

/// What each legal tile is worth, all searched equally deep, or with the budget of one line shared among them.
fn tiles(
    engine: &mut Engine,
    judge: &Judge,
    position: &Position,
    question: &Question,
    first: &Line,
    signal: &Signal,
) -> Vec<TileValue> {
    let Some(player) = position.to_move() else { return Vec::new() };
    let moves = position.legal_moves();
    let groups: Vec<&[Move]> = moves.chunk_by(|one, other| one.tile == other.tile).collect();
    let budget = share(&question.budget, first, groups.len());
    let value = |moves: &[Move]| {
        let line = search(engine, judge, position, Some(moves.to_vec()), &budget, signal);
        TileValue { tile: moves[0].tile, placement: line.placement(player), score: line.score }
    };
    groups.into_iter().map(value).collect()
}

/// The budget of one of so many searches beside a line: two plies less deep, which leaves the same player to move last if
/// there are two of them, and costs all together less than the line.
fn share(budget: &Budget, first: &Line, count: usize) -> Budget {
    const LEAST_NODES: u64 = 30;
    const LEAST_TIME: Duration = Duration::from_millis(1);
    let count = count.max(1);
    let depth = first.depth.filter(|_| !first.by_shares).map(|depth| if depth > 2 { depth - 2 } else { depth });
    let shared = |nodes: u64| if depth.is_some() { nodes } else { (nodes / count as u64).max(LEAST_NODES) };
    let time = budget.time.map(|time| (time / count as u32).max(LEAST_TIME));
    Budget { time, depth: depth.or(budget.depth), nodes: budget.nodes.map(shared) }
}

/// What speaks for one line and what for another, where they end.
pub(super) fn why(judge: &Judge, better: &Line, worse: &Line, player: Player) -> Why {
    let (ahead, behind) = (judge.terms(&better.end, player), judge.terms(&worse.end, player));
    let mut reasons: Vec<Reason> = Vec::new();
    for (terms, is_better) in [(ahead, true), (behind, false)] {
        for Term { name, summary, worth } in terms {
            let known = reasons.iter().position(|reason| reason.name == name);
            let index = known.unwrap_or_else(|| {
                reasons.push(Reason { name, summary, better: 0.0, worse: 0.0 });
                reasons.len() - 1
            });
            *if is_better { &mut reasons[index].better } else { &mut reasons[index].worse } = worth;
        }
    }
    reasons.sort_by(|one, other| other.gain().abs().total_cmp(&one.gain().abs()));
    Why { better: better.mv, worse: worse.mv, reasons }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn question(engine: &str, nodes: u64) -> Question {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        Question { engine: Spec::parse(engine).unwrap(), budget, lines: 3, tiles: true, seed: 1 }
    }

    fn start(text: &[u8]) -> Position {
        Position::new(Arc::new(Map::parse(text).unwrap().0))
    }

    #[test]
    fn lines_have_different_moves_and_the_first_is_best() {
        let position = start(include_bytes!("../../../../maps/islands-4p-19x19.map"));
        for engine in ["pvs", "maxn", "mcts", "brs", "greedy"] {
            let analysis = analyse_position(&position, &question(engine, 2000), &Signal::default()).unwrap();
            let moves: Vec<Move> = analysis.lines.iter().map(|line| line.mv).collect();
            assert!(moves.len() == 3 && moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2]);
            for line in &analysis.lines {
                assert!((line.outlook.placements.iter().sum::<f64>() - 2.0).abs() < 0.2, "{engine} {:?}", line.outlook);
            }
            let again = analyse_position(&position, &question(engine, 2000), &Signal::default()).unwrap();
            assert_eq!(analysis, again, "{engine}");
        }
    }

    #[test]
    fn every_legal_tile_has_a_value_and_the_best_move_is_on_a_good_one() {
        let position = start(include_bytes!("../../../../maps/standard-8x8.map"));
        let mut asked = question("alphabeta", 100_000);
        asked.budget = Budget { depth: Some(3), ..Budget::default() };
        let analysis = analyse_position(&position, &asked, &Signal::default()).unwrap();
        assert_eq!(analysis.tiles.len(), position.legal_tiles(analysis.player).len());
        let best = analysis.tiles.iter().filter_map(|tile| tile.score).max();
        let on_best = analysis.tiles.iter().find(|tile| tile.tile == analysis.lines[0].mv.tile).unwrap();
        assert!(best.is_some() && on_best.score.is_some());
        assert!(analysis.why.unwrap().reasons.len() > 10);
    }

    #[test]
    fn who_has_one_move_only_has_one_line() {
        let position = start(b"2 0 0 0 1 3  0 2 1");
        let analysis = analyse_position(&position, &question("pvs", 100), &Signal::default()).unwrap();
        assert!(analysis.lines.len() == 1 && analysis.why.is_none() && analysis.lines[0].outlook.over);
        let over = start(b"2 0 0 0 1 3  0 1 2");
        assert!(analyse_position(&over, &question("pvs", 100), &Signal::default()).is_some());
        let over = start(b"2 0 0 0 1 3  1 1 2");
        assert_eq!(analyse_position(&over, &question("pvs", 100), &Signal::default()), None);
    }
}
