//! `bombing=rank`: the place decides, then the stones.

/// For each opponent two steps if he has fewer stones and one if he has as many, and then the own stones. A step is one
/// more than the map has tiles, so that no number of stones makes up for a place.
pub(super) fn rank(others: impl Iterator<Item = i32>, own: i32, tiles: i32) -> i32 {
    let steps: i32 = others.map(|stones| own.cmp(&stones) as i32 + 1).sum();
    steps * (tiles + 1) + own
}

#[cfg(test)]
mod tests {
    use super::super::super::UNIT;
    use super::super::super::testing::{player, start, values};

    const BOARD: &str = "4 0 1 0 1 12  1 1 0 2 2 0 3 3 3 0 4 0";

    #[test]
    fn places_come_before_stones() {
        // Steps of 13: player 1 is level with one and ahead of one, player 3 ahead of all, player 4 behind all.
        let position = start(BOARD);
        let expected = [3 * 13 + 2, 3 * 13 + 2, 6 * 13 + 3, 1].map(|points| points * UNIT);
        assert_eq!(values("first+stones,bombing=rank", &position), expected);
    }

    #[test]
    fn the_disqualified_are_neither_ahead_nor_behind() {
        let mut position = start(BOARD);
        position.disqualify(player(3));
        let expected = [3 * 13 + 2, 3 * 13 + 2, 0, 1].map(|points| points * UNIT);
        assert_eq!(values("stones,bombing=rank", &position), expected);
    }
}
