//! One search of a position, with what it expects of everybody and where that leads.

use super::judge::{Judge, Outlook, from_shares};
use crate::agent::Engine;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::{Move, Player, Position};

/// A move with the line behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The move.
    pub mv: Move,
    /// What is expected of everybody, the move first. A player may be left out where the search lets him pass.
    pub steps: Vec<(Player, Move)>,
    /// What the search says it is worth to the player to move, in its own unit; `None` of one that does not say.
    pub score: Option<i32>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// What everybody has to expect: stones as at the end of the line.
    pub outlook: Outlook,
    /// The position at the end of the line.
    pub end: Position,
    /// Whether the search gives everybody a share, and has no depth to speak of.
    pub(super) by_shares: bool,
}

impl Line {
    /// The expected placement score of a player.
    pub fn placement(&self, player: Player) -> f64 {
        self.outlook.placements[player.index()]
    }
}

impl Line {
    /// The budget for lines that are to be compared with this one: no deeper, because scores swing with who moves last.
    pub(super) fn no_deeper(&self, budget: &Budget) -> Budget {
        if self.by_shares { *budget } else { Budget { depth: self.depth.or(budget.depth), ..*budget } }
    }

    /// Whether a line was searched as deep as this one, so that their scores compare.
    pub(super) fn compares_with(&self, other: &Self) -> bool {
        self.by_shares || self.depth == other.depth
    }
}

/// Searches a position, with these moves only if there are any.
pub(super) fn search(
    engine: &mut Engine,
    judge: &Judge,
    position: &Position,
    only: Option<Vec<Move>>,
    budget: &Budget,
    signal: &Signal,
) -> Line {
    engine.keep_line();
    engine.restrict(only);
    let choice = engine.choose(position, budget, signal);
    let steps = engine.line().to_vec();
    let end = follow(position, &steps);
    let mut outlook = judge.outlook(&end);
    let shares = from_shares(&choice.scores);
    let by_shares = shares.is_some();
    outlook.placements = shares.unwrap_or(outlook.placements);
    let score = position.to_move().and_then(|player| choice.scores.get(player.index()).copied());
    let (depth, nodes) = (choice.depth, choice.nodes.unwrap_or(0));
    Line { mv: choice.mv, steps, score, depth, nodes, outlook, end, by_shares }
}

/// The position behind a line.
fn follow(position: &Position, steps: &[(Player, Move)]) -> Position {
    let mut end = position.clone();
    for &(player, mv) in steps {
        if end.to_move() == Some(player) || end.ask(player) {
            end.play(mv);
        }
    }
    end
}
