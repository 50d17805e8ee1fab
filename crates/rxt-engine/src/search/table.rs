//! The transposition table: what is known about positions that can be reached in several ways.

use super::window::{Score, Window};
use rxt_rules::{Move, Player};

/// Entries at first and at most; powers of two. The table grows as it fills, so that short searches pay for little.
const FIRST_ENTRIES: usize = 1 << 10;
const MOST_ENTRIES: usize = 1 << 18;

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

/// A table; a new entry takes the place of an old or shallower one.
#[derive(Debug, Default)]
pub(crate) struct Table {
    entries: Vec<Option<Entry>>,
    /// Entries of this generation that took an empty or old place.
    filled: usize,
    generation: u32,
}

impl Table {
    /// Forgets everything, as scores of one root say nothing about another.
    pub(crate) fn begin(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![None; FIRST_ENTRIES];
        }
        self.filled = 0;
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline]
    pub(crate) fn lookup(&self, key: u64) -> Option<&Entry> {
        let entry = self.entries[self.slot(key)].as_ref();
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
        let slot = self.slot(key);
        let old = self.entries[slot].as_ref().filter(|old| old.generation == self.generation);
        if old.is_some_and(|old| old.depth > depth && old.key != key) {
            return;
        }
        self.filled += usize::from(old.is_none());
        self.entries[slot] = Some(Entry { key, score, depth, generation: self.generation, bound, complete, best });
        if self.filled > self.entries.len() / 2 && self.entries.len() < MOST_ENTRIES {
            self.grow();
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// Twice as many entries; those there are spread over both halves.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![None; 2 * old.len()];
        for entry in old.into_iter().flatten() {
            let slot = self.slot(entry.key);
            self.entries[slot] = Some(entry);
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
