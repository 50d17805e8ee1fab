//! Alpha-beta to the end of the game on words: a table, few moves for the other first, bounds by stable stones.

use super::few::MANY;
use super::order::{Tries, Try};
use super::table::{Known, NOWHERE, SolverTable};
use crate::limits::Stopped;
use rxt_rules::moves::{Sides, WordBoard};

/// How the end of a game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    /// Stones alone, as in ReversiXT.
    Stones,
    /// Free squares go to the winner, as in Othello.
    FreeToWinner,
}

/// Solves positions on one board.
#[derive(Debug)]
pub(crate) struct WordSolver {
    pub(super) board: WordBoard,
    table: SolverTable,
    count: Count,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// The most positions to visit.
    pub(crate) most: u64,
    pub(super) corners: u64,
    look_at: u64,
}

/// Above every score.
pub(super) const MORE: i32 = 65;
/// From this many free squares on, the table is asked.
const TABLE_FROM: u32 = 7;
/// From this many free squares on, moves are tried in order of what they leave to the other.
const ORDER_FROM: u32 = 6;
/// Positions between two looks at the clock.
const NODES_PER_LOOK: u64 = 2048;

impl WordSolver {
    /// A solver with a table of two to the power of `bits` positions.
    pub(crate) fn new(board: WordBoard, count: Count, bits: u32) -> Self {
        let corners = (0..64).filter(|square| board.stable(1 << square, 1 << square) != 0);
        let corners = corners.fold(0, |bits, square| bits | 1 << square) & board.tiles();
        Self { board, table: SolverTable::new(bits), count, nodes: 0, most: u64::MAX, corners, look_at: 0 }
    }

    /// The board.
    pub(crate) fn board(&self) -> &WordBoard {
        &self.board
    }

    /// The best move and its score for the player to move, who has one. Scores outside of the window are bounds.
    pub(crate) fn solve(
        &mut self,
        sides: Sides,
        alpha: i32,
        beta: i32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(u32, i32), Stopped> {
        let legal = self.board.legal(sides);
        let known = self.table.find(sides).map_or(NOWHERE, |known| known.best);
        let mut tries = [Try::default(); 64];
        let count = self.order(sides, legal, known, &mut tries);
        self.children(sides, (alpha, beta), &tries[..count], go_on)
    }

    fn node(
        &mut self,
        sides: Sides,
        mut alpha: i32,
        mut beta: i32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<i32, Stopped> {
        let free = self.board.free(sides).count_ones();
        if free < MANY {
            return Ok(self.few(sides, alpha, beta, false));
        }
        self.nodes += 1;
        self.look(go_on)?;
        let legal = self.board.legal(sides);
        if legal == 0 {
            if self.board.legal(sides.passed()) == 0 {
                return Ok(self.end(sides));
            }
            return Ok(-self.node(sides.passed(), -beta, -alpha, go_on)?);
        }
        if let Some(bound) = self.bound_by_stable(sides, alpha, free) {
            return Ok(bound);
        }
        let mut best_known = NOWHERE;
        if free >= TABLE_FROM
            && let Some(known) = self.table.find(sides)
        {
            let (low, high) = (i32::from(known.low), i32::from(known.high));
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
            best_known = known.best;
        }
        let mut tries: Tries = [Try::default(); 64];
        let count = if free >= ORDER_FROM {
            self.order(sides, legal, best_known, &mut tries)
        } else {
            self.list(sides, legal, &mut tries)
        };
        if free > TABLE_FROM + 1
            && let Some(score) = self.known_behind(&tries[..count], beta)
        {
            return Ok(score);
        }
        self.children(sides, (alpha, beta), &tries[..count], go_on).map(|(_, score)| score)
    }

    /// Searches moves in order; only asks of later ones whether they are better, and looks again if they are.
    fn children(
        &mut self,
        sides: Sides,
        (alpha, beta): (i32, i32),
        tries: &[Try],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(u32, i32), Stopped> {
        let free = self.board.free(sides).count_ones();
        let (mut best, mut best_square, mut low) = (-MORE, tries[0].square, alpha);
        for (index, one) in tries.iter().enumerate() {
            let mut score = -MORE;
            if index > 0 && low + 1 < beta {
                score = -self.node(one.after, -low - 1, -low, go_on)?;
            }
            if index == 0 || low + 1 >= beta || score > low && score < beta {
                score = -self.node(one.after, -beta, -low, go_on)?;
            }
            if score > best {
                (best, best_square) = (score, one.square);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        if free >= TABLE_FROM {
            let least = if best > alpha { best } else { -MORE };
            let most = if best < beta { best } else { MORE };
            self.table.note(sides, Known { low: least as i8, high: most as i8, best: best_square as u8 }, free);
        }
        Ok((best_square, best))
    }

    /// A move behind which the other is known to have too little.
    fn known_behind(&self, tries: &[Try], beta: i32) -> Option<i32> {
        tries.iter().find_map(|one| {
            let known = self.table.find(one.after)?;
            let score = -i32::from(known.high);
            (score >= beta && known.high < i8::MAX).then_some(score)
        })
    }

    /// Moves as they come.
    fn list(&self, sides: Sides, legal: u64, tries: &mut Tries) -> usize {
        let first = super::few::odd(self.board.free(sides));
        let mut count = 0;
        for part in [legal & first, legal & !first] {
            let mut rest = part;
            while rest != 0 {
                let square = rest.trailing_zeros();
                rest &= rest - 1;
                let after = WordBoard::after(sides, square, self.board.captures(sides, square));
                tries[count] = Try { square, after, ..Try::default() };
                count += 1;
            }
        }
        count
    }

    /// The most that is left to have where the other's stable stones are lost for good, if that is too little.
    #[inline]
    fn bound_by_stable(&self, sides: Sides, alpha: i32, free: u32) -> Option<i32> {
        /// A lead that must be asked for, by free squares, before stable stones are worth counting.
        const LEAST: i32 = -14;
        if alpha < LEAST + free as i32 * 2 - 10 {
            return None;
        }
        let stable = self.board.stable(sides.other, sides.own | sides.other).count_ones() as i32;
        let most = self.board.tiles().count_ones() as i32 - 2 * stable;
        (most <= alpha).then_some(most)
    }

    /// The score at the end of the game.
    pub(super) fn end(&self, sides: Sides) -> i32 {
        let lead = sides.own.count_ones() as i32 - sides.other.count_ones() as i32;
        let free = self.board.free(sides).count_ones() as i32;
        match self.count {
            Count::Stones => lead,
            Count::FreeToWinner => lead + lead.signum() * free,
        }
    }

    #[inline]
    fn look(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        if self.nodes >= self.look_at {
            self.look_at = self.nodes + NODES_PER_LOOK;
            if self.nodes >= self.most || !go_on() {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}
