//! The transposition table: what is known about positions that can be reached in several ways. Several threads may use it
//! at once: what two of them write to the same place at the same time does not fit together, and is then not found.

use super::window::{Score, Window};
use bytemuck::zeroed_vec;
use rxt_rules::{Move, Player, Special, Tile};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries at least; a power of two.
const FEWEST_ENTRIES: usize = 1 << 10;
/// Entries at most, unless told otherwise; a power of two.
const MOST_ENTRIES: usize = 1 << 20;
/// The size of an entry.
const ENTRY_BYTES: usize = 24;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What a search of a position found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    score: Score,
    depth: u32,
    generation: u8,
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

    fn pack(self) -> [u64; 2] {
        let (mover, mv) = self.best;
        let numbers = u64::from(self.depth.min(0xffff)) << 32 | u64::from(self.generation) << 48;
        let flags = (self.bound as u64) << 56 | u64::from(self.complete) << 58;
        let best = mv.tile.index() as u64 | u64::from(mv.special.to_byte()) << 32 | u64::from(mover.number()) << 40;
        [u64::from(self.score as u32) | numbers | flags, best]
    }

    fn unpack([word, best]: [u64; 2]) -> Option<Self> {
        let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost].into_iter().nth((word >> 56 & 3) as usize)?;
        let special = match (best >> 32) as u8 {
            0 => Special::None,
            20 => Special::Bomb,
            21 => Special::Override,
            number => Special::Swap(Player::new(number)?),
        };
        let tile = Tile::from_index(best as u32 as usize);
        Some(Self {
            score: word as u32 as Score,
            depth: (word >> 32) as u32 & 0xffff,
            generation: (word >> 48) as u8,
            bound,
            complete: word >> 58 & 1 != 0,
            best: (Player::new((best >> 40) as u8)?, Move { tile, special }),
        })
    }
}

/// A place for an entry: the key, combined with the two words that it belongs to, and those words. Nothing is known where
/// all of them are zero.
type Slot = [AtomicU64; 3];

/// A table; a new entry takes the place of an old or shallower one.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    generation: u8,
    /// Whether entries of earlier generations are found.
    remembers: bool,
}

/// How large a table is, and what becomes of what it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableSize {
    /// Positions that will be visited, if that is known.
    pub(crate) visits: Option<u64>,
    /// Megabytes at most.
    pub(crate) megabytes: Option<u32>,
    /// Whether what was known before the last move counts.
    pub(crate) remembers: bool,
}

impl Table {
    /// Makes room for another search; forgets everything, unless it is to be remembered.
    pub(crate) fn begin(&mut self, size: TableSize) {
        let most = size.megabytes.map_or(MOST_ENTRIES, |megabytes| {
            let entries = (megabytes as usize) << 20;
            (entries / ENTRY_BYTES + 1).next_power_of_two() / 2
        });
        let wanted = size.visits.map_or(most, |visits| usize::try_from(visits).unwrap_or(most).min(most));
        let entries = wanted.clamp(FEWEST_ENTRIES, most.max(FEWEST_ENTRIES)).next_power_of_two();
        if self.slots.len() < entries {
            self.slots = zeroed_vec(entries);
        }
        self.remembers = size.remembers;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.forget();
        }
    }

    /// Forgets everything. The system gives zeros page by page when they are needed; while a large table is written at
    /// once, nobody listens to a signal.
    pub(crate) fn forget(&mut self) {
        self.slots = zeroed_vec(self.slots.len());
        self.generation = 1;
    }

    #[inline]
    pub(crate) fn lookup(&self, key: u64) -> Option<Entry> {
        let entry = self.read(key)?;
        (self.remembers || entry.generation == self.generation).then_some(entry)
    }

    #[inline]
    fn read(&self, key: u64) -> Option<Entry> {
        let [check, one, two] = &self.slots[self.place(key)];
        let words = [one.load(Relaxed), two.load(Relaxed)];
        if check.load(Relaxed) ^ words[0] ^ words[1] != key {
            return None;
        }
        Entry::unpack(words)
    }

    /// Remembers what a search with this window found.
    pub(crate) fn remember(&self, key: u64, window: Window, found: &Found) {
        let bound = if found.score <= window.alpha {
            Bound::AtMost
        } else if found.score >= window.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        let Found { score, depth, complete, best } = *found;
        let [check, one, two] = &self.slots[self.place(key)];
        let old = [one.load(Relaxed), two.load(Relaxed)];
        let old_key = check.load(Relaxed) ^ old[0] ^ old[1];
        let (old_generation, old_depth) = ((old[0] >> 48) as u8, (old[0] >> 32) as u32 & 0xffff);
        if old_generation == self.generation && old_depth > depth && old_key != key {
            return;
        }
        let words = Entry { score, depth, generation: self.generation, bound, complete, best }.pack();
        one.store(words[0], Relaxed);
        two.store(words[1], Relaxed);
        check.store(key ^ words[0] ^ words[1], Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Megabytes of this process that are in memory, if the system tells.
    fn resident() -> Option<u64> {
        let pages = std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse::<u64>().ok()?;
        Some((pages * 4096) >> 20)
    }

    #[test]
    fn a_large_table_is_not_written_before_it_is_used() {
        let Some(before) = resident() else { return println!("SKIPPED: the system does not tell its memory") };
        let mut table = Table::default();
        table.begin(TableSize { visits: None, megabytes: Some(2048), remembers: true });
        table.forget();
        assert!(table.slots.len() >= 1 << 26);
        let grown = resident().unwrap().saturating_sub(before);
        assert!(grown < 1024, "{grown} MiB were written");
    }

    fn found(score: Score, depth: u32, special: Special) -> Found {
        let mv = Move { tile: Tile::from_index(65_000), special };
        Found { score, depth, complete: depth > 3, best: (Player::new(8).unwrap(), mv) }
    }

    fn table() -> Table {
        let mut table = Table::default();
        table.begin(TableSize { visits: Some(1), megabytes: None, remembers: false });
        table
    }

    #[test]
    fn what_is_remembered_is_found_as_it_was() {
        let table = table();
        let specials = [Special::None, Special::Bomb, Special::Override, Special::Swap(Player::new(7).unwrap())];
        for (key, special) in (1..).zip(specials) {
            for score in [-1_700_000_000, -1, 0, 5, 1_700_000_000] {
                let found = found(score, key as u32 + 1, special);
                table.remember(key, Window { alpha: -5, beta: 5 }, &found);
                let entry = table.lookup(key).unwrap();
                assert_eq!((entry.score, entry.depth, entry.complete), (score, found.depth, found.complete));
                assert_eq!(entry.best, found.best);
                let exact = score > -5 && score < 5;
                assert_eq!(entry.bound == Bound::Exact, exact);
            }
        }
        assert_eq!(table.lookup(99), None);
    }

    #[test]
    fn a_new_search_remembers_nothing_unless_told_to() {
        let mut table = table();
        table.remember(7, Window::FULL, &found(3, 2, Special::None));
        table.begin(TableSize { visits: Some(1), megabytes: None, remembers: true });
        assert!(table.lookup(7).is_some());
        table.begin(TableSize { visits: Some(1), megabytes: None, remembers: false });
        assert!(table.lookup(7).is_none());
    }

    #[test]
    fn the_deeper_of_two_that_share_a_place_stays() {
        let table = table();
        let other = 7 + FEWEST_ENTRIES as u64;
        table.remember(7, Window::FULL, &found(3, 5, Special::None));
        table.remember(other, Window::FULL, &found(4, 4, Special::None));
        assert!(table.lookup(7).is_some() && table.lookup(other).is_none());
        table.remember(other, Window::FULL, &found(4, 6, Special::None));
        assert!(table.lookup(7).is_none() && table.lookup(other).is_some());
    }
}
