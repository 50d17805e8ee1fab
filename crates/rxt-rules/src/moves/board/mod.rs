//! Captures on a board that is kept in few words, so that what is found are squares, not bits of lines.
//!
//! *Square after square*, on the smallest boards: a step in a direction is a shift of all words, and each lane of a vector
//! does one of the four axes. Stones at the end of a straight line cannot be captured along it; with those left out, no
//! shift leads from one edge of the board to the other.
//!
//! *Folded* in the middle, on boards of up to 31 columns: a word holds a row, and in its upper half the row that is as far
//! from the other end. Then runs are followed from row to row downwards and upwards at once, and each lane of a vector does
//! the columns or one kind of diagonals.

mod kernel;
pub(super) mod portable;
mod rows;
#[cfg(target_arch = "x86_64")]
pub(super) mod v3;

use super::path::is_plain;
use super::runs::{BLOCK, Block};
use crate::direction::Direction;
use crate::map::{Line, Map, Tile};

/// The most words of a board that is kept square after square.
const MOST: usize = 4;

/// The most words of a board that is folded.
const MOST_FOLDED: usize = 32;

/// The most words of planes whose tiles are found by number.
const MOST_LINES: usize = 64;

/// Bits from a row of a folded board to the one above it in the same word.
pub(super) const FOLD: usize = 32;

/// Squares of a board, in the order of its planes.
pub(crate) type Squares = [u64; MOST_FOLDED];

/// What is known of a board that is kept in few words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// Words of the board, 0 if it is not kept so.
    pub(super) words: usize,
    /// Whether the words hold tiles by number instead: on maps of few tiles where moves are found on lines alone.
    pub(super) few: bool,
    /// Rows of a folded board, 0 if it is not folded.
    pub(super) folded: usize,
    /// Whether no line uses a transition.
    pub(super) plain: bool,
    /// How far apart neighbours are on each axis, and how far a word is from that.
    steps: Block,
    back: Block,
    /// Whether three doublings reach through every run.
    short: bool,
    /// The tiles that have ordinary neighbours on both sides, on each axis.
    inner: Box<[Block]>,
    /// The square of each tile.
    pub(super) squares: Box<[u32]>,
    /// For each tile the directions, a bit each, in which a walk uses transitions.
    pub(super) bent: Box<[u8]>,
}

impl Board {
    /// Whether a map is small enough.
    pub(super) fn fits(map: &Map) -> bool {
        /// A step stays within a word.
        const MOST_COLUMNS: u16 = 62;
        map.width() <= MOST_COLUMNS && usize::from(map.width()) * usize::from(map.height()) <= MOST * 64
    }

    /// Whether a map that fits is better kept so: few lines that use transitions are to be looked at besides.
    pub(super) fn pays(map: &Map, lines: &[Line]) -> bool {
        /// Words of a board that is fast enough to look at lines besides.
        const FEW_WORDS: usize = 2;
        /// Bits that fill a block.
        const FEW_BITS: usize = 232;
        let bent = lines.iter().filter(|line| !is_plain(map, line));
        let bits: usize = bent.map(|line| line.tiles.len() * if line.cyclic { 2 } else { 1 } + 1).sum();
        bits == 0 || bits <= FEW_BITS && usize::from(map.width()) * usize::from(map.height()) <= FEW_WORDS * 64
    }

    /// Whether a map can be folded.
    pub(super) fn folds(map: &Map) -> bool {
        usize::from(map.width()) < FOLD && usize::from(map.height()) <= 2 * MOST_FOLDED
    }

    /// Whether a map that can be folded is better kept so: otherwise most of its lines use transitions.
    pub(super) fn folding_pays(map: &Map, lines: &[Line]) -> bool {
        /// Bits of lines that cost as much as a row.
        const BITS_OF_ROW: usize = 55;
        let plain_bits: usize = lines.iter().filter(|line| is_plain(map, line)).map(|line| line.tiles.len() + 1).sum();
        plain_bits > usize::from(map.height()) * BITS_OF_ROW
    }

    /// Whether a map has so few tiles that a bit for each fits into a vector, and few lines.
    pub(super) fn is_few(map: &Map, words: usize) -> bool {
        (1..=MOST * 64).contains(&map.tile_count()) && words <= MOST_LINES
    }

    /// The tiles of a map that has few.
    pub(super) fn few(map: &Map) -> Self {
        Self { words: map.tile_count().div_ceil(64), few: true, ..Self::default() }
    }

    /// The word and bit of a square of a folded board.
    pub(super) fn folded_square(map: &Map, x: usize, y: usize) -> (usize, usize) {
        let height = usize::from(map.height());
        if y < height.div_ceil(2) { (y, x) } else { (height - 1 - y, FOLD + x) }
    }

    /// The board of a map that folds.
    pub(super) fn new_folded(map: &Map) -> Self {
        let folded = usize::from(map.height());
        Self { words: folded.div_ceil(2), folded, ..Self::default() }
    }

    /// The board of a map that fits.
    pub(super) fn new(map: &Map) -> Self {
        const AXES: [Direction; BLOCK] = [Direction::Right, Direction::DownLeft, Direction::Down, Direction::DownRight];
        const LONGEST: u16 = 10;
        let words = (usize::from(map.width()) * usize::from(map.height())).div_ceil(64);
        let width = u64::from(map.width());
        let steps = [1, width - 1, width, width + 1];
        let mut inner = vec![Block::default(); MOST];
        for tile in map.tiles() {
            let square = Self::square(map, tile);
            for (axis, direction) in AXES.into_iter().enumerate() {
                let both = ordinary(map, tile, direction) && ordinary(map, tile, direction.opposite());
                inner[square / 64][axis] |= u64::from(both) << (square % 64);
            }
        }
        let bent: Box<[u8]> = map.tiles().map(|tile| bent_directions(map, tile)).collect();
        Self {
            words,
            few: false,
            folded: 0,
            plain: bent.iter().all(|&bent| bent == 0),
            steps,
            back: steps.map(|step| 64 - step),
            short: map.width() <= LONGEST && map.height() <= LONGEST,
            inner: inner.into(),
            squares: map.tiles().map(|tile| Self::square(map, tile) as u32).collect(),
            bent,
        }
    }

    pub(super) fn square(map: &Map, tile: Tile) -> usize {
        let (x, y) = map.place(tile);
        usize::from(y) * usize::from(map.width()) + usize::from(x)
    }
}

/// Whether one step leads to the ordinary neighbour.
fn ordinary(map: &Map, tile: Tile, direction: Direction) -> bool {
    let place = |tile| {
        let (x, y) = map.place(tile);
        (i32::from(x), i32::from(y))
    };
    let ((x, y), (dx, dy)) = (place(tile), direction.offset());
    map.step(tile, direction).is_some_and(|(next, _)| place(next) == (x + dx, y + dy))
}

/// The directions in which a walk comes to a transition.
fn bent_directions(map: &Map, tile: Tile) -> u8 {
    let bent = |direction: Direction| {
        let mut here = tile;
        while ordinary(map, here, direction) {
            here = map.step(here, direction).map_or(here, |(next, _)| next);
        }
        map.step(here, direction).is_some()
    };
    Direction::ALL.into_iter().filter(|&direction| bent(direction)).fold(0, |bits, one| bits | 1 << one.number())
}
