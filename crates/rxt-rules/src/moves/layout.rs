//! Where the tiles stand in the bit planes of a position.
//!
//! A plane has up to four parts.
//! - *Rows*: the board as it is, each row in one or more words. Rows, columns and diagonals of ordinary neighbours are
//!   found here. Left out on small maps, where it is cheaper to have all lines in the other parts.
//! - *Packed lines*: the lines of up to 64 tiles, bit after bit, so that a run of stones on a line is a run of ones.
//!   Several lines share a word, but no line crosses one.
//! - *Rings*: the cycles of 33 to 63 tiles, each in a word of its own, closed by shifts.
//! - *Chained lines*: the longer ones, one after another, with runs carried from word to word.
//!
//! A free bit between lines keeps their runs apart. Other cycles are written out once and once more without their last
//! tile, so that a whole round lies on either side of some bit of every tile, and they are paths like all others.

use super::kernel::{Kernel, Level};
use super::runs::BLOCK;
use crate::map::{Line, Map, Tile, lines};
use std::ops::Range;

const WORD: usize = 64;

/// The places of tiles in the planes of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(super) kernel: Kernel,
    pub(super) level: Level,
    /// Rows of the board, 0 if it is not kept row by row.
    pub(super) height: usize,
    /// Words of a row. With more than one, the last bit of each row is free.
    pub(super) row_words: usize,
    /// Whether some column or diagonal of ordinary neighbours has to be looked for in the rows.
    pub(super) scan: bool,
    /// Words that need nothing from each other, a multiple of [`BLOCK`]: rows of one word, and packed lines.
    pub(super) packed: Range<usize>,
    /// Words with a cycle each, a multiple of [`BLOCK`].
    pub(super) rings: Range<usize>,
    /// The length of the cycle in each word of the rings; at least 1.
    pub(super) rounds: Box<[u64]>,
    /// Words with runs that are carried on, multiples of [`BLOCK`]: rows of several words, and long lines.
    pub(super) chained: [Range<usize>; 2],
    /// Doublings that reach through the longest possible run in a packed word.
    pub(super) doublings: u32,
    /// Bits from which a walk towards lower bits may start.
    pub(super) down: Box<[u64]>,
    /// Bits from which a walk towards higher bits may start.
    pub(super) up: Box<[u64]>,
    /// With rows: for each bit, the bit of its tile in the rows.
    pub(super) marks: Box<[u32]>,
    /// With rows: how many of them are put together in a word when tiles are listed, and how many bits each takes.
    pub(super) rows_per_word: usize,
    pub(super) row_bits: usize,
    /// With rows: the tile of each bit of such words.
    pub(super) listed: Box<[Tile]>,
    /// Without rows: for each word, the tile of each bit, and [`Layout::no_tile`] as the 65th.
    pub(super) tiles: Box<[[u16; WORD + 1]]>,
    /// Walks that come back to their own tile: downwards and upwards.
    pub(super) returns: [Returns; 2],
    /// The bits of each tile: `bits[starts[tile]..starts[tile + 1]]`, that of the rows first.
    starts: Box<[u32]>,
    bits: Box<[u32]>,
}

/// After how many steps walks come back to the tile where they started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Returns {
    /// Bits whose walk comes back.
    pub(super) mask: Box<[u64]>,
    /// Bits of cycles that meet each tile once. Between two visits of a tile such a walk meets all other tiles of the
    /// cycle, so it can only come back unnoticed if the stone where it started is the only own one.
    pub(super) simple: Box<[u64]>,
    /// Steps until then for each bit.
    pub(super) steps: Box<[u32]>,
}

impl Layout {
    /// Lays out the lines of a map.
    pub(crate) fn new(map: &Map, kernel: Kernel, level: Level) -> Self {
        let level = level.supported();
        if kernel == Kernel::Naive {
            return Self { kernel, level, starts: vec![0; map.tile_count() + 1].into(), ..Self::default() };
        }
        let lines: Vec<Line> = lines(map).into_iter().filter(|line| line.tiles.len() >= 3).collect();
        let rows = match kernel {
            Kernel::Rows => true,
            Kernel::Best => rows_pay(map, &lines),
            _ => false,
        };
        let scan = rows && lines.iter().any(|line| is_plain(map, line) && !is_row(map, line));
        let on_lines = lines.into_iter().filter(|line| !rows || !is_plain(map, line));
        let mut paths: Vec<Path> = on_lines.map(Path::new).collect();
        // First fit in descending order wastes few bits, and ties keep the order of the lines.
        paths.sort_by_key(|path| std::cmp::Reverse(path.tiles.len()));
        let is_short = |path: &Path| kernel != Kernel::Chain && path.tiles.len() <= WORD;
        let (rings, paths): (Vec<Path>, Vec<Path>) =
            paths.into_iter().partition(|path| kernel != Kernel::Chain && path.is_ring());
        let (short, long): (Vec<Path>, Vec<Path>) = paths.into_iter().partition(is_short);
        let row_length = if rows { usize::from(map.width()).min(WORD) } else { 0 };
        let longest = short.iter().map(|path| path.tiles.len()).fold(row_length, usize::max);

        let mut builder = Builder::new(map, rows);
        let row_end = builder.words();
        builder.pack(short);
        let packed_end = builder.words();
        let rounds = builder.close(rings);
        let rings_end = builder.words();
        builder.chain(long);
        let words = builder.words();
        let wide = builder.row_words > 1;
        Self {
            kernel,
            level,
            scan,
            packed: if wide { row_end } else { 0 }..packed_end,
            rings: packed_end..rings_end,
            rounds,
            chained: [0..if wide { row_end } else { 0 }, rings_end..words],
            doublings: longest.saturating_sub(2).max(1).next_power_of_two().ilog2(),
            ..builder.finish(map)
        }
    }

    /// Words per plane.
    pub(crate) fn words(&self) -> usize {
        self.down.len()
    }

    /// Words of a plane that hold rows of the board.
    #[inline]
    pub(crate) fn row_plane_words(&self) -> usize {
        self.height * self.row_words
    }

    /// Whether the board is kept row by row.
    #[inline]
    pub(crate) fn has_rows(&self) -> bool {
        self.height > 0
    }

    /// The number behind that of the last tile.
    #[inline]
    pub(super) fn no_tile(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether moves are found by walking.
    #[inline]
    pub(crate) fn is_naive(&self) -> bool {
        self.kernel == Kernel::Naive
    }

    /// What generates the moves, for people.
    pub(crate) fn kernel_name(&self) -> String {
        if self.is_naive() {
            return "naive".to_owned();
        }
        let packed = self.packed.end > self.row_plane_words().next_multiple_of(BLOCK);
        let (rings, chain) = (!self.rings.is_empty(), !self.chained[1].is_empty());
        let parts = [(self.has_rows(), "rows"), (packed, "packed"), (rings, "rings"), (chain, "chain")];
        let names: Vec<&str> = parts.into_iter().filter(|part| part.0).map(|part| part.1).collect();
        names.join("+")
    }

    /// The bits of a tile.
    #[inline]
    pub(crate) fn bits_of(&self, tile: Tile) -> &[u32] {
        let index = tile.index();
        &self.bits[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Whether it is cheaper to follow ordinary neighbours from row to row than along their lines.
fn rows_pay(map: &Map, lines: &[Line]) -> bool {
    /// Bits of a word that lines fill, roughly.
    const FILLED: usize = 58;
    let plain_bits: usize = lines.iter().filter(|line| is_plain(map, line)).map(|line| line.tiles.len() + 1).sum();
    let row_words = usize::from(map.height()) * usize::from(map.width()).div_ceil(WORD);
    plain_bits / FILLED > row_words
}

/// Whether each step of the line leads to an ordinary neighbour, all in one direction.
fn is_plain(map: &Map, line: &Line) -> bool {
    let step = |pair: &[Tile]| {
        let ((x, y), (next_x, next_y)) = (map.place(pair[0]), map.place(pair[1]));
        (i32::from(next_x) - i32::from(x), i32::from(next_y) - i32::from(y))
    };
    let mut steps = line.tiles.windows(2).map(step);
    let Some(first) = steps.next() else { return !line.cyclic };
    !line.cyclic && first.0.abs() <= 1 && first.1.abs() <= 1 && first != (0, 0) && steps.all(|step| step == first)
}

fn is_row(map: &Map, line: &Line) -> bool {
    map.place(line.tiles[0]).1 == map.place(line.tiles[1]).1
}

/// A line as it is written: cycles, but for rings, one and almost another time round.
struct Path {
    tiles: Vec<Tile>,
    /// Length of one round, for cycles.
    round: Option<usize>,
}

impl Path {
    fn new(line: Line) -> Self {
        let Line { mut tiles, cyclic } = line;
        let round = tiles.len();
        if cyclic {
            tiles.extend_from_within(..round - 1);
        }
        Self { tiles, round: cyclic.then_some(round) }
    }

    /// Whether it fits into a word only if it is written once, with a free bit behind it.
    fn is_ring(&self) -> bool {
        self.tiles.len() > WORD && self.round.is_some_and(|round| round < WORD)
    }

    /// The bits of the path. On a cycle a walk starts where a whole round lies ahead of it.
    fn slots(&self) -> Vec<Slot> {
        let round = self.round.unwrap_or(0);
        let slot = |(at, &tile): (usize, &Tile)| Slot {
            tile: Some(tile),
            down: at + 1 >= round,
            up: self.round.is_none_or(|round| at < round),
            ..Slot::default()
        };
        let mut slots: Vec<Slot> = self.tiles.iter().enumerate().map(slot).collect();
        self.note_returns(&mut slots);
        slots
    }

    /// The bits of a ring: one round, from each bit of which walks start both ways.
    fn ring_slots(&self) -> Vec<Slot> {
        let round = self.round.unwrap_or(0);
        let mut slots = self.slots();
        // The second round begins with tiles whose next visit was noted in the first.
        for at in 0..round {
            slots[at].returns_down = slots.get(at + round).map_or(Some(round as u32), |slot| slot.returns_down);
        }
        slots.truncate(round);
        slots.iter_mut().for_each(|slot| (slot.down, slot.up) = (true, true));
        slots
    }

    fn note_returns(&self, slots: &mut [Slot]) {
        let mut last_seen = std::collections::HashMap::new();
        for (at, &tile) in self.tiles.iter().enumerate() {
            if let Some(before) = last_seen.insert(tile, at) {
                let steps = Some((at - before) as u32);
                (slots[at].returns_down, slots[before].returns_up) = (steps, steps);
            }
        }
        let distinct: std::collections::HashSet<&Tile> = self.tiles.iter().collect();
        let simple = self.round == Some(distinct.len());
        slots.iter_mut().for_each(|slot| slot.simple = simple);
    }
}

/// One bit of the planes; unused bits have no tile.
#[derive(Clone, Copy, Default)]
struct Slot {
    tile: Option<Tile>,
    down: bool,
    up: bool,
    returns_down: Option<u32>,
    returns_up: Option<u32>,
    /// Whether it belongs to a cycle that meets each tile once.
    simple: bool,
}

struct Builder {
    slots: Vec<Slot>,
    height: usize,
    row_words: usize,
}

impl Builder {
    /// Begins with the rows of the board, if they are wanted.
    fn new(map: &Map, rows: bool) -> Self {
        if !rows {
            return Self { slots: Vec::new(), height: 0, row_words: 0 };
        }
        let (width, height) = (usize::from(map.width()), usize::from(map.height()));
        let row_words = if width <= WORD { 1 } else { (width + 1).div_ceil(WORD) };
        let mut slots = vec![Slot::default(); height * row_words * WORD];
        for tile in map.tiles() {
            let (x, y) = map.place(tile);
            let slot = Slot { tile: Some(tile), down: true, up: true, ..Slot::default() };
            slots[usize::from(y) * row_words * WORD + usize::from(x)] = slot;
        }
        let mut builder = Self { slots, height, row_words };
        builder.fill_block();
        builder
    }

    fn words(&self) -> usize {
        self.slots.len() / WORD
    }

    fn fill_block(&mut self) {
        self.slots.resize(self.slots.len().next_multiple_of(WORD * BLOCK), Slot::default());
    }

    /// First fit of short lines into whole words.
    fn pack(&mut self, paths: Vec<Path>) {
        /// A free bit and the shortest line.
        const LEAST: usize = 4;
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
    fn close(&mut self, paths: Vec<Path>) -> Box<[u64]> {
        let mut rounds = Vec::new();
        for path in paths {
            let mut slots = path.ring_slots();
            rounds.push(slots.len() as u64);
            slots.resize(WORD, Slot::default());
            self.slots.extend(slots);
        }
        self.fill_block();
        rounds.resize(rounds.len().next_multiple_of(BLOCK), 1);
        rounds.into()
    }

    /// Long lines one after another.
    fn chain(&mut self, paths: Vec<Path>) {
        for path in paths {
            self.slots.extend(path.slots());
            self.slots.push(Slot::default());
        }
        self.fill_block();
    }

    fn finish(self, map: &Map) -> Layout {
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
            height: self.height,
            row_words: self.row_words,
            down: mask(&|slot| slot.down),
            up: mask(&|slot| slot.up),
            returns: [returns(&|slot| slot.returns_down), returns(&|slot| slot.returns_up)],
            starts,
            bits,
            ..Layout::default()
        };
        if self.height > 0 {
            let board_bit = |tile: Tile| layout.bits_of(tile)[0];
            layout.marks = slots.iter().map(|slot| slot.tile.map_or(0, board_bit)).collect();
            layout.row_bits = if self.row_words == 1 { usize::from(map.width()) } else { WORD };
            layout.rows_per_word = WORD / layout.row_bits;
            layout.listed = listed_tiles(map, &layout);
        } else {
            let tile =
                |slot: Option<&Slot>| slot.and_then(|slot| slot.tile).map_or(map.tile_count(), Tile::index) as u16;
            layout.tiles = slots.chunks(WORD).map(|word| std::array::from_fn(|bit| tile(word.get(bit)))).collect();
        }
        layout
    }
}

/// The tile of each bit when several rows are put together in a word.
fn listed_tiles(map: &Map, layout: &Layout) -> Box<[Tile]> {
    let Layout { row_words, rows_per_word, row_bits, .. } = *layout;
    let words = layout.row_plane_words().div_ceil(rows_per_word);
    let mut tiles = vec![Tile::from_index(0); words * WORD];
    for tile in map.tiles() {
        let (x, y) = map.place(tile);
        let (x, y) = (usize::from(x), usize::from(y));
        let word = y * row_words + x / WORD;
        tiles[word / rows_per_word * WORD + word % rows_per_word * row_bits + x % WORD] = tile;
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
