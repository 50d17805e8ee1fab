//! Lists, counts and looks for the tiles from which something is captured.
//!
//! The captures themselves are found by [`super::rows`] and [`super::runs`]; here their hits become tiles.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]

use super::layout::{Layout, Plan};
use super::runs::{BLOCK, Block};
use super::{rows, runs};
use crate::map::Tile;

/// How moves are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kernel {
    /// Walks from every tile; slow and obvious.
    Naive,
    /// The fastest way on the map at hand.
    #[default]
    Best,
    /// All lines bit after bit, the short ones in words of their own.
    Lines,
    /// All lines bit after bit, every one as if it were long.
    Chain,
    /// The board row by row; only lines that use transitions are bit after bit.
    Rows,
    /// The board square after square, if it has at most 256 of them, else row by row; lines that use transitions as above.
    Board,
}

impl Kernel {
    /// All ways to generate moves, the obvious one first.
    pub const ALL: [Self; 6] = [Self::Naive, Self::Best, Self::Lines, Self::Chain, Self::Rows, Self::Board];
}

/// Which instructions may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// What every CPU of the target has.
    #[default]
    Baseline,
    /// `x86-64-v3`: AVX2, BMI, POPCNT, LZCNT.
    V3,
}

/// Which tiles are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Targets {
    /// Free tiles: ordinary moves.
    Free,
    /// Occupied tiles: override moves, but for the rule that expansion stones are always allowed.
    Occupied,
}

/// The planes that a generation needs.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) layout: &'a Layout,
    /// Stones of the player who moves.
    pub(crate) own: &'a [u64],
    /// All stones.
    pub(crate) occupied: &'a [u64],
}

/// What a generation writes to.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// The hits, a bit per bit of a plane.
    hits: Box<[u64]>,
    /// The words of lines that have hits.
    busy: Box<[u32]>,
    /// Tiles found, where the board is not kept row by row: a byte each, 0 or 1; and one more for hits that are none.
    marks: Box<[[u8; 64]]>,
    /// Tiles that are listed whether found or not, where the board is kept row by row: a bit each.
    pub(super) extra: Box<[u64]>,
    /// Room for all tiles.
    pub(crate) tiles: Box<[Tile]>,
}

/// How many places behind the last one are written to.
const SLACK: usize = 4;

impl Scratch {
    pub(super) fn new(layout: &Layout, tile_count: usize) -> Self {
        Self {
            hits: vec![0; layout.words()].into(),
            busy: vec![0; layout.words() + 1].into(),
            marks: vec![[0; 64]; tile_count / 64 + 1].into(),
            extra: vec![0; layout.grid_words].into(),
            tiles: vec![Tile::from_index(0); tile_count + SLACK].into(),
        }
    }

    /// Adds a tile to those that are listed next as occupied.
    pub(crate) fn add(&mut self, layout: &Layout, tile: Tile) {
        if layout.occupied.rows {
            let bit = layout.bits_of(tile)[0] as usize;
            self.extra[bit / 64] |= 1 << (bit % 64);
        } else {
            self.marks[tile.index() / 64][tile.index() % 64] = 1;
        }
    }
}

/// Lists the target tiles from which some walk captures, and those added, in ascending order.
#[inline(always)]
pub(super) fn list(view: View<'_>, targets: Targets, scratch: &mut Scratch) -> usize {
    let layout = view.layout;
    let plan = find(view, targets, &mut scratch.hits);
    if plan.rows {
        list_rows(layout, plan, scratch)
    } else if layout.no_tile() <= 64 {
        let [bits] = few_tiles(view, targets, scratch);
        flatten(bits, &mut scratch.tiles, Tile::from_index)
    } else if layout.no_tile() <= FEW * 64 {
        let words: [u64; FEW] = few_tiles(view, targets, scratch);
        let mut count = 0;
        for (word, bits) in words.into_iter().enumerate() {
            count += flatten(bits, &mut scratch.tiles[count..], |bit| Tile::from_index(word * 64 + bit));
        }
        count
    } else {
        mark_tiles(layout, plan, scratch);
        let mut count = 0;
        for (word, marks) in scratch.marks.iter_mut().enumerate() {
            count += flatten(gather(marks), &mut scratch.tiles[count..], |bit| Tile::from_index(word * 64 + bit));
        }
        count
    }
}

/// Counts the target tiles from which some walk captures.
#[inline(always)]
pub(super) fn count(view: View<'_>, targets: Targets, scratch: &mut Scratch) -> u32 {
    let layout = view.layout;
    let plan = find(view, targets, &mut scratch.hits);
    if plan.rows {
        merge_lines(layout, plan, scratch);
        scratch.hits[..layout.grid_words].iter().map(|hits| hits.count_ones()).sum()
    } else if layout.no_tile() <= 64 {
        few_tiles::<1>(view, targets, scratch)[0].count_ones()
    } else if layout.no_tile() <= FEW * 64 {
        few_tiles::<FEW>(view, targets, scratch).iter().map(|bits| bits.count_ones()).sum()
    } else {
        mark_tiles(layout, plan, scratch);
        scratch.marks.iter_mut().map(|marks| gather(marks).count_ones()).sum()
    }
}

/// Whether there is any target tile from which some walk captures.
#[inline(always)]
pub(super) fn any(view: View<'_>, targets: Targets) -> bool {
    match targets {
        Targets::Free => any_hit::<false>(view, &mut Any),
        Targets::Occupied => any_hit::<true>(view, &mut Any),
    }
}

/// Gives the hits on rows and on all lines to the sink; whether it stopped.
#[inline(always)]
fn any_hit<const OCCUPIED: bool>(view: View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    runs::each_hit::<OCCUPIED>(view, sink) || rows::each_hit::<OCCUPIED>(view, sink)
}

/// Takes the hits that are found. A trait, because closures are not inlined into so many callers.
pub(super) trait Sink {
    /// Takes the first hits of some words, which may be none; returns whether to stop.
    fn set(&mut self, word: usize, hits: &Block) -> bool;
    /// Takes further hits of a word, which may be none; returns whether to stop.
    fn add(&mut self, word: usize, hits: u64) -> bool;
}

pub(super) struct Any;

impl Sink for Any {
    #[inline(always)]
    fn set(&mut self, _: usize, hits: &Block) -> bool {
        hits.iter().fold(0, |any, hits| any | hits) != 0
    }

    #[inline(always)]
    fn add(&mut self, _: usize, hits: u64) -> bool {
        hits != 0
    }
}

impl Sink for [u64] {
    #[inline(always)]
    fn set(&mut self, word: usize, hits: &Block) -> bool {
        self[word..word + BLOCK].copy_from_slice(hits);
        false
    }

    #[inline(always)]
    fn add(&mut self, word: usize, hits: u64) -> bool {
        self[word] |= hits;
        false
    }
}

/// Writes the hits of all words that are looked at for these targets, and returns the plan.
#[inline(always)]
fn find<'a>(view: View<'a>, targets: Targets, hits: &mut [u64]) -> &'a Plan {
    // Matched once here, so that the kernels are compiled for each kind of target. Each word is set before it is added to.
    let _ = match targets {
        Targets::Free => any_hit::<false>(view, hits),
        Targets::Occupied => any_hit::<true>(view, hits),
    };
    view.layout.plan(targets)
}

#[inline(always)]
fn list_rows(layout: &Layout, plan: &Plan, scratch: &mut Scratch) -> usize {
    merge_lines(layout, plan, scratch);
    let Scratch { hits, extra, tiles, .. } = scratch;
    let words = layout.grid_words;
    let mut count = 0;
    let rows = hits[..words].chunks(layout.rows_per_word).zip(extra.chunks_mut(layout.rows_per_word));
    for ((rows, extra), of_word) in rows.zip(layout.listed.as_chunks::<64>().0) {
        let mut bits = 0;
        for (row, (hits, extra)) in rows.iter().zip(extra).enumerate() {
            bits |= (hits | std::mem::take(extra)) << (row * layout.row_bits);
        }
        count += flatten(bits, &mut tiles[count..], |bit| of_word[bit]);
    }
    count
}

/// Finds the words of lines that have hits; returns how many.
#[inline(always)]
fn busy_words(layout: &Layout, plan: &Plan, scratch: &mut Scratch) -> usize {
    let mut count = 0;
    for words in layout.line_words(plan) {
        for (word, &hits) in words.clone().zip(&scratch.hits[words]) {
            scratch.busy[count] = word as u32;
            count += usize::from(hits != 0);
        }
    }
    count
}

/// Adds the hits on lines to those on rows.
#[inline(always)]
fn merge_lines(layout: &Layout, plan: &Plan, scratch: &mut Scratch) {
    let count = busy_words(layout, plan, scratch);
    let (rows, lines) = scratch.hits.split_at_mut(layout.grid_words);
    for &word in &scratch.busy[..count] {
        let marks = &layout.marks[word as usize * 64..][..64];
        each_bit(lines[word as usize - rows.len()], |bit| {
            let mark = marks[bit] as usize;
            rows[mark >> 6] |= 1 << (mark & 63);
        });
    }
}

/// The tiles found on a map of at most `64 * WORDS` tiles, as bits.
#[inline(always)]
fn few_tiles<const WORDS: usize>(view: View<'_>, targets: Targets, scratch: &mut Scratch) -> [u64; WORDS] {
    let layout = view.layout;
    let mut tiles = [0; WORDS];
    if targets == Targets::Occupied {
        for (bits, marks) in tiles.iter_mut().zip(&mut scratch.marks) {
            *bits = gather(marks);
        }
    }
    for words in layout.line_words(layout.plan(targets)) {
        for (&hits, of_word) in scratch.hits[words.clone()].iter().zip(&layout.tiles[words]) {
            if WORDS == 1 {
                each_bit(hits, |bit| tiles[0] |= 1 << (of_word[bit] & 63));
                continue;
            }
            let mut rest = hits;
            loop {
                // Some of these may be the 65th entry, which stands for no hit; that is cheaper than to guess.
                for _ in 0..UNCONDITIONAL {
                    let tile = of_word[rest.trailing_zeros() as usize];
                    let bit = &BITS[usize::from(tile)];
                    for word in 0..WORDS {
                        tiles[word] |= bit[word];
                    }
                    rest &= rest.wrapping_sub(1);
                }
                if rest == 0 {
                    break;
                }
            }
        }
    }
    if WORDS > 1
        && let Some(bits) = tiles.get_mut(layout.no_tile() / 64)
    {
        *bits &= !(1 << (layout.no_tile() % 64));
    }
    tiles
}

/// Hits of a word that are looked at whether or not there are as many.
const UNCONDITIONAL: usize = 2;

/// Each of the first tiles as a bit; the last entry stands for no tile.
static BITS: [[u64; FEW]; FEW * 64 + 1] = {
    let mut bits = [[0; FEW]; FEW * 64 + 1];
    let mut tile = 0;
    while tile < FEW * 64 {
        bits[tile][tile / 64] = 1 << (tile % 64);
        tile += 1;
    }
    bits
};

/// Words of tiles that are kept in registers.
const FEW: usize = 4;

/// Marks the tiles found on lines.
#[inline(always)]
fn mark_tiles(layout: &Layout, plan: &Plan, scratch: &mut Scratch) {
    let count = busy_words(layout, plan, scratch);
    let Scratch { hits, busy, marks, .. } = scratch;
    let marks = marks.as_flattened_mut();
    for &word in &busy[..count] {
        let of_word = &layout.tiles[word as usize];
        let mut rest = hits[word as usize];
        while rest != 0 {
            // The second of these may be the 65th entry, which stands for no hit; that is cheaper than to guess.
            for _ in 0..2 {
                marks[usize::from(of_word[rest.trailing_zeros() as usize])] = 1;
                rest &= rest.wrapping_sub(1);
            }
        }
    }
    marks[layout.no_tile()] = 0;
}

/// The bits of a word that are asked for.
#[inline(always)]
pub(super) fn target<const OCCUPIED: bool>(exists: u64, occupied: u64) -> u64 {
    if OCCUPIED { occupied } else { exists & !occupied }
}

/// Turns bytes of 0 and 1 into bits and clears them.
#[inline(always)]
fn gather(marks: &mut [u8; 64]) -> u64 {
    let mut bits = 0;
    for (byte, eight) in marks.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        // Each byte is shifted to a bit of its own in the highest byte of the product.
        let product = u64::from_le_bytes(std::mem::take(eight)).wrapping_mul(0x0102_0408_1020_4080);
        bits |= product >> 56 << (byte * 8);
    }
    bits
}

/// Writes a value for each bit into `out` and returns how many. A few values are written whether or not there are as
/// many bits, which is cheaper than to guess; so `out` must have [`SLACK`] more places than it needs.
#[inline(always)]
pub(super) fn flatten<T>(bits: u64, out: &mut [T], value: impl Fn(usize) -> T) -> usize {
    let mut rest = bits;
    for places in out.as_chunks_mut::<SLACK>().0 {
        for place in places {
            *place = value(rest.trailing_zeros() as usize & 63);
            rest &= rest.wrapping_sub(1);
        }
        if rest == 0 {
            break;
        }
    }
    bits.count_ones() as usize
}

/// Calls `found` with the number of each bit that is set.
#[inline(always)]
pub(crate) fn each_bit(mut bits: u64, mut found: impl FnMut(usize)) {
    while bits != 0 {
        found(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
