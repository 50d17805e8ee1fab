//! Where the tiles stand in the bit planes of a position.
//!
//! A plane has up to four parts, one after another.
//! - *Rows*: the board as it is, each row in one or more words. Rows, columns and diagonals of ordinary neighbours are
//!   found here, unless the map has so few of them that their lines are cheaper. On small maps the rows follow each other
//!   without a gap, or two share a word ([`super::board`]).
//! - *Packed lines*: the lines of up to 64 tiles that use a transition, or all where the board is not kept, bit after bit,
//!   so that a run of stones on a line is a run of ones. Several lines share a word, but no line crosses one.
//! - *Rings*: the cycles of 33 to 63 tiles, each in a word of its own, closed by shifts.
//! - *Chains*: the longer lines, each from the beginning of a word, with runs carried from word to word.
//!
//! A free bit between lines in a word keeps their runs apart. Short cycles are written out once and once more without
//! their last tile, so that a whole round lies on either side of some bit of every tile, and they are paths like others.

use super::board::Board;
use super::build::{Builder, Grid};
use super::kernel::{Kernel, Level};
use super::path::{Parts, Path, is_plain, is_row};
use super::runs::BLOCK;
use crate::cell::Cell;
use crate::map::{Line, Map, Tile, lines};
use std::ops::Range;

/// Bits of a word.
pub(super) const WORD: usize = 64;

/// The places of tiles in the planes of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(super) kernel: Kernel,
    pub(super) level: Level,
    /// The board, if it is kept square after square.
    pub(super) board: Board,
    /// Words that hold the board, row by row or square after square.
    pub(super) grid_words: usize,
    /// Rows of the board, 0 if it is not kept row by row.
    pub(super) height: usize,
    /// Words of a row. With more than one, the last bit of each row is free.
    pub(super) row_words: usize,
    /// Whether some column or diagonal has to be followed from row to row.
    pub(super) scan: bool,
    /// Words that need nothing from each other, a multiple of [`BLOCK`]: rows of one word, and packed lines.
    pub(super) packed: Range<usize>,
    /// Words with a cycle each, a multiple of [`BLOCK`].
    pub(super) rings: Range<usize>,
    /// The length of the cycle in each word of the rings; at least 1.
    pub(super) rounds: Box<[u64]>,
    /// Words of chains, a multiple of [`BLOCK`].
    pub(super) chains: Range<usize>,
    /// For each word, where its runs go on.
    pub(super) links: Box<[Link]>,
    /// Doublings that reach through the longest possible run in a packed word.
    pub(super) doublings: u32,
    /// Bits from which a walk towards lower bits may start.
    pub(super) down: Box<[u64]>,
    /// Bits from which a walk towards higher bits may start.
    pub(super) up: Box<[u64]>,
    /// With rows: for each bit, the bit of its tile in the rows.
    pub(super) marks: Box<[u32]>,
    /// With a board in few words: the tile of each bit in the order in which they are listed.
    pub(super) listed: Box<[Tile]>,
    /// For each word, the tile of each bit, and [`Layout::no_tile`] as the 65th.
    pub(super) tiles: Box<[[u16; WORD + 1]]>,
    /// Walks that come back to their own tile: downwards and upwards.
    pub(super) returns: [Returns; 2],
    /// With a board in few words: the squares that begin as choice tiles, and those that begin as bonus tiles.
    pub(super) choices: Box<[u64]>,
    pub(super) bonuses: Box<[u64]>,
    /// The bits of each tile: `bits[starts[tile]..starts[tile + 1]]`, that of the rows first.
    pub(super) starts: Box<[u32]>,
    pub(super) bits: Box<[u32]>,
}

/// Where the runs of a word go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The words before and behind it, or none that exists.
    pub(super) before: u32,
    pub(super) after: u32,
    /// The highest bit of the word that is used.
    pub(super) top: u32,
    /// The words of the chain that it belongs to.
    pub(super) ring: Ring,
}

impl Link {
    /// No word.
    pub(super) const NONE: u32 = u32::MAX;
}

impl Default for Link {
    fn default() -> Self {
        Self { before: Self::NONE, after: Self::NONE, top: 63, ring: Ring::default() }
    }
}

/// The words of a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ring {
    pub(super) first_word: u32,
    pub(super) last_word: u32,
    /// The bit of the last tile in the last word.
    pub(super) last_bit: u32,
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
    /// For each word how many foreign stones in a row such a walk passes at least; 0 where walks leave the word.
    pub(super) passed: Box<[u32]>,
}

impl Layout {
    /// Lays out the lines of a map.
    pub(crate) fn new(map: &Map, kernel: Kernel, level: Level) -> Self {
        let level = level.supported();
        if kernel == Kernel::Naive {
            return Self { kernel, level, starts: vec![0; map.tile_count() + 1].into(), ..Self::default() };
        }
        let lines: Vec<Line> = lines(map).into_iter().filter(|line| line.tiles.len() >= 3).collect();
        let grid = choose_grid(map, &lines, kernel);
        let (rows, small) = (grid != Grid::None, grid == Grid::Squares);
        let scan = rows && !small && lines.iter().any(|line| is_plain(map, line) && !is_row(map, line));
        let mut parts = Parts::default();
        for line in lines {
            if !(rows && is_plain(map, &line)) {
                parts.add(Path::new(line), kernel == Kernel::Chain);
            }
        }
        let row_length = if rows && !small { usize::from(map.width()).min(WORD) } else { 0 };
        let longest = parts.longest_packed().max(row_length);

        let mut builder = Builder::new(map, grid);
        let apart = small || builder.row_words > 1;
        let row_end = builder.words();
        builder.pack(parts.packed);
        let packed_end = builder.words();
        let rounds = builder.close(parts.rings);
        let rings_end = builder.words();
        builder.chain(parts.chains);
        let words = builder.words();
        let mut layout = Self {
            kernel,
            level,
            board: match grid {
                Grid::Squares => Board::new(map),
                Grid::Folded => Board::new_folded(map),
                Grid::None if Board::is_few(map, words) => Board::few(map),
                Grid::None | Grid::Rows => Board::default(),
            },
            scan,
            packed: if apart { row_end } else { 0 }..packed_end,
            rings: packed_end..rings_end,
            rounds,
            chains: rings_end..words,
            doublings: longest.saturating_sub(2).max(1).next_power_of_two().ilog2(),
            ..builder.finish(map)
        };
        for returns in &mut layout.returns {
            returns.passed[packed_end..].fill(0);
        }
        let begin_as = |cell: Cell| -> Box<[u64]> {
            let mut squares = vec![0; layout.board.words];
            for tile in map.tiles().filter(|&tile| layout.board.words > 0 && map.initial(tile) == cell) {
                let square = grid.square(map, tile);
                squares[square / WORD] |= 1 << (square % WORD);
            }
            squares.into()
        };
        (layout.choices, layout.bonuses) = (begin_as(Cell::CHOICE), begin_as(Cell::BONUS));
        layout
    }

    /// Words per plane.
    pub(crate) fn words(&self) -> usize {
        self.down.len()
    }

    /// The words of lines.
    #[inline]
    pub(super) fn line_words(&self) -> Range<usize> {
        self.grid_words..self.words()
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

    /// Whether the board is kept, in whatever way.
    #[inline]
    pub(crate) fn has_grid(&self) -> bool {
        self.grid_words > 0
    }

    /// Words that hold the board square after square, 0 if it is not kept so.
    #[inline]
    pub(crate) fn board_words(&self) -> usize {
        if self.board.folded > 0 || self.board.few { 0 } else { self.board.words }
    }

    /// Whether all moves are found at once, as squares or as tiles by number.
    #[inline]
    pub(crate) fn finds_squares(&self) -> bool {
        self.board.words > 0
    }

    /// The directions, a bit each, in which a walk from the tile uses transitions, if the board is kept square after
    /// square.
    #[inline]
    pub(crate) fn bent_directions(&self, tile: Tile) -> u8 {
        self.board.bent[tile.index()]
    }

    /// Whether nothing but the board is kept, square after square.
    #[inline]
    pub(crate) fn is_plain_board(&self) -> bool {
        self.board.plain
    }

    /// The tile of a square, if the board is kept square after square.
    #[inline]
    pub(crate) fn tile_of_square(&self, square: usize) -> Tile {
        self.listed[square]
    }

    /// The square of a tile, if the board is kept square after square.
    #[inline]
    pub(crate) fn square_of(&self, tile: Tile) -> u32 {
        self.board.squares[tile.index()]
    }

    /// What generates the moves, for people.
    pub(crate) fn kernel_name(&self) -> String {
        if self.is_naive() {
            return "naive".to_owned();
        }
        let packed = self.packed.end > self.grid_words.next_multiple_of(BLOCK);
        let (rings, chains) = (!self.rings.is_empty(), !self.chains.is_empty());
        let grid = match &self.board {
            Board { words: 0, .. } => "rows",
            Board { folded: 0, .. } => "board",
            _ => "fold",
        };
        let parts = [(self.has_grid(), grid), (packed, "packed"), (rings, "rings"), (chains, "chains")];
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

/// How the board is kept.
fn choose_grid(map: &Map, lines: &[Line], kernel: Kernel) -> Grid {
    if map.tile_count() == 0 {
        return Grid::None;
    }
    let (small, folds) = (Board::fits(map), Board::folds(map));
    match kernel {
        Kernel::Naive | Kernel::Lines | Kernel::Chain => Grid::None,
        Kernel::Board if small => Grid::Squares,
        Kernel::Fold if folds => Grid::Folded,
        Kernel::Best if small && Board::pays(map, lines) => Grid::Squares,
        Kernel::Best if folds && Board::folding_pays(map, lines) => Grid::Folded,
        Kernel::Best if !rows_pay(map, lines) => Grid::None,
        _ => Grid::Rows,
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
