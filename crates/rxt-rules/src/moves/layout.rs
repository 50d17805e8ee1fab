//! Where the tiles stand in the bit planes of a position.
//!
//! A plane has up to five parts, one after another.
//! - *Rows*: the board as it is, each row in one or more words. Rows, columns and diagonals of ordinary neighbours are
//!   found here, on small maps only for overrides.
//! - *Bent lines*: the lines of up to 64 tiles that use a transition, bit after bit, so that a run of stones on a line is
//!   a run of ones. Several lines share a word, but no line crosses one.
//! - *Plain lines* in the same way, on small maps, where they are the cheaper way to find ordinary moves.
//! - *Rings*: the cycles of 33 to 63 tiles, each in a word of its own, closed by shifts.
//! - *Chains*: the longer lines, each from the beginning of a word, with runs carried from word to word.
//!
//! A free bit between lines in a word keeps their runs apart. Short cycles are written out once and once more without
//! their last tile, so that a whole round lies on either side of some bit of every tile, and they are paths like others.

use super::kernel::{Kernel, Level, Targets};
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
    /// Where ordinary moves are looked for.
    pub(super) free: Plan,
    /// Where override moves are looked for.
    pub(super) occupied: Plan,
    /// Words with a cycle each, a multiple of [`BLOCK`].
    pub(super) rings: Range<usize>,
    /// The length of the cycle in each word of the rings; at least 1.
    pub(super) rounds: Box<[u64]>,
    /// Words of chains, a multiple of [`BLOCK`].
    pub(super) chains: Range<usize>,
    /// For each word of the chains, whether a chain starts or ends there.
    pub(super) links: Box<[Link]>,
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
    /// For each word, the tile of each bit, and [`Layout::no_tile`] as the 65th.
    pub(super) tiles: Box<[[u16; WORD + 1]]>,
    /// Walks that come back to their own tile: downwards and upwards.
    pub(super) returns: [Returns; 2],
    /// The bits of each tile: `bits[starts[tile]..starts[tile + 1]]`, that of the rows first.
    starts: Box<[u32]>,
    bits: Box<[u32]>,
}

/// Where captures are looked for, besides rings and chains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Whether the board is looked at row by row.
    pub(super) rows: bool,
    /// Whether some column or diagonal has to be followed from row to row.
    pub(super) scan: bool,
    /// Words that need nothing from each other, a multiple of [`BLOCK`]: rows of one word, and packed lines.
    pub(super) packed: Range<usize>,
}

/// Whether a word of the chains begins or ends one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Link {
    /// The word is the first of a chain; for a cycle with the last word and its last bit.
    pub(super) first: Option<Ring>,
    /// The word is the last of a chain; for a cycle with the first word.
    pub(super) last: Option<Ring>,
}

/// The words of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    pub(super) first_word: u32,
    pub(super) last_word: u32,
    /// The bit of the last tile in the last word.
    pub(super) last_bit: u32,
    pub(super) cyclic: bool,
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
        let rows = kernel != Kernel::Lines && kernel != Kernel::Chain && map.tile_count() > 0;
        let free_rows = rows && (kernel == Kernel::Rows || rows_pay(map, &lines));
        let scan = rows && lines.iter().any(|line| is_plain(map, line) && !is_row(map, line));
        let mut parts = Parts::default();
        for line in lines {
            let plain = is_plain(map, &line);
            if !(plain && free_rows) {
                parts.add(Path::new(line), plain, kernel == Kernel::Chain);
            }
        }
        let row_length = if rows { usize::from(map.width()).min(WORD) } else { 0 };
        let longest = parts.longest_packed().max(row_length);

        let mut builder = Builder::new(map, rows);
        let wide = builder.row_words > 1;
        let row_end = builder.words();
        builder.pack(parts.bent);
        let bent_end = builder.words();
        builder.pack(parts.plain);
        let packed_end = builder.words();
        let rounds = builder.close(parts.rings);
        let rings_end = builder.words();
        let chain_links = builder.chain(parts.chains);
        let words = builder.words();
        let with_rows = Plan { rows, scan, packed: if wide { row_end } else { 0 }..bent_end };
        let without_rows = Plan { rows: false, scan: false, packed: row_end..packed_end };
        Self {
            kernel,
            level,
            free: if free_rows { with_rows.clone() } else { without_rows.clone() },
            occupied: if rows { with_rows } else { without_rows },
            rings: packed_end..rings_end,
            rounds,
            chains: rings_end..words,
            links: chain_links,
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

    /// Where captures are looked for.
    #[inline]
    pub(super) fn plan(&self, targets: Targets) -> &Plan {
        match targets {
            Targets::Free => &self.free,
            Targets::Occupied => &self.occupied,
        }
    }

    /// The words of lines that a plan looks at.
    #[inline]
    pub(super) fn line_words(&self, plan: &Plan) -> [Range<usize>; 2] {
        let first = if plan.rows { self.row_plane_words() } else { 0 };
        [plan.packed.start.max(first)..plan.packed.end.max(first), self.rings.start..self.words()]
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
        let packed = self.free.packed.end > self.row_plane_words().next_multiple_of(BLOCK);
        let (rings, chains) = (!self.rings.is_empty(), !self.chains.is_empty());
        let parts = [(self.free.rows, "rows"), (packed, "packed"), (rings, "rings"), (chains, "chains")];
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

/// The lines of a map by the part of the plane that they belong to.
#[derive(Default)]
struct Parts {
    bent: Vec<Path>,
    plain: Vec<Path>,
    rings: Vec<Path>,
    chains: Vec<Path>,
}

impl Parts {
    fn add(&mut self, mut path: Path, plain: bool, all_chains: bool) {
        if !all_chains && path.is_ring() {
            self.rings.push(path);
        } else if all_chains || path.tiles.len() > WORD {
            // A chain is closed by carrying on from its end to its beginning, so one round is enough.
            path.tiles.truncate(path.round.unwrap_or(usize::MAX));
            self.chains.push(path);
        } else if plain {
            self.plain.push(path);
        } else {
            self.bent.push(path);
        }
    }

    fn longest_packed(&self) -> usize {
        self.bent.iter().chain(&self.plain).map(|path| path.tiles.len()).max().unwrap_or(0)
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

/// A line as it is written: cycles one and almost another time round.
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

    /// The bits of a path that is written as a path. On a cycle a walk starts where a whole round lies ahead of it.
    fn slots(&self) -> Vec<Slot> {
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
    fn round_slots(&self) -> Vec<Slot> {
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
    fn pack(&mut self, mut paths: Vec<Path>) {
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
    fn close(&mut self, paths: Vec<Path>) -> Box<[u64]> {
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
    fn chain(&mut self, paths: Vec<Path>) -> Box<[Link]> {
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
        let tile = |slot: Option<&Slot>| slot.and_then(|slot| slot.tile).map_or(map.tile_count(), Tile::index) as u16;
        layout.tiles = slots.chunks(WORD).map(|word| std::array::from_fn(|bit| tile(word.get(bit)))).collect();
        if self.height > 0 {
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
