//! `bombing=old-2016`: the older formula of group 3 in 2016.

use super::super::catalogue::Opt;
use super::super::combine::{Context, active_stones};
use super::super::parts::Parts;
use super::super::spec::EvalSpec;
use crate::fixed::{FRACTION, log2};
use rxt_rules::{Cell, Direction, Map, Player, Position};

/// `stones^x / (enemy bombs^y * radius^z * rank * clustering)`, as its binary logarithm.
///
/// Enemy bombs are those of all opponents and the radius is the map's strength, each at least 1. The rank is one more than
/// the number of opponents with more stones. Clustering is one more than the mean number of own stones beside an own
/// stone. Disqualified players are no opponents.
///
/// The value is the logarithm of the formula, with 16 bits behind the binary point, because a quotient of such powers has
/// no range that suits every map. A larger quotient has a larger logarithm, so whoever looks for the best or the worst
/// finds the same; values do not compare with those of the building phase, as they did not in 2016. Who has no stones, or
/// is disqualified, has a value below all others.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Old2016 {
    x: i64,
    y: i64,
    /// The logarithm of the radius to the power of z.
    radius: i64,
}

/// Bits behind the point of a value.
const VALUE_FRACTION: u32 = 16;
/// The value without stones: below every logarithm there can be.
const NOTHING: i32 = -(100 << VALUE_FRACTION);

impl Old2016 {
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Self {
        let [x, y, z] = [Opt::BombingX, Opt::BombingY, Opt::BombingZ].map(|option| i64::from(spec.get(option)));
        Self { x, y, radius: z * log2(u64::from(map.file().strength.max(1))) / 100 }
    }

    pub(super) fn value(self, position: &Position, context: Context, player: Player) -> i32 {
        let stones = Parts::counted(position).stones;
        let own = stones[player];
        if own == 0 || context.disqualified.contains(player) {
            return NOTHING;
        }
        let opponents = active_stones(&stones, context).filter(|&(other, _)| other != player);
        let rank = 1 + opponents.clone().filter(|&(_, stones)| stones > own).count();
        let bombs: u64 = opponents.map(|(other, _)| u64::from(position.bombs(other))).sum();
        let own = own as u64;
        let clustering = log2(own + pairs(position, player)) - log2(own);
        let powers = (self.x * log2(own) - self.y * log2(bombs.max(1))) / 100;
        let logarithm = powers - self.radius - log2(rank as u64) - clustering;
        (logarithm >> (FRACTION - VALUE_FRACTION)) as i32
    }
}

/// How often an own stone has an own stone beside it, counted from both.
fn pairs(position: &Position, player: Player) -> u64 {
    let (map, own) = (position.map(), Cell::stone(player));
    let beside = |tile| {
        let steps = Direction::ALL.into_iter().filter_map(move |direction| map.step(tile, direction));
        steps.filter(|&(neighbour, _)| neighbour != tile && position.cell(neighbour) == own).count() as u64
    };
    map.tiles().filter(|&tile| position.cell(tile) == own).map(beside).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{player, start, values};
    use super::{NOTHING, VALUE_FRACTION};

    fn assert_formula(values: &[i32], expected: &[f64]) {
        let formula: Vec<f64> =
            values.iter().map(|&value| (f64::from(value) / f64::from(1 << VALUE_FRACTION)).exp2()).collect();
        let close = |(found, expected): (&f64, &f64)| (found / expected - 1.0).abs() < 1e-4;
        assert_eq!(values.len(), expected.len());
        assert!(formula.iter().zip(expected).all(close), "{formula:?} {expected:?}");
    }

    /// Player 1 has 4 stones in a block with 3 own neighbours each, player 2 has 3 apart from each other.
    const BOARD: &str = "2 0 2 3 3 6
        1 1 0 0 0 2
        1 1 0 0 0 0
        0 0 0 2 0 2";

    #[test]
    fn the_formula_is_as_written() {
        let position = start(BOARD);
        // Player 1: 4 / (2 * 3 * 1 * 4). Player 2: 3 / (2 * 3 * 2 * 1).
        assert_formula(&values("stones,bombing=old-2016", &position), &[4.0 / 24.0, 3.0 / 12.0]);
        // Without the bombs and the radius: 4 / 4 and 3 / 2.
        assert_formula(&values("stones,bombing=old-2016,bombing-y=0,bombing-z=0", &position), &[1.0, 1.5]);
        // Stones squared and the square root of the bombs.
        let squared = values("stones,bombing=old-2016,bombing-x=200,bombing-y=50", &position);
        assert_formula(&squared, &[16.0 / (2_f64.sqrt() * 12.0), 9.0 / (2_f64.sqrt() * 6.0)]);
    }

    #[test]
    fn without_stones_the_value_is_below_all_others() {
        assert_eq!(values("stones,bombing=old-2016", &start("2 0 1 1 1 2  1 1")), [0, NOTHING]);
    }

    #[test]
    fn bombs_of_the_disqualified_do_not_count() {
        let mut position = start("3 0 1 1 1 5  1 0 2 0 3");
        assert_formula(&values("stones,bombing=old-2016", &position)[..1], &[0.5]);
        position.disqualify(player(3));
        assert_formula(&values("stones,bombing=old-2016", &position)[..1], &[1.0]);
    }
}
