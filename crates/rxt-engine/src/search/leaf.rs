//! The one place where searches meet evaluations: what leaves are worth.

use super::window::Score;
use crate::eval::{Before, EvalSpec, Evaluation, LIMIT, UNIT};
use crate::spec::End;
use rxt_rules::{ByPlayer, Map, Move, Phase, Player, Position};
use std::sync::Arc;

/// One point of an evaluation, such as a stone.
pub(crate) const POINT: Score = UNIT;

/// Above every evaluation, so that a place known for sure counts more; times the places, below infinity.
pub(crate) const PLACE: Score = LIMIT + LIMIT / 10;

/// Values the leaves of a search.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    evaluation: Evaluation,
    end: End,
}

impl Leaf {
    pub(crate) fn new(spec: &EvalSpec, map: &Arc<Map>, end: End) -> Self {
        Self { evaluation: Evaluation::new(spec, map), end }
    }

    /// Tells the evaluation from where a search starts.
    pub(crate) fn prepare(&mut self, root: &Position) {
        self.evaluation.prepare(root);
    }

    pub(crate) fn end(&self) -> End {
        self.end
    }

    /// What a position is worth to a player.
    #[inline]
    pub(crate) fn value(&self, position: &Position, player: Player) -> Score {
        if position.phase() == Phase::Over && self.end == End::Result {
            return result(position, player);
        }
        self.evaluation.value(position, player)
    }

    /// The place that each player has to expect, from 0 to [`CERTAIN`](crate::eval::default::CERTAIN); `None` of an
    /// evaluation that does not know.
    pub(crate) fn placements(&self, position: &Position) -> Option<ByPlayer<i32>> {
        self.evaluation.as_default().map(|default| default.placements(position))
    }

    /// Looks at a position whose moves are to be valued by what they change.
    pub(crate) fn before(&self, position: &Position, player: Player) -> Before {
        self.evaluation.before(position, player)
    }

    /// What the position behind a move is worth to the player of `before`, told from what the move changes.
    pub(crate) fn value_behind(&self, before: &Before, position: &mut Position, mv: Move) -> Score {
        before.value() + self.evaluation.delta(before, position, mv)
    }
}

/// What the end of a game is worth: places first, then stones more or fewer than the best opponent has.
pub(super) fn result(position: &Position, player: Player) -> Score {
    let own = position.points(player);
    let points = |other: Player| position.points(other);
    let others = || Player::all(position.players()).filter(move |&other| other != player);
    let below = others().filter(|&other| points(other) < own).count() as Score;
    let above = others().filter(|&other| points(other) > own).count() as Score;
    let stones = |points: Option<u32>| points.map_or(-1, |points| points as Score);
    let best = others().map(|other| stones(points(other))).max().unwrap_or(0);
    (below - above) * PLACE + (stones(own) - best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_game_is_worth_its_places_then_its_stones() {
        let map = Map::parse(b"3 0 0 0 1 9  1 1 1 2 2 - 3 3 -").unwrap().0;
        let position = Position::new(Arc::new(map));
        assert_eq!(position.phase(), Phase::Over);
        let worth = |number| result(&position, Player::new(number).unwrap());
        assert_eq!([worth(1), worth(2), worth(3)], [2 * PLACE + 1, -PLACE - 1, -PLACE - 1]);
    }
}
