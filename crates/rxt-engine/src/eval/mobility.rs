//! The number of own moves, as an addition to any evaluation: the option `mobility`.

use super::catalogue::Opt;
use super::spec::EvalSpec;
use crate::fixed::{FRACTION, log2};
use rxt_rules::moves::TileList;
use rxt_rules::{Map, Phase, Player, Position};
use std::cell::RefCell;

/// `mobility` points for each doubling of one plus the number of own moves without override stones, rounded down: that
/// there is a move at all counts most, and the hundredth counts next to nothing. Choices on special tiles are not counted,
/// and in the bombing phase there are no moves.
#[derive(Clone, Debug)]
pub(super) struct Mobility {
    weight: i32,
    /// Room to work in.
    moves: RefCell<TileList>,
}

impl Mobility {
    /// `None` if the weight is 0.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        let weight = spec.get(Opt::Mobility);
        (weight != 0).then(|| Self { weight, moves: RefCell::new(TileList::new(map)) })
    }

    /// Points of a player, whoever's turn it is.
    pub(super) fn points(&self, position: &Position, player: Player) -> i32 {
        if position.phase() != Phase::Build {
            return 0;
        }
        let moves = position.mobility(player, &mut self.moves.borrow_mut());
        (i64::from(self.weight) * log2(u64::from(moves) + 1)).div_euclid(1 << FRACTION) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{start, values};

    #[test]
    fn moves_count_by_their_doublings() {
        // Four moves each: 2.32 doublings of one.
        let position = start("2 0 0 0 4 4  0 0 0 0  0 1 2 0  0 2 1 0  0 0 0 0");
        assert_eq!(values("stones,mobility=10", &position), [(2 + 23) * UNIT; 2]);
        // Player 1 has one move, player 2 none.
        let position = start("2 0 0 0 1 3  1 2 0");
        assert_eq!(values("stones,mobility=10", &position), [(1 + 10) * UNIT, UNIT]);
    }

    #[test]
    fn in_the_bombing_phase_there_are_no_moves() {
        let position = start("2 0 1 0 1 3  1 0 2");
        assert_eq!(values("stones,mobility=10", &position), [UNIT; 2]);
    }
}
