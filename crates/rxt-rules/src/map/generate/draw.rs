//! Draws the tiles of a map, orbit by orbit.

use super::options::{Options, Specials, TileOptions};
use super::orbit::Orbits;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::MapFile;
use crate::player::Player;
use crate::rng::Rng;

/// A map without transitions.
pub(super) fn draw(options: &Options, orbits: &Orbits, rng: &mut Rng) -> MapFile {
    let &Options { players, height, width, stocks, .. } = options;
    let TileOptions { holes, specials, weights, clusters, fill } = options.tiles;
    let squares = usize::from(height) * usize::from(width);
    let mut board = Board { orbits, players, height, width, cells: vec![Cell::EMPTY; squares], rng };
    for nth in 0..clusters {
        board.cluster(nth == 0);
    }
    board.holes(holes);
    board.specials(specials, weights);
    board.fill(fill);
    MapFile {
        players,
        overrides: stocks.overrides,
        bombs: stocks.bombs,
        strength: stocks.strength,
        height,
        width,
        tiles: board.cells,
        transitions: Vec::new(),
    }
}

struct Board<'a> {
    orbits: &'a Orbits,
    players: u8,
    height: u16,
    width: u16,
    cells: Vec<Cell>,
    rng: &'a mut Rng,
}

impl Board<'_> {
    /// A block in which the stones of all players touch each other, as far as the board reaches.
    fn cluster(&mut self, in_the_middle: bool) {
        let side = (1..=4).find(|side| side * side >= 2 * usize::from(self.players)).unwrap_or(4);
        let mut seats: Vec<Player> = Player::all(self.players).collect();
        self.rng.shuffle(&mut seats);
        let (height, width) = (usize::from(self.height), usize::from(self.width));
        let corner = |rng: &mut Rng, length: usize| {
            let room = length.saturating_sub(side);
            if in_the_middle { room / 2 } else { rng.below(room + 1) }
        };
        let (left, top) = (corner(self.rng, width), corner(self.rng, height));
        for y in 0..side.min(height) {
            for x in 0..side.min(width) {
                let player = seats[(x + y * (side - 1)) % seats.len()];
                self.put_stone((top + y) * width + left + x, player);
            }
        }
    }

    /// Cuts out single squares and short worms.
    fn holes(&mut self, percent: u8) {
        let target = self.cells.len() * usize::from(percent) / 100;
        let mut holes = 0;
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        self.rng.shuffle(&mut order);
        for start in order {
            let mut here = Some(start);
            while let Some(square) = here
                && holes < target
            {
                holes += self.put(square, Cell::HOLE);
                here = if self.rng.percent(60) { self.random_neighbour(square) } else { None };
            }
        }
    }

    fn specials(&mut self, percent: u8, weights: Specials) {
        let tiles = self.cells.iter().filter(|&&cell| cell != Cell::HOLE).count();
        let mut missing = tiles * usize::from(percent) / 100;
        for square in self.shuffled_empty() {
            if missing == 0 {
                break;
            }
            let Some(cell) = special(weights, self.rng) else { break };
            missing = missing.saturating_sub(self.put(square, cell));
        }
    }

    fn fill(&mut self, percent: u8) {
        let order = self.shuffled_empty();
        let mut missing = order.len() * usize::from(percent) / 100;
        for square in order {
            if missing == 0 {
                break;
            }
            let player = Player::new(self.rng.below(usize::from(self.players)) as u8 + 1).unwrap_or(Player::ONE);
            missing = missing.saturating_sub(self.put_stone(square, player));
        }
    }

    /// Puts something that belongs to nobody at all images of an empty square; how many squares that were.
    fn put(&mut self, square: usize, cell: Cell) -> usize {
        if self.cells[square] != Cell::EMPTY {
            return 0;
        }
        let images = self.orbits.squares(square);
        for &image in &images {
            self.cells[image] = cell;
        }
        images.len()
    }

    /// Puts a stone, and stones of the other players at its images; none where a square is its own image.
    fn put_stone(&mut self, square: usize, player: Player) -> usize {
        let images = self.orbits.squares(square);
        if self.cells[square] != Cell::EMPTY || images.len() < self.orbits.order() {
            return 0;
        }
        for (nth, &image) in images.iter().enumerate() {
            self.cells[image] = Cell::stone(self.orbits.player(player, nth));
        }
        images.len()
    }

    fn shuffled_empty(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells.len()).filter(|&square| self.cells[square] == Cell::EMPTY).collect();
        self.rng.shuffle(&mut order);
        order
    }

    fn random_neighbour(&mut self, square: usize) -> Option<usize> {
        let (height, width) = (i32::from(self.height), i32::from(self.width));
        let (dx, dy) = Direction::ALL[self.rng.below(8)].offset();
        let (x, y) = (square as i32 % width + dx, square as i32 / width + dy);
        ((0..width).contains(&x) && (0..height).contains(&y)).then_some((y * width + x) as usize)
    }
}

/// One of the special cells by weight; `None` if all weights are 0.
fn special(weights: Specials, rng: &mut Rng) -> Option<Cell> {
    let Specials { choice, inversion, bonus, expansion } = weights;
    let cells =
        [(choice, Cell::CHOICE), (inversion, Cell::INVERSION), (bonus, Cell::BONUS), (expansion, Cell::EXPANSION)];
    weighted(cells, rng)
}

/// One of the items by weight; `None` if all weights are 0.
pub(super) fn weighted<T, const N: usize>(items: [(u8, T); N], rng: &mut Rng) -> Option<T> {
    let total: usize = items.iter().map(|(weight, _)| usize::from(*weight)).sum();
    let mut rest = rng.below(total);
    for (weight, item) in items {
        if rest < usize::from(weight) {
            return Some(item);
        }
        rest -= usize::from(weight);
    }
    None
}
