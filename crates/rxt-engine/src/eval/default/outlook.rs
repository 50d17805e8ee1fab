//! What inversion and choice tiles that nobody has taken yet will do to the boards.

use super::weights::Weights;
use rxt_rules::{ByPlayer, Player, Position};

/// Shares of a whole, so that no division is needed.
pub(super) const WHOLE: i32 = 256;

/// More untaken tiles than this count as so many.
const MOST: usize = 24;

/// How boards are passed on.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    players: u8,
    /// By the number of inversion tiles left: how likely stones move on by how many seats.
    seats: Vec<[i32; Player::MAX]>,
    /// By the number of choice tiles left: how much of a board's worth is left.
    kept: Vec<i32>,
}

impl Outlook {
    pub(super) fn new(weights: &Weights, players: u8) -> Self {
        let taken = weights.inversion_taken * WHOLE / 100;
        let mut seats = vec![[0; Player::MAX]];
        seats[0][0] = WHOLE;
        for left in 0..MOST {
            let before = seats[left];
            let mut after = [0; Player::MAX];
            for seat in 0..usize::from(players) {
                let moved = before[seat] * taken / WHOLE;
                after[(seat + 1) % usize::from(players)] += moved;
                after[seat] += before[seat] - moved;
            }
            seats.push(after);
        }
        let mut kept = vec![WHOLE];
        for left in 0..MOST {
            kept.push(kept[left] * (100 - weights.choice_taken) / 100);
        }
        Self { players, seats, kept }
    }

    /// What boards that are worth this now will be worth to their owners to be; `live` are the inversion and choice tiles
    /// left.
    #[inline]
    pub(super) fn of(&self, now: ByPlayer<i32>, live: [u32; 2]) -> ByPlayer<i32> {
        if live == [0, 0] {
            return now;
        }
        let [inversions, choices] = live;
        let kept = self.kept[(choices as usize).min(MOST)];
        self.passed_on(now, inversions, kept)
    }

    /// The same of what counts only when there are no choices left.
    #[inline]
    pub(super) fn of_held(&self, now: ByPlayer<i32>, live: [u32; 2]) -> ByPlayer<i32> {
        match live {
            [0, 0] => now,
            [inversions, 0] => self.passed_on(now, inversions, WHOLE),
            _ => ByPlayer::all(0),
        }
    }

    /// How likely each player has no stones once the inversion tiles left are taken, in parts of [`WHOLE`].
    #[inline]
    pub(super) fn lack(&self, position: &Position, inversions: u32) -> ByPlayer<i32> {
        let mut now = ByPlayer::all(0);
        let mut found = false;
        for player in Player::all(self.players).filter(|&player| position.stones(player) == 0) {
            now[player] = WHOLE;
            found = true;
        }
        if found { self.passed_on(now, inversions, WHOLE) } else { now }
    }

    /// The mean over all boards that a player may have then, and of that so much.
    #[inline]
    fn passed_on(&self, now: ByPlayer<i32>, inversions: u32, kept: i32) -> ByPlayer<i32> {
        let seats = &self.seats[(inversions as usize).min(MOST)];
        let players = usize::from(self.players);
        let mut later = ByPlayer::all(0);
        for (player, later) in later.first_mut(self.players).iter_mut().enumerate() {
            let from = |seat: usize| now.array()[(player + players - seat) % players];
            let mixed: i64 = (0..players).map(|seat| i64::from(from(seat)) * i64::from(seats[seat])).sum();
            *later = (mixed * i64::from(kept)).div_euclid(i64::from(WHOLE * WHOLE)) as i32;
        }
        later
    }

    /// The same as fractions: how likely boards move on by how many seats, and how much of their worth is left.
    pub(super) fn shares(&self, live: [u32; 2]) -> (Vec<f64>, f64) {
        let [inversions, choices] = live.map(|live| (live as usize).min(MOST));
        let share = |part: i32| f64::from(part) / f64::from(WHOLE);
        let seats = self.seats[inversions][..usize::from(self.players)].iter().map(|&seat| share(seat)).collect();
        (seats, share(self.kept[choices]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    #[test]
    fn stones_move_on_with_each_inversion_and_count_less_with_each_choice() {
        let weights = Weights { inversion_taken: 100, choice_taken: 50, ..Weights::hand() };
        let outlook = Outlook::new(&weights, 3);
        let mut now = ByPlayer::all(0);
        now.first_mut(3).copy_from_slice(&[90, 60, 30]);
        let later = |live| outlook.of(now, live).first(3).to_vec();
        assert_eq!(later([0, 0]), [90, 60, 30]);
        assert_eq!(later([1, 0]), [30, 90, 60]);
        assert_eq!(later([2, 0]), [60, 30, 90]);
        assert_eq!(later([3, 1]), [45, 30, 15]);
        assert_eq!(later([0, 2]), [22, 15, 7]);
        let held = |live| outlook.of_held(now, live).first(3).to_vec();
        assert_eq!([held([0, 0]), held([1, 0]), held([1, 1])], [[90, 60, 30], [30, 90, 60], [0, 0, 0]]);
    }

    #[test]
    fn an_empty_board_is_passed_on_too() {
        let outlook = Outlook::new(&Weights { inversion_taken: 75, ..Weights::hand() }, 3);
        let map = Arc::new(Map::parse(b"3 0 0 0 1 5  1 2 0 i c").unwrap().0);
        let position = Position::new(map);
        let lack = |inversions| outlook.lack(&position, inversions).first(3).to_vec();
        assert_eq!(lack(0), [0, 0, WHOLE]);
        assert_eq!(lack(1), [WHOLE * 3 / 4, 0, WHOLE / 4]);
    }

    #[test]
    fn nothing_is_lost_when_it_is_not_sure_that_stones_move() {
        let outlook = Outlook::new(&Weights { inversion_taken: 75, ..Weights::hand() }, 5);
        for seats in &outlook.seats {
            assert_eq!(seats.iter().sum::<i32>(), WHOLE);
        }
    }
}
