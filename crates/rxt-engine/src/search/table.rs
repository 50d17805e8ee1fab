//! The transposition table: what is known about positions that can be reached in several ways.

use super::window::{Score, Window};
use rxt_rules::{Move, Player};

/// Entries; a power of two.
const ENTRIES: usize = 1 << 18;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What a search of a position found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    score: Score,
    depth: u32,
    generation: u32,
    bound: Bound,
    /// Whether every line below ended with the game.
    pub(crate) complete: bool,
    pub(crate) best: (Player, Move),
}

impl Entry {
    /// The score, if it settles a node with this window and `depth` plies to search.
    pub(crate) fn cutoff(&self, window: Window, depth: u32, deeper: bool) -> Option<Score> {
        let deep_enough = if deeper { self.depth >= depth } else { self.depth == depth };
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= window.beta,
            Bound::AtMost => self.score <= window.alpha,
        };
        (deep_enough && settles).then_some(self.score)
    }
}

/// A table of fixed size; a new entry takes the place of an old or shallower one.
#[derive(Debug, Default)]
pub(crate) struct Table {
    entries: Vec<Option<Entry>>,
    generation: u32,
}

impl Table {
    /// Forgets everything, as scores of one root say nothing about another.
    pub(crate) fn begin(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![None; ENTRIES];
        }
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline]
    pub(crate) fn lookup(&self, key: u64) -> Option<&Entry> {
        let entry = self.entries[slot(key)].as_ref();
        entry.filter(|entry| entry.key == key && entry.generation == self.generation)
    }

    /// Remembers what a search with this window found.
    pub(crate) fn remember(&mut self, key: u64, window: Window, found: &Found) {
        let bound = if found.score <= window.alpha {
            Bound::AtMost
        } else if found.score >= window.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        let Found { score, depth, complete, best } = *found;
        let entry = &mut self.entries[slot(key)];
        let keeps = |old: &Entry| old.generation == self.generation && old.depth > depth && old.key != key;
        if !entry.as_ref().is_some_and(keeps) {
            *entry = Some(Entry { key, score, depth, generation: self.generation, bound, complete, best });
        }
    }
}

/// What is to be remembered about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) score: Score,
    pub(crate) depth: u32,
    pub(crate) complete: bool,
    pub(crate) best: (Player, Move),
}

fn slot(key: u64) -> usize {
    key as usize & (ENTRIES - 1)
}
