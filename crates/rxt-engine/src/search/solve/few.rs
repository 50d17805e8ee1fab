//! The last few squares, without lists and tables.

use super::words::WordSolver;
use rxt_rules::moves::{Sides, WordBoard};

/// From this many free squares on, the solver does it the long way.
pub(super) const MANY: u32 = 5;

/// The squares of each quarter of the board: an odd number of free squares in one is a last move to be had there.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// The free squares in quarters with an odd number of them.
#[inline]
pub(super) fn odd(free: u64) -> u64 {
    let mut squares = 0;
    for quarter in QUARTERS {
        if (free & quarter).count_ones() % 2 == 1 {
            squares |= free & quarter;
        }
    }
    squares
}

impl WordSolver {
    /// The score with fewer than [`MANY`] free squares.
    pub(super) fn few(&mut self, sides: Sides, mut alpha: i32, beta: i32, passed: bool) -> i32 {
        self.nodes += 1;
        let free = self.board.free(sides);
        if free.is_power_of_two() {
            return self.last(sides, free.trailing_zeros());
        }
        let mut best = i32::MIN;
        let first = odd(free);
        for part in [first, free & !first] {
            let mut rest = part;
            while rest != 0 {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let captured = self.board.captures(sides, square);
                if captured == 0 {
                    continue;
                }
                let score = -self.few(WordBoard::after(sides, square, captured), -beta, -alpha, false);
                if score > best {
                    best = score;
                    alpha = alpha.max(score);
                    if alpha >= beta {
                        return best;
                    }
                }
            }
        }
        if best > i32::MIN {
            return best;
        }
        if passed || free == 0 { self.end(sides) } else { -self.few(sides.passed(), -beta, -alpha, true) }
    }

    /// The score with one free square.
    #[inline]
    fn last(&mut self, sides: Sides, square: u32) -> i32 {
        let lead = sides.own.count_ones() as i32 - sides.other.count_ones() as i32;
        let captured = self.board.captures(sides, square).count_ones() as i32;
        if captured > 0 {
            return lead + 2 * captured + 1;
        }
        let captured = self.board.captures(sides.passed(), square).count_ones() as i32;
        if captured > 0 { lead - 2 * captured - 1 } else { self.end(sides) }
    }
}
