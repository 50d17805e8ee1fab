//! Puts the parts of the planes together.

use super::layout::{Layout, Link, Returns, Ring, WORD};
use super::path::{Path, Slot};
use super::runs::BLOCK;
use crate::map::{Map, Tile};

/// How the board itself is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grid {
    /// Not at all.
    None,
    /// Each row from the beginning of a word.
    Rows,
    /// Square after square.
    Squares,
}

/// The bits of the planes, one part after another.
pub(super) struct Builder {
    slots: Vec<Slot>,
    grid_words: usize,
    height: usize,
    pub(super) row_words: usize,
}

impl Builder {
    /// Begins with the board, if it is wanted.
    pub(super) fn new(map: &Map, grid: Grid) -> Self {
        let (width, height) = (usize::from(map.width()), usize::from(map.height()));
        let row_words = if width <= WORD { 1 } else { (width + 1).div_ceil(WORD) };
        let (height, row_words, row_bits) = match grid {
            Grid::None => (0, 0, 0),
            Grid::Rows => (height, row_words, row_words * WORD),
            Grid::Squares => (0, 0, width),
        };
        let squares = if grid == Grid::Squares { width * usize::from(map.height()) } else { height * row_bits };
        let mut slots = vec![Slot::default(); squares];
        if grid != Grid::None {
            for tile in map.tiles() {
                let (x, y) = map.place(tile);
                let slot = Slot { tile: Some(tile), down: true, up: true, ..Slot::default() };
                slots[usize::from(y) * row_bits + usize::from(x)] = slot;
            }
        }
        let mut builder = Self { slots, grid_words: squares.div_ceil(WORD), height, row_words };
        builder.fill_block();
        builder
    }

    pub(super) fn words(&self) -> usize {
        self.slots.len() / WORD
    }

    fn fill_block(&mut self) {
        self.slots.resize(self.slots.len().next_multiple_of(WORD * BLOCK), Slot::default());
    }

    /// First fit of short lines into whole words.
    pub(super) fn pack(&mut self, mut paths: Vec<Path>) {
        /// A free bit and the shortest line.
        const LEAST: usize = 4;
        // In descending order few bits are wasted, and ties keep the order of the lines.
        paths.sort_by_key(|path| std::cmp::Reverse(path.tiles.len()));
        let mut words: Vec<Vec<Slot>> = Vec::new();
        let mut first_open = 0;
        for path in paths {
            let fits = |word: &Vec<Slot>| word.len() + 1 + path.tiles.len() <= WORD;
            let at = (first_open..words.len()).find(|&at| fits(&words[at])).unwrap_or(words.len());
            if at == words.len() {
                words.push(Vec::new());
            } else {
                words[at].push(Slot::default());
            }
            words[at].extend(path.slots());
            while words.get(first_open).is_some_and(|word| word.len() + LEAST > WORD) {
                first_open += 1;
            }
        }
        for mut word in words {
            word.resize(WORD, Slot::default());
            self.slots.extend(word);
        }
        self.fill_block();
    }

    /// Rings in a word each; returns their lengths.
    pub(super) fn close(&mut self, paths: Vec<Path>) -> Box<[u64]> {
        let mut rounds = Vec::new();
        for path in paths {
            let mut slots = path.round_slots();
            rounds.push(slots.len() as u64);
            // On a simple ring it is enough to see whether there are two own stones.
            for slot in slots.iter_mut().filter(|slot| slot.simple) {
                (slot.returns_down, slot.returns_up) = (None, None);
            }
            slots.resize(WORD, Slot::default());
            self.slots.extend(slots);
        }
        self.fill_block();
        rounds.resize(rounds.len().next_multiple_of(BLOCK), 1);
        rounds.into()
    }

    /// Long lines, each from the beginning of a word.
    pub(super) fn chain(&mut self, paths: Vec<Path>) -> Box<[Link]> {
        let mut links = Vec::new();
        for path in paths {
            let slots = path.round_slots();
            let (first, words) = (self.words(), slots.len().div_ceil(WORD));
            let ring = Ring {
                first_word: first as u32,
                last_word: (first + words - 1) as u32,
                last_bit: ((slots.len() - 1) % WORD) as u32,
                cyclic: path.round.is_some(),
            };
            let from = links.len();
            links.resize(from + words, Link::default());
            links[from].first = Some(ring);
            links[from + words - 1].last = Some(ring);
            self.slots.extend(slots);
            self.slots.resize(self.slots.len().next_multiple_of(WORD), Slot::default());
        }
        self.fill_block();
        links.resize(links.len().next_multiple_of(BLOCK), Link::default());
        links.into()
    }

    pub(super) fn finish(self, map: &Map) -> Layout {
        let slots = self.slots;
        let mask = |chosen: &dyn Fn(&Slot) -> bool| -> Box<[u64]> {
            let word = |word: &[Slot]| word.iter().rev().fold(0, |bits, slot| bits << 1 | u64::from(chosen(slot)));
            slots.chunks(WORD).map(word).collect()
        };
        let returns = |steps: &dyn Fn(&Slot) -> Option<u32>| Returns {
            mask: mask(&|slot| steps(slot).is_some()),
            simple: mask(&|slot| slot.simple),
            steps: slots.iter().map(|slot| steps(slot).unwrap_or(0)).collect(),
        };
        let (starts, bits) = bits_by_tile(&slots, map.tile_count());
        let mut layout = Layout {
            grid_words: self.grid_words,
            height: self.height,
            row_words: self.row_words,
            down: mask(&|slot| slot.down),
            up: mask(&|slot| slot.up),
            returns: [returns(&|slot| slot.returns_down), returns(&|slot| slot.returns_up)],
            starts,
            bits,
            ..Layout::default()
        };
        let tile = |slot: Option<&Slot>| slot.and_then(|slot| slot.tile).map_or(map.tile_count(), Tile::index) as u16;
        layout.tiles = slots.chunks(WORD).map(|word| std::array::from_fn(|bit| tile(word.get(bit)))).collect();
        if self.grid_words > 0 {
            let board_bit = |tile: Tile| layout.bits_of(tile)[0];
            layout.marks = slots.iter().map(|slot| slot.tile.map_or(0, board_bit)).collect();
            layout.row_bits = if self.row_words == 1 { usize::from(map.width()) } else { WORD };
            layout.rows_per_word = WORD / layout.row_bits;
            layout.listed = listed_tiles(map, &layout);
        }
        layout
    }
}

/// The tile of each bit when several rows are put together in a word.
fn listed_tiles(map: &Map, layout: &Layout) -> Box<[Tile]> {
    let Layout { rows_per_word, row_bits, .. } = *layout;
    let words = layout.grid_words.div_ceil(rows_per_word);
    let mut tiles = vec![Tile::from_index(0); words * WORD];
    for tile in map.tiles() {
        let bit = layout.bits_of(tile)[0] as usize;
        let (word, bit) = (bit / WORD, bit % WORD);
        tiles[word / rows_per_word * WORD + word % rows_per_word * row_bits + bit] = tile;
    }
    tiles.into()
}

fn bits_by_tile(slots: &[Slot], tile_count: usize) -> (Box<[u32]>, Box<[u32]>) {
    let pair = |(slot, bit): (&Slot, u32)| slot.tile.map(|tile| (tile, bit));
    let mut pairs: Vec<(Tile, u32)> = slots.iter().zip(0..).filter_map(pair).collect();
    pairs.sort_unstable();
    let mut starts = vec![0_u32; tile_count + 1];
    for (tile, _) in &pairs {
        starts[tile.index() + 1] += 1;
    }
    for tile in 0..tile_count {
        starts[tile + 1] += starts[tile];
    }
    (starts.into(), pairs.into_iter().map(|(_, bit)| bit).collect())
}
