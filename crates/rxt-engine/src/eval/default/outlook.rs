//! What inversion and choice tiles that nobody has taken yet will do to the boards.

use super::weights::Weights;
use rxt_rules::{ByPlayer, Player};

/// Shares of a whole, so that no division is needed.
const WHOLE: i32 = 256;

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
        let [inversions, choices] = live.map(|live| (live as usize).min(MOST));
        let (seats, kept) = (&self.seats[inversions], self.kept[choices]);
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
    }

    #[test]
    fn nothing_is_lost_when_it_is_not_sure_that_stones_move() {
        let outlook = Outlook::new(&Weights { inversion_taken: 75, ..Weights::hand() }, 5);
        for seats in &outlook.seats {
            assert_eq!(seats.iter().sum::<i32>(), WHOLE);
        }
    }
}
