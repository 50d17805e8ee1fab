//! What a player keeps from move to move.

use crate::search::{Count, Leaf, Nodes, Pace, Sight, Table, WordSolver};
use crate::spec::Settings;
use rxt_rules::moves::WordBoard;
use rxt_rules::{Map, Position};
use std::sync::{Arc, Mutex};

/// The evaluation, with its tables for the map of the last move.
#[derive(Default)]
pub(super) struct Leaves(Option<(Arc<Map>, Leaf, Sight)>);

impl Leaves {
    /// The evaluation of a search that starts here. What was remembered about another map is forgotten.
    pub(super) fn of(&mut self, settings: &Settings, root: &Position, memory: &mut Memory) -> (&Leaf, Sight) {
        let map = root.map();
        let same = self.0.take().filter(|(known, ..)| Arc::ptr_eq(known, map));
        if same.is_none() {
            memory.forget();
        }
        let fresh = || (map.clone(), Leaf::new(&settings.evaluation.0, map, settings.end), Sight::new(map));
        let (_, leaf, sight) = self.0.insert(same.unwrap_or_else(fresh));
        leaf.prepare(root);
        (leaf, sight.clone())
    }
}

/// What searches leave for the next move.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) table: Table,
    /// The tree of Monte Carlo search.
    pub(super) tree: Mutex<Nodes>,
    pub(super) pace: Pace,
    /// For a map on which endings can be solved.
    solver: Option<WordSolver>,
    /// Whether it is known if this is such a map.
    asked: bool,
}

impl Memory {
    fn forget(&mut self) {
        self.table.forget();
        self.tree = Mutex::default();
        (self.solver, self.asked) = (None, false);
    }

    /// The solver for endings on a map, if there is one.
    pub(super) fn solver(&mut self, map: &Map) -> Option<&mut WordSolver> {
        /// Entries of its table, as a power of two.
        const TABLE_BITS: u32 = 16;
        if !std::mem::replace(&mut self.asked, true) {
            self.solver = WordBoard::new(map).map(|board| WordSolver::new(board, Count::Stones, TABLE_BITS));
        }
        self.solver.as_mut()
    }
}
