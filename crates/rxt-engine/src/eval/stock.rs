//! Override stones and bombs in stock: `item` and `stockpile`.

use super::catalogue::{Opt, Term};
use super::spec::EvalSpec;
use rxt_rules::Map;

/// `item`: the first override stone is worth `override` points, the second half of that, the third a third, and so on,
/// rounded down, but each at least one point if the first is; they keep a player in the game, and the first does most of
/// it. A bomb is worth `bomb` percent of the tiles it destroys on a plain board, `(2 * strength + 1)` squared, or of the
/// map's tiles if it has fewer, rounded down.
/// `stockpile`: every override stone is worth `stockpile` points, so many that it is kept for the end.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    /// Points for having this many override stones.
    overrides: Box<[i32; 256]>,
    bomb: i32,
}

impl Stock {
    /// `None` if the spec has neither term.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        let (mut bomb, mut first) = (0, 0);
        if spec.has(Term::Item) {
            let side = 2 * i32::from(map.file().strength) + 1;
            let area = (side * side).min(map.tile_count() as i32);
            bomb = area * spec.get(Opt::Bomb) / 100;
            first = spec.get(Opt::Override);
        }
        let each = if spec.has(Term::Stockpile) { spec.get(Opt::Stockpile) } else { 0 };
        let mut overrides = Box::new([0; 256]);
        for number in 1..256 {
            let nth = (first / number as i32).max(first.min(1));
            overrides[number] = overrides[number - 1] + nth + each;
        }
        (spec.has(Term::Item) || spec.has(Term::Stockpile)).then_some(Self { overrides, bomb })
    }

    /// Points for a stock.
    #[inline]
    pub(super) fn points(&self, overrides: u8, bombs: u8) -> i32 {
        self.overrides[usize::from(overrides)] + self.bomb * i32::from(bombs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{start, values};

    #[test]
    fn an_override_stone_is_worth_more_the_fewer_one_has() {
        // 50 + 25 + 16 + 12; three bombs of strength 1 at half of nine tiles.
        let position = start("2 4 3 1 4 3  1 2 0  0 0 0  0 0 0  0 0 0");
        assert_eq!(values("item", &position), [(50 + 25 + 16 + 12 + 3 * 4) * UNIT; 2]);
        // The board has only twelve tiles, so strength 2 is worth no more than that.
        let position = start("2 0 1 2 4 3  1 2 0  0 0 0  0 0 0  0 0 0");
        assert_eq!(values("item", &position), [6 * UNIT; 2]);
        // 2 + 1 + 1 + 1.
        let position = start("2 4 0 2 4 3  1 2 0  0 0 0  0 0 0  0 0 0");
        assert_eq!(values("item,override=2", &position), [5 * UNIT; 2]);
    }

    #[test]
    fn a_stockpile_is_worth_the_same_for_every_stone() {
        let position = start("2 3 9 1 1 3  1 2 0");
        assert_eq!(values("stockpile", &position), [300 * UNIT; 2]);
        assert_eq!(values("stockpile+stones,stockpile=7", &position), [22 * UNIT; 2]);
    }
}
