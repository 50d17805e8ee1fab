//! Counts the leaves of the game tree to a given depth: the usual proof that moves are generated and made correctly.

use crate::moves::{Move, MoveList};
use crate::player::Player;
use crate::position::{Phase, Position, UndoLog};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What counts as a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passes {
    /// Moves alone: a player who cannot move is passed over silently, as in the rules.
    #[default]
    Silent,
    /// Moves, and each player passed over since the move before, as Othello programs count.
    Plies,
}

/// Leaves at `depth` plies. A game that ends earlier counts as one leaf.
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    Counter::new(position, depth, passes).count(depth, 0)
}

/// Leaves behind each legal move, in the order of the moves, counted by several threads. At depth 0 there are no moves.
pub fn divide(position: &Position, depth: u32, passes: Passes, threads: usize) -> Vec<(Move, u64)> {
    let moves = if depth > 0 { position.legal_moves() } else { Vec::new() };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counter = Counter::new(position, depth, passes);
        let mut leaves = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            leaves.push((mv, counter.count_after(mv, depth)));
        }
        leaves
    };
    let mut counted: Vec<(Move, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("counting does not panic")).collect()
    });
    counted.sort_unstable();
    counted
}

/// A position to count from, with all the memory that this needs.
struct Counter {
    position: Position,
    log: UndoLog,
    /// One list per ply, boxed because they change hands at every node.
    #[expect(clippy::vec_box, reason = "moving a list costs more than to find it")]
    lists: Vec<Box<MoveList>>,
    passes: Passes,
}

impl Counter {
    fn new(position: &Position, depth: u32, passes: Passes) -> Self {
        let lists = (0..=depth).map(|_| Box::new(MoveList::new(position.map()))).collect();
        Self { position: position.clone(), log: UndoLog::new(), lists, passes }
    }

    /// Leaves at `depth` plies, of which the first `skipped` are passes.
    fn count(&mut self, depth: u32, skipped: u32) -> u64 {
        if depth <= skipped || self.position.phase() == Phase::Over {
            return 1;
        }
        let depth = depth - skipped;
        let mut list = self.lists.pop().expect("there is a list for every ply");
        let leaves = if depth == 1 {
            self.position.count_moves(&mut list)
        } else {
            self.position.list_moves(&mut list);
            list.as_slice().iter().map(|&mv| self.count_after(mv, depth)).sum()
        };
        self.lists.push(list);
        leaves
    }

    fn count_after(&mut self, mv: Move, depth: u32) -> u64 {
        let mover = self.position.to_move();
        self.position.make(mv, &mut self.log);
        let skipped = mover.map_or(0, |mover| self.skipped_since(mover));
        let leaves = self.count(depth - 1, skipped);
        self.position.unmake(&mut self.log);
        leaves
    }

    /// How many players were passed over between `mover` and the one to move.
    fn skipped_since(&self, mover: Player) -> u32 {
        let (Passes::Plies, Some(turn)) = (self.passes, self.position.to_move()) else { return 0 };
        let players = self.position.players();
        let skipped = mover.next(players).cycle_from(players).take_while(|&candidate| candidate != turn);
        skipped.filter(|&candidate| self.position.is_active(candidate)).count() as u32
    }
}
