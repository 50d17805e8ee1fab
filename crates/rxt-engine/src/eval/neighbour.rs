//! Special tiles beside own stones: `neighbour`.

use super::catalogue::{Opt, Term};
use super::spec::EvalSpec;
use rxt_rules::{ByPlayer, Direction, Map, Position, Tile};

/// For each own stone and each of its eight directions with a neighbour: `special` points against its owner if the
/// neighbour is a choice, inversion or bonus tile not yet taken, and `plain` points for him if it is anything else, holes
/// and craters left out.
///
/// A special tile can be reached only if a stone lies beside it, so whoever leaves it alone denies it to others.
#[derive(Clone, Debug)]
pub(super) struct Neighbours {
    special: i32,
    plain: i32,
    /// Each tile with its neighbours; those that are special at the start alone, if only these count.
    pairs: Box<[(Tile, Tile)]>,
}

impl Neighbours {
    /// `None` if the spec does not have the term.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        let (special, plain) = (spec.get(Opt::Special), spec.get(Opt::Plain));
        let counts = |neighbour: Tile| plain != 0 || map.initial(neighbour).is_special();
        let pairs = map.tiles().flat_map(|tile| {
            let steps = Direction::ALL.into_iter().filter_map(move |direction| map.step(tile, direction));
            steps.filter(move |&(neighbour, _)| counts(neighbour)).map(move |(neighbour, _)| (tile, neighbour))
        });
        spec.has(Term::Neighbour).then(|| Self { special, plain, pairs: pairs.collect() })
    }

    /// Adds up each player's stones.
    pub(super) fn add(&self, position: &Position, places: &mut ByPlayer<i32>) {
        for &(tile, neighbour) in &self.pairs {
            let Some(owner) = position.cell(tile).owner() else { continue };
            let neighbour = position.cell(neighbour);
            if neighbour.is_special() {
                places[owner] -= self.special;
            } else if neighbour.is_free() || neighbour.is_occupied() {
                places[owner] += self.plain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{start, values};

    const BOARD: &str = "2 0 0 0 3 4
        1 b 2 0
        0 2 i 0
        - 0 0 1";

    #[test]
    fn special_tiles_beside_own_stones_count_against_one() {
        // (0,0) sees b; (3,2) sees i. (2,0) sees b and i, (1,1) sees b and i.
        assert_eq!(values("neighbour", &start(BOARD)), [-2 * UNIT, -4 * UNIT]);
    }

    #[test]
    fn other_neighbours_can_count_for_one() {
        // (0,0) has 3 neighbours, 2 of them plain; (3,2) has 3, 2 of them plain: 4 - 2 * 3.
        // (2,0) has 5, 3 plain; (1,1) has 7 (one is a hole), 5 plain: 8 - 4 * 3.
        assert_eq!(values("neighbour,plain=1,special=3", &start(BOARD)), [-2 * UNIT, -4 * UNIT]);
        assert_eq!(values("neighbour,plain=2,special=0", &start(BOARD)), [8 * UNIT, 16 * UNIT]);
    }
}
