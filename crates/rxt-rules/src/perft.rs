//! Counts the leaves of the game tree to a given depth.

use crate::position::{Phase, Position, UndoLog};

/// Leaves at `depth` plies. A silent pass is no ply, and a game that ends earlier counts as one leaf.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    count(position, depth, &mut UndoLog::new())
}

fn count(position: &mut Position, depth: u32, log: &mut UndoLog) -> u64 {
    if depth == 0 || position.phase() == Phase::Over {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        position.make(mv, log);
        leaves += count(position, depth - 1, log);
        position.unmake(log);
    }
    leaves
}
