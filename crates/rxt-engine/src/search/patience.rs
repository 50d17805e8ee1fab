//! When a search has thought enough, though it might go on: sooner if nothing changes, later if the best move does.

use super::leaf::POINT;
use super::window::Score;
use rxt_rules::Move;
use std::time::Duration;

/// An iteration that has ended, as far as it tells whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    pub(crate) best: Move,
    pub(crate) score: Score,
    /// The part of the positions that were visited behind the best move, in thousandths.
    pub(crate) effort: u32,
}

/// Weighs whether to go on. Knows no clock.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    /// About how long to think; as long as there is time if `None`.
    soft: Option<Duration>,
    last: Option<Ended>,
    /// Iterations in a row with the same best move.
    unchanged: u32,
    /// Of these, those in which nearly all was spent on it.
    easy: u32,
}

/// A score that falls by more than this calls for more time.
const PANIC: Score = 6 * POINT;
/// So much of all positions behind one move, in thousandths, so often in a row, and it is an easy one.
const EASY_EFFORT: u32 = 850;
const EASY_TIMES: u32 = 3;
/// What an easy move gets of the time.
const EASY_SHARE: f64 = 0.3;

impl Patience {
    pub(crate) fn new(soft: Option<Duration>) -> Self {
        Self { soft, last: None, unchanged: 0, easy: 0 }
    }

    /// Whether it is time to stop after this iteration, when so much time has passed.
    pub(crate) fn has_enough(&mut self, ended: Ended, elapsed: Duration) -> bool {
        let before = self.last.replace(ended);
        let same = before.is_some_and(|before| before.best == ended.best);
        self.unchanged = if same { self.unchanged + 1 } else { 0 };
        self.easy = if same && ended.effort >= EASY_EFFORT { self.easy + 1 } else { 0 };
        let Some(soft) = self.soft else { return false };
        if before.is_some_and(|before| ended.score < before.score.saturating_sub(PANIC)) {
            return false;
        }
        let by_effort = (1.6 - 1.2 * f64::from(ended.effort) / 1000.0).clamp(0.6, 1.5);
        let by_change = if self.unchanged < 2 { 1.25 } else { 0.9 };
        let share = if self.easy >= EASY_TIMES { EASY_SHARE } else { by_effort * by_change };
        elapsed >= soft.mul_f64(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::{Special, Tile};

    fn ended(tile: usize, score: Score, effort: u32) -> Ended {
        Ended { best: Move { tile: Tile::from_index(tile), special: Special::None }, score, effort }
    }

    /// When a search stops whose iterations take 1, 2, 4 ... milliseconds, of a soft limit of 100.
    fn stops_at(iterations: impl Fn(u32) -> Ended) -> u64 {
        let mut patience = Patience::new(Some(Duration::from_millis(100)));
        let mut clock = 0;
        for index in 0..20 {
            clock += 1 << index;
            if patience.has_enough(iterations(index), Duration::from_millis(clock)) {
                return clock;
            }
        }
        u64::MAX
    }

    #[test]
    fn an_easy_move_is_made_soon_and_an_ordinary_one_when_the_time_is_up() {
        let easy = stops_at(|_| ended(1, 0, 950));
        let ordinary = stops_at(|_| ended(1, 0, 500));
        let undecided = stops_at(|index| ended(index as usize % 2, 0, 200));
        assert_eq!([easy, ordinary, undecided], [31, 127, 255]);
    }

    #[test]
    fn a_score_that_falls_is_looked_into() {
        let falling = stops_at(|index| ended(1, -(index as Score) * 10 * POINT, 500));
        assert_eq!(falling, u64::MAX, "up to the hard limit, which is not known here");
    }

    #[test]
    fn without_a_soft_limit_there_is_no_end() {
        let mut patience = Patience::new(None);
        assert!(!patience.has_enough(ended(1, 0, 999), Duration::from_hours(1)));
    }
}
