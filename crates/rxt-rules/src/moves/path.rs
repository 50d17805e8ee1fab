//! Lines as they are written into the planes, bit after bit.

use super::layout::WORD;
use crate::map::{Line, Map, Tile};
use std::ops::Range;

/// The lines of a map by the part of the plane that they belong to.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) packed: Vec<Path>,
    pub(super) rings: Vec<Path>,
    pub(super) chains: Vec<Path>,
}

impl Parts {
    pub(super) fn add(&mut self, mut path: Path, all_chains: bool) {
        if !all_chains && path.is_ring() {
            self.rings.push(path);
        } else if all_chains || path.tiles.len() > WORD {
            // A chain is closed by carrying on from its end to its beginning, so one round is enough.
            path.tiles.truncate(path.round.unwrap_or(usize::MAX));
            self.chains.push(path);
        } else {
            self.packed.push(path);
        }
    }

    pub(super) fn longest_packed(&self) -> usize {
        self.packed.iter().map(|path| path.tiles.len()).max().unwrap_or(0)
    }
}

/// Whether each step of the line leads to an ordinary neighbour, all in one direction.
pub(super) fn is_plain(map: &Map, line: &Line) -> bool {
    let step = |pair: &[Tile]| {
        let ((x, y), (next_x, next_y)) = (map.place(pair[0]), map.place(pair[1]));
        (i32::from(next_x) - i32::from(x), i32::from(next_y) - i32::from(y))
    };
    let mut steps = line.tiles.windows(2).map(step);
    let Some(first) = steps.next() else { return !line.cyclic };
    !line.cyclic && first.0.abs() <= 1 && first.1.abs() <= 1 && first != (0, 0) && steps.all(|step| step == first)
}

pub(super) fn is_row(map: &Map, line: &Line) -> bool {
    map.place(line.tiles[0]).1 == map.place(line.tiles[1]).1
}

/// A line as it is written: cycles one and almost another time round.
pub(super) struct Path {
    pub(super) tiles: Vec<Tile>,
    /// Length of one round, for cycles.
    pub(super) round: Option<usize>,
}

impl Path {
    pub(super) fn new(line: Line) -> Self {
        let Line { mut tiles, cyclic } = line;
        let round = tiles.len();
        if cyclic {
            tiles.extend_from_within(..round - 1);
        }
        Self { tiles, round: cyclic.then_some(round) }
    }

    /// Whether it fits into a word only if it is written once, with a free bit behind it.
    pub(super) fn is_ring(&self) -> bool {
        self.tiles.len() > WORD && self.round.is_some_and(|round| round < WORD)
    }

    /// The bits of a path that is written as a path. On a cycle a walk starts where a whole round lies ahead of it.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let round = self.round.unwrap_or(0);
        let slot = |(at, &tile): (usize, &Tile)| Slot {
            tile: Some(tile),
            down: at + 1 >= round,
            up: self.round.is_none_or(|round| at < round),
            ..Slot::default()
        };
        let mut slots: Vec<Slot> = self.tiles.iter().enumerate().map(slot).collect();
        let last = slots.len();
        self.note_returns(&mut slots, 0..last);
        slots
    }

    /// The bits of a path of which one round is written, from each bit of which walks start both ways.
    pub(super) fn round_slots(&self) -> Vec<Slot> {
        let length = self.round.unwrap_or(self.tiles.len());
        let slot = |&tile: &Tile| Slot { tile: Some(tile), down: true, up: true, ..Slot::default() };
        let mut slots: Vec<Slot> = self.tiles[..length].iter().map(slot).collect();
        // Going round twice meets every return from the last tiles to the first.
        let rounds = if self.round.is_some() { 2 } else { 1 };
        self.note_returns(&mut slots, 0..length * rounds);
        slots
    }

    fn note_returns(&self, slots: &mut [Slot], walk: Range<usize>) {
        let length = slots.len();
        let mut last_seen = std::collections::HashMap::new();
        for at in walk {
            if let Some(before) = last_seen.insert(slots[at % length].tile, at) {
                let steps = Some((at - before) as u32);
                (slots[at % length].returns_down, slots[before % length].returns_up) = (steps, steps);
            }
        }
        let simple = self.round == Some(last_seen.len());
        for slot in slots {
            slot.simple = simple;
        }
    }
}

/// One bit of the planes; unused bits have no tile.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    pub(super) tile: Option<Tile>,
    pub(super) down: bool,
    pub(super) up: bool,
    pub(super) returns_down: Option<u32>,
    pub(super) returns_up: Option<u32>,
    /// Whether it belongs to a cycle that meets each tile once.
    pub(super) simple: bool,
}
