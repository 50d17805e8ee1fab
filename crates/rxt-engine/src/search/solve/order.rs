//! In which order the solver tries moves: first those that leave the other little to do.

use super::few::odd;
use super::words::WordSolver;
use rxt_rules::moves::{Sides, WordBoard};

/// A move, and how soon it is tried.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Try {
    pub(super) square: u32,
    /// Where everything stands behind it.
    pub(super) after: Sides,
    pub(super) key: i32,
}

/// Room for the moves of a position.
pub(super) type Tries = [Try; 64];

/// From this many free squares on, moves are ordered by a small search instead of a look.
const SEARCHED_FROM: u32 = 13;

impl WordSolver {
    /// Lists the moves on these squares in order; returns how many there are.
    pub(super) fn order(&mut self, sides: Sides, legal: u64, known: u8, tries: &mut Tries) -> usize {
        let free = self.board.free(sides);
        let odd = odd(free);
        let left = free.count_ones();
        let mut count = 0;
        let mut rest = legal;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let after = WordBoard::after(sides, square, self.board.captures(sides, square));
            let key = if u32::from(known) == square {
                i32::MAX
            } else if left >= SEARCHED_FROM {
                let depth = ((left - SEARCHED_FROM) / 3).min(3);
                -self.glance(after, depth, -4000, 4000) * 4 + i32::from(odd >> square & 1 != 0)
            } else {
                self.quick_look(after) + i32::from(odd >> square & 1 != 0) * 3 + self.corner(square) * 6
            };
            tries[count] = Try { square, after, key };
            count += 1;
        }
        tries[..count].sort_unstable_by_key(|one| (-i64::from(one.key), one.square));
        count
    }

    fn corner(&self, square: u32) -> i32 {
        i32::from(self.corners >> square & 1 != 0)
    }

    /// Few moves for the other are good.
    #[inline]
    fn quick_look(&self, after: Sides) -> i32 {
        let moves = self.board.legal(after);
        -4 * (moves.count_ones() as i32 + (moves & self.corners).count_ones() as i32)
    }

    /// A small search with moves and corners as the measure; for the player to move.
    fn glance(&mut self, sides: Sides, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let legal = self.board.legal(sides);
        if depth == 0 || legal == 0 {
            return self.measure(sides, legal);
        }
        let mut best = -5000;
        let mut rest = legal;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let after = WordBoard::after(sides, square, self.board.captures(sides, square));
            let score = -self.glance(after, depth - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn measure(&self, sides: Sides, legal: u64) -> i32 {
        let count = |squares: u64| squares.count_ones() as i32;
        let theirs = self.board.legal(sides.passed());
        let free = self.board.free(sides);
        let beside = self.beside(free);
        let frontier = count(beside & sides.own) - count(beside & sides.other);
        let corners = count(self.corners & sides.own) - count(self.corners & sides.other);
        let all = sides.own | sides.other;
        let stable = count(self.board.stable(sides.own, all)) - count(self.board.stable(sides.other, all));
        8 * (count(legal) - count(theirs)) + 6 * (count(legal & self.corners) - count(theirs & self.corners))
            - 3 * frontier
            + 20 * corners
            + 12 * stable
    }

    /// The squares beside free ones.
    #[inline]
    fn beside(&self, free: u64) -> u64 {
        const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let row = free | (free << 1) & NOT_LEFT | (free >> 1) & NOT_RIGHT;
        (row | row << 8 | row >> 8) & self.board.tiles()
    }
}
