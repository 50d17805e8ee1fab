//! What a player keeps from move to move.

use crate::search::{Leaf, Nodes, Pace, Sight, Table, WordSolver};
use crate::spec::Settings;
use rxt_rules::{Map, Position};
use std::sync::Arc;

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
    /// The tree of each thread.
    pub(super) trees: Vec<Nodes>,
    pub(super) pace: Pace,
    /// For maps on which endings can be solved; `None` inside if this is none.
    pub(super) solver: Option<Option<WordSolver>>,
}

impl Memory {
    fn forget(&mut self) {
        self.table.forget();
        self.trees.iter_mut().for_each(Nodes::forget);
        self.solver = None;
    }

    /// As many trees as there are threads.
    pub(super) fn trees(&mut self, threads: usize) -> &mut [Nodes] {
        if self.trees.len() < threads {
            self.trees.resize_with(threads, Nodes::default);
        }
        &mut self.trees[..threads]
    }
}
