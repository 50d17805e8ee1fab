//! What the board is worth to each player, kept from one position to the next.
//!
//! A search values positions that differ by few stones. So the sums belong to the board they were last asked about, and are
//! brought up to date by the tiles that differ; nobody has to tell which moves were made in between.

use super::feature::{ANCHORED, BOARD_COUNT, LOOSE};
use super::terrain::Terrain;
use super::weights::{KNOTS, Knots};
use rxt_rules::{ByPlayer, Cell, Map, Player, Tile};

/// Sums over the stones of a board.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    weights: [Knots; BOARD_COUNT],
    /// The board that the sums belong to.
    cells: Box<[Cell]>,
    /// Along how many axes each tile can still be captured.
    loose: Box<[u8]>,
    /// The worth of the free tiles beside each tile.
    beside: Box<[Knots]>,
    /// Free tiles of each line, counted once for each axis.
    free: Box<[u32]>,
    worth: ByPlayer<Knots>,
}

/// How many tiles are compared at once, and how many of those in which there is a difference.
const CHUNK: usize = 32;
const PART: usize = 8;

impl Sums {
    /// The sums of an empty board.
    pub(super) fn new(terrain: &Terrain, map: &Map, weights: [Knots; BOARD_COUNT]) -> Self {
        let beside = map.tiles().map(|tile| {
            let worth = |&neighbour: &Tile| terrain.beside(neighbour, Cell::EMPTY).map_or([0; KNOTS], |at| weights[at]);
            terrain.neighbours(tile).iter().map(worth).fold([0; KNOTS], plus)
        });
        Self {
            weights,
            cells: vec![Cell::EMPTY; map.tile_count()].into(),
            loose: terrain.open.clone(),
            beside: beside.collect(),
            free: terrain.lengths.clone(),
            worth: ByPlayer::all([0; KNOTS]),
        }
    }

    /// What a board is worth to each player.
    pub(super) fn of(&mut self, terrain: &Terrain, cells: &[Cell]) -> &ByPlayer<Knots> {
        for (chunk, tiles) in terrain.all.chunks(CHUNK).enumerate() {
            let first = chunk * CHUNK;
            if differ(&self.cells[first..first + tiles.len()], &cells[first..first + tiles.len()]) {
                for (part, tiles) in tiles.chunks(PART).enumerate() {
                    let range = first + part * PART..first + part * PART + tiles.len();
                    let mut different = packed(&self.cells[range.clone()]) ^ packed(&cells[range.clone()]);
                    while different != 0 {
                        let index = different.trailing_zeros() as usize / 8;
                        different &= !(0xff << (index * 8));
                        self.change(terrain, tiles[index], cells[range.start + index]);
                    }
                }
            }
        }
        &self.worth
    }

    fn change(&mut self, terrain: &Terrain, tile: Tile, cell: Cell) {
        let before = self.cells[tile.index()];
        if let (Some(loser), Some(winner)) = (before.owner(), cell.owner()) {
            return self.turn(terrain, tile, loser, winner);
        }
        if let Some(owner) = before.owner() {
            self.worth[owner] = minus(self.worth[owner], self.stone(terrain, tile, owner));
        }
        // While its neighbours and lines change, the tile is nobody's.
        self.cells[tile.index()] = Cell::EMPTY;
        let (was, is) = (terrain.beside(tile, before), terrain.beside(tile, cell));
        if was != is {
            self.change_neighbours(terrain, tile, was, is);
            if was.is_some() != is.is_some() {
                self.change_lines(terrain, tile, is.is_some());
            }
        }
        self.cells[tile.index()] = cell;
        if let Some(owner) = cell.owner() {
            self.worth[owner] = plus(self.worth[owner], self.stone(terrain, tile, owner));
        }
    }

    /// A stone changes hands, the most frequent change: nothing around it does.
    #[inline]
    fn turn(&mut self, terrain: &Terrain, tile: Tile, loser: Player, winner: Player) {
        self.worth[loser] = minus(self.worth[loser], self.stone(terrain, tile, loser));
        self.cells[tile.index()] = Cell::stone(winner);
        self.worth[winner] = plus(self.worth[winner], self.stone(terrain, tile, winner));
    }

    /// What a player's stone on a tile adds to his sum.
    #[inline]
    fn stone(&self, terrain: &Terrain, tile: Tile, owner: Player) -> Knots {
        let own = plus(self.weights[LOOSE + usize::from(self.loose[tile.index()])], self.beside[tile.index()]);
        if terrain.near_corner[tile.index()] { plus(own, self.anchors(terrain, tile, owner)) } else { own }
    }

    /// What a stone adds as an anchor of others, and by being anchored.
    fn anchors(&self, terrain: &Terrain, tile: Tile, owner: Player) -> Knots {
        let is_corner = i32::from(terrain.is_corner(tile));
        let own = |neighbour: &&Tile| self.cells[neighbour.index()] == Cell::stone(owner);
        let pairs = |neighbour: &Tile| is_corner + i32::from(terrain.is_corner(*neighbour));
        let count: i32 = terrain.neighbours(tile).iter().filter(own).map(pairs).sum();
        self.weights[ANCHORED].map(|weight| weight * count)
    }

    fn change_neighbours(&mut self, terrain: &Terrain, tile: Tile, was: Option<usize>, is: Option<usize>) {
        let worth = |feature: Option<usize>| feature.map_or([0; KNOTS], |feature| self.weights[feature]);
        let more = minus(worth(is), worth(was));
        if more == [0; KNOTS] {
            return;
        }
        for neighbour in terrain.neighbours(tile) {
            let beside = &mut self.beside[neighbour.index()];
            *beside = plus(*beside, more);
            if let Some(owner) = self.cells[neighbour.index()].owner() {
                self.worth[owner] = plus(self.worth[owner], more);
            }
        }
    }

    fn change_lines(&mut self, terrain: &Terrain, tile: Tile, is_free: bool) {
        for line in terrain.slots[tile.index()] {
            let free = &mut self.free[line as usize];
            if is_free {
                *free += 1;
                if *free == 1 {
                    self.loosen(terrain, line, 1);
                }
            } else {
                *free -= 1;
                if *free == 0 {
                    self.loosen(terrain, line, -1);
                }
            }
        }
    }

    /// A line has become full, or is no longer.
    fn loosen(&mut self, terrain: &Terrain, line: u32, by: i8) {
        for tile in terrain.passed(line) {
            let loose = &mut self.loose[tile.index()];
            let before = self.weights[LOOSE + usize::from(*loose)];
            *loose = loose.saturating_add_signed(by);
            let more = minus(self.weights[LOOSE + usize::from(*loose)], before);
            if let Some(owner) = self.cells[tile.index()].owner() {
                self.worth[owner] = plus(self.worth[owner], more);
            }
        }
    }
}

/// Whether two parts of boards differ, without a branch for each tile.
#[inline]
fn differ(one: &[Cell], other: &[Cell]) -> bool {
    let different = |(one, other): (&Cell, &Cell)| one.index() as u8 ^ other.index() as u8;
    one.iter().zip(other).map(different).fold(0, |all, bits| all | bits) != 0
}

/// Up to eight cells, a byte each.
#[inline]
fn packed(cells: &[Cell]) -> u64 {
    match cells.as_array::<PART>() {
        Some(cells) => u64::from_le_bytes(cells.map(|cell| cell.index() as u8)),
        None => cells.iter().rev().fold(0, |word, cell| word << 8 | cell.index() as u64),
    }
}

#[inline]
fn plus(a: Knots, b: Knots) -> Knots {
    std::array::from_fn(|knot| a[knot] + b[knot])
}

#[inline]
fn minus(a: Knots, b: Knots) -> Knots {
    std::array::from_fn(|knot| a[knot] - b[knot])
}
