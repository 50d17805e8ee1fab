//! Lists, counts and looks for the tiles from which something is captured.
//!
//! The captures themselves are found by [`super::rows`] and [`super::runs`]; here their hits become tiles.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]

use super::layout::Layout;
use super::runs::{BLOCK, Block};
use super::{rows, runs};
use crate::map::Tile;
use std::ops::Range;

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
    /// The board folded in the middle, if it has at most 31 columns and 64 rows, else row by row; lines as above.
    Fold,
}

impl Kernel {
    /// All ways to generate moves, the obvious one first.
    pub const ALL: [Self; 7] = [Self::Naive, Self::Best, Self::Lines, Self::Chain, Self::Rows, Self::Board, Self::Fold];
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
    /// Tiles that are listed whether found or not: a bit each, as squares or by number.
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
            extra: vec![0; layout.grid_words.max(layout.board.words)].into(),
            tiles: vec![Tile::from_index(0); tile_count + SLACK].into(),
        }
    }

    /// The squares that are listed next as occupied, whatever is found, where the board is kept.
    pub(crate) fn extra(&mut self) -> &mut [u64] {
        &mut self.extra
    }

    /// Adds a tile to those that are listed next as occupied, where the board is not kept.
    pub(crate) fn add(&mut self, tile: Tile) {
        match self.extra.get_mut(tile.index() / 64) {
            Some(extra) => *extra |= 1 << (tile.index() % 64),
            None => self.marks[tile.index() / 64][tile.index() % 64] = 1,
        }
    }
}

/// Lists the target tiles from which some walk captures, and those added, in ascending order.
#[inline(always)]
pub(super) fn list(
    view: &View<'_>,
    targets: Targets,
    scratch: &mut Scratch,
    scan: impl Fn(&View<'_>, &mut [u64]),
) -> usize {
    let layout = view.layout;
    find(view, targets, &mut scratch.hits, scan);
    if layout.has_grid() {
        merge_lines(layout, scratch);
        list_rows(layout, targets, scratch)
    } else {
        mark_tiles(layout, scratch);
        let mut count = 0;
        for (word, marks) in scratch.marks.iter_mut().enumerate() {
            count += flatten(gather(marks), &mut scratch.tiles[count..], |bit| Tile::from_index(word * 64 + bit));
        }
        count
    }
}

/// Counts the target tiles from which some walk captures, and those added.
#[inline(always)]
pub(super) fn count(
    view: &View<'_>,
    targets: Targets,
    scratch: &mut Scratch,
    scan: impl Fn(&View<'_>, &mut [u64]),
) -> u32 {
    let layout = view.layout;
    find(view, targets, &mut scratch.hits, scan);
    if layout.has_grid() {
        merge_lines(layout, scratch);
        add_extra(targets, scratch);
        scratch.hits[..layout.grid_words].iter().map(|hits| hits.count_ones()).sum()
    } else {
        mark_tiles(layout, scratch);
        scratch.marks.iter_mut().map(|marks| gather(marks).count_ones()).sum()
    }
}

/// Whether there is any target tile from which some walk captures.
#[inline(always)]
pub(super) fn any(view: &View<'_>, targets: Targets) -> bool {
    match targets {
        Targets::Free => any_hit::<false>(view, &mut Any),
        Targets::Occupied => any_hit::<true>(view, &mut Any),
    }
}

/// Gives the hits on rows and on all lines to the sink; whether it stopped.
#[inline(always)]
fn any_hit<const OCCUPIED: bool>(view: &View<'_>, sink: &mut (impl RowSink + ?Sized)) -> bool {
    runs::each_hit::<OCCUPIED>(view, sink)
        || runs::each_hit_in_wide_rows::<OCCUPIED>(view, sink)
        || rows::each_hit::<OCCUPIED>(view, sink)
}

/// Takes the hits that are found. A trait, because closures are not inlined into so many callers.
pub(super) trait Sink {
    /// Takes the first hits of some words, which may be none; returns whether to stop.
    fn set(&mut self, word: usize, hits: &Block) -> bool;
}

/// Takes hits across rows as well.
pub(super) trait RowSink: Sink {
    /// Takes further hits of a word, which may be none; returns whether to stop.
    fn add(&mut self, word: usize, hits: u64) -> bool;
}

pub(super) struct Any;

impl Sink for Any {
    #[inline(always)]
    fn set(&mut self, _: usize, hits: &Block) -> bool {
        hits.iter().fold(0, |any, hits| any | hits) != 0
    }
}

impl RowSink for Any {
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
}

impl RowSink for [u64] {
    #[inline(always)]
    fn add(&mut self, word: usize, hits: u64) -> bool {
        self[word] |= hits;
        false
    }
}

/// Writes the hits of all words that are looked at for these targets, and returns the plan. Each word is set before it is
/// added to.
#[inline(always)]
fn find(view: &View<'_>, targets: Targets, hits: &mut [u64], scan: impl Fn(&View<'_>, &mut [u64])) {
    // Matched once here, so that the kernels are compiled for each kind of target.
    match targets {
        Targets::Free => find_in::<false>(view, hits, scan),
        Targets::Occupied => find_in::<true>(view, hits, scan),
    }
}

#[inline(always)]
fn find_in<const OCCUPIED: bool>(view: &View<'_>, hits: &mut [u64], scan: impl Fn(&View<'_>, &mut [u64])) {
    let _ = runs::each_hit::<OCCUPIED>(view, hits);
    match view.layout.row_words {
        1 if view.layout.scan => scan(view, hits),
        2 => scan(view, hits),
        _ => {
            let _ = runs::each_hit_in_wide_rows::<OCCUPIED>(view, hits) || rows::each_hit::<OCCUPIED>(view, hits);
        }
    }
}

#[inline(always)]
fn list_rows(layout: &Layout, targets: Targets, scratch: &mut Scratch) -> usize {
    add_extra(targets, scratch);
    let Scratch { hits, busy, tiles, .. } = scratch;
    let words = busy_words(hits, 0..layout.grid_words, busy);
    let mut count = 0;
    for &word in &busy[..words] {
        let of_word = &layout.tiles[word as usize];
        let tile = |bit: usize| Tile::from_index(usize::from(of_word[bit]));
        count += flatten(hits[word as usize], &mut tiles[count..], tile);
    }
    count
}

/// Adds the tiles that are listed whether found or not, where the board is kept row by row.
#[inline(always)]
fn add_extra(targets: Targets, scratch: &mut Scratch) {
    if targets == Targets::Occupied {
        for (hits, extra) in scratch.hits.iter_mut().zip(&mut scratch.extra) {
            *hits |= std::mem::take(extra);
        }
    }
}

/// Finds the words that have hits; returns how many.
#[inline(always)]
fn busy_words(hits: &[u64], words: Range<usize>, busy: &mut [u32]) -> usize {
    let mut count = 0;
    for (word, &hits) in words.clone().zip(&hits[words]) {
        busy[count] = word as u32;
        count += usize::from(hits != 0);
    }
    count
}

/// Adds the hits on lines to those on rows.
#[inline(always)]
fn merge_lines(layout: &Layout, scratch: &mut Scratch) {
    let count = busy_words(&scratch.hits, layout.line_words(), &mut scratch.busy);
    let (rows, lines) = scratch.hits.split_at_mut(layout.grid_words);
    for &word in &scratch.busy[..count] {
        let marks = &layout.marks[word as usize * 64..][..64];
        each_bit(lines[word as usize - rows.len()], |bit| {
            let mark = marks[bit] as usize;
            rows[mark >> 6] |= 1 << (mark & 63);
        });
    }
}

/// Marks the tiles found on lines.
#[inline(always)]
fn mark_tiles(layout: &Layout, scratch: &mut Scratch) {
    let Scratch { hits, busy, marks, .. } = scratch;
    let count = busy_words(hits, layout.line_words(), busy);
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
