//! Puts the parts of the planes together.

use super::board::{Board, FOLD};
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
    /// Folded in the middle.
    Folded,
}

impl Grid {
    /// The number of a tile's square where the board is kept in few words, and of the tile itself where it is not kept.
    pub(super) fn square(self, map: &Map, tile: Tile) -> usize {
        let (x, y) = map.place(tile);
        match self {
            Self::Squares => Board::square(map, tile),
            Self::Folded => {
                let (word, bit) = Board::folded_square(map, usize::from(x), usize::from(y));
                word * WORD + bit
            }
            Self::None | Self::Rows => tile.index(),
        }
    }
}

/// The bits of the planes, one part after another.
pub(super) struct Builder {
    slots: Vec<Slot>,
    links: Vec<Link>,
    grid: Grid,
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
            Grid::None | Grid::Folded => (0, 0, 0),
            Grid::Rows => (height, row_words, row_words * WORD),
            Grid::Squares => (0, 0, width),
        };
        let squares = match grid {
            Grid::Squares => width * usize::from(map.height()),
            Grid::Folded => usize::from(map.height()).div_ceil(2) * WORD,
            Grid::None | Grid::Rows => height * row_bits,
        };
        let mut slots = vec![Slot::default(); squares];
        if grid != Grid::None {
            for tile in map.tiles() {
                let (x, y) = map.place(tile);
                let (x, y) = (usize::from(x), usize::from(y));
                let (word, bit) = Board::folded_square(map, x, y);
                let at = if grid == Grid::Folded { word * WORD + bit } else { y * row_bits + x };
                slots[at] = Slot { tile: Some(tile), down: true, up: true, ..Slot::default() };
            }
        }
        let mut builder =
            Self { slots, links: Vec::new(), grid, grid_words: squares.div_ceil(WORD), height, row_words };
        if builder.row_words > 1 {
            builder.join_rows();
        }
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
    pub(super) fn chain(&mut self, paths: Vec<Path>) {
        for path in paths {
            let slots = path.round_slots();
            let (first, words) = (self.words(), slots.len().div_ceil(WORD));
            let last = first + words - 1;
            let last_bit = ((slots.len() - 1) % WORD) as u32;
            let ring = Ring { first_word: first as u32, last_word: last as u32, last_bit };
            self.links.resize(last + 1, Link::default());
            for word in first..=last {
                let (open_below, open_above) = (word > first, word < last);
                let (round_below, round_above) =
                    if path.round.is_some() { (last as u32, first as u32) } else { (Link::NONE, Link::NONE) };
                self.links[word] = Link {
                    before: if open_below { word as u32 - 1 } else { round_below },
                    after: if open_above { word as u32 + 1 } else { round_above },
                    top: if open_above { WORD as u32 - 1 } else { last_bit },
                    ring,
                };
            }
            self.slots.extend(slots);
            self.slots.resize(self.slots.len().next_multiple_of(WORD), Slot::default());
        }
        self.fill_block();
    }

    /// Joins the words of rows of several words.
    fn join_rows(&mut self) {
        let words = self.row_words;
        self.links = vec![Link::default(); self.grid_words];
        for word in (0..self.grid_words).filter(|word| word % words > 0) {
            self.links[word].before = word as u32 - 1;
            self.links[word - 1].after = word as u32;
        }
    }

    pub(super) fn finish(mut self, map: &Map) -> Layout {
        self.links.resize(self.words(), Link::default());
        let slots = self.slots;
        let mask = |chosen: &dyn Fn(&Slot) -> bool| -> Box<[u64]> {
            let word = |word: &[Slot]| word.iter().rev().fold(0, |bits, slot| bits << 1 | u64::from(chosen(slot)));
            slots.chunks(WORD).map(word).collect()
        };
        let returns = |steps: &dyn Fn(&Slot) -> Option<u32>| Returns {
            mask: mask(&|slot| steps(slot).is_some()),
            simple: mask(&|slot| slot.simple),
            steps: slots.iter().map(|slot| steps(slot).unwrap_or(0)).collect(),
            passed: slots.chunks(WORD).map(|word| word.iter().filter_map(steps).min().unwrap_or(1) - 1).collect(),
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
            links: self.links.into(),
            ..Layout::default()
        };
        let tile = |slot: Option<&Slot>| slot.and_then(|slot| slot.tile).map_or(map.tile_count(), Tile::index) as u16;
        layout.tiles = slots.chunks(WORD).map(|word| std::array::from_fn(|bit| tile(word.get(bit)))).collect();
        if self.grid_words > 0 {
            let board_bit = |tile: Tile| layout.bits_of(tile)[0];
            layout.marks = slots.iter().map(|slot| slot.tile.map_or(0, board_bit)).collect();
        }
        layout.listed = match self.grid {
            Grid::Squares => squares_tiles(map),
            Grid::Folded => folded_tiles(map),
            Grid::None | Grid::Rows => map.tiles().chain(std::iter::repeat_n(Tile::from_index(0), WORD)).collect(),
        };
        layout
    }
}

/// The tile of each square.
fn squares_tiles(map: &Map) -> Box<[Tile]> {
    let squares = usize::from(map.width()) * usize::from(map.height());
    let mut tiles = vec![Tile::from_index(0); squares.next_multiple_of(WORD)];
    for tile in map.tiles() {
        tiles[Board::square(map, tile)] = tile;
    }
    tiles.into()
}

/// The tile of each bit when the rows of a folded board are listed two by two: the upper ones, then the lower ones.
fn folded_tiles(map: &Map) -> Box<[Tile]> {
    let pairs = usize::from(map.height()).div_ceil(2).div_ceil(2);
    let mut tiles = vec![Tile::from_index(0); pairs * 2 * WORD];
    for tile in map.tiles() {
        let (x, y) = map.place(tile);
        let (word, bit) = Board::folded_square(map, usize::from(x), usize::from(y));
        let (pair, second) = if bit < FOLD { (word / 2, word % 2) } else { (2 * pairs - 1 - word / 2, 1 - word % 2) };
        tiles[pair * WORD + second * FOLD + bit % FOLD] = tile;
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
