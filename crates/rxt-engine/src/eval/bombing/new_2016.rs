//! `bombing=new-2016`: the rank formula of group 3 in 2016.

/// The largest board of the course, 50 rows of 50 columns: what the formula adds for leading.
const LARGEST_BOARD: i32 = 50 * 50;

/// `stones * (players - 1) - above` if anybody has more stones, `above` being all stones of those who do; else
/// `50 * 50 + stones * (players - 1) - below`, `below` being all stones of those who have fewer.
///
/// To pass somebody takes his whole number out of `above`, so that passing is worth more than catching up. Those with as
/// many stones are neither above nor below, and the disqualified are not looked at, but they do count as players.
pub(super) fn new_2016(others: impl Iterator<Item = i32>, own: i32, players: i32) -> i32 {
    let (mut above, mut below) = (0, 0);
    for stones in others {
        match stones.cmp(&own) {
            std::cmp::Ordering::Greater => above += stones,
            std::cmp::Ordering::Less => below += stones,
            std::cmp::Ordering::Equal => {}
        }
    }
    let gain = own * (players - 1);
    if above > 0 { gain - above } else { LARGEST_BOARD + gain - below }
}

#[cfg(test)]
mod tests {
    use super::super::super::UNIT;
    use super::super::super::testing::{player, start, values};

    const BOARD: &str = "4 0 1 0 1 12  1 1 0 2 2 0 3 3 3 0 4 0";

    #[test]
    fn those_above_count_against_one_and_for_the_first_those_below() {
        // Player 1: 2 * 3 - 3. Player 3 leads: 2500 + 3 * 3 - (2 + 2 + 1). Player 4: 1 * 3 - (2 + 2 + 3).
        let expected = [3, 3, 2504, -4].map(|points| points * UNIT);
        assert_eq!(values("stones,bombing=new-2016", &start(BOARD)), expected);
    }

    #[test]
    fn the_disqualified_are_neither_above_nor_below() {
        let mut position = start(BOARD);
        position.disqualify(player(3));
        // Players 1 and 2 lead together: 2500 + 2 * 3 - 1. Player 4: 3 - 4.
        let expected = [2505, 2505, 0, -1].map(|points| points * UNIT);
        assert_eq!(values("stones,bombing=new-2016", &position), expected);
    }
}
