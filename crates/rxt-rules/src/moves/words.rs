//! Plain Reversi for two on a board of up to eight by eight squares, a word for each side: all that solvers need there.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Map, Tile};
use crate::player::Player;
use crate::position::{Phase, Position};

/// A board whose squares are the bits of a word, row by row, eight to a row.
#[derive(Clone, Debug)]
pub struct WordBoard {
    tiles: u64,
    /// For each square the squares ahead of it: four directions towards higher bits, then four towards lower ones.
    rays: Box<[[u64; 8]; 64]>,
    /// The tile of each square.
    numbers: Box<[Option<Tile>; 64]>,
}

/// The stones of the player to move, and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sides {
    /// Of the player to move.
    pub own: u64,
    /// Of the other.
    pub other: u64,
}

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Towards higher bits first.
const DIRECTIONS: [Direction; 8] = [
    Direction::Right,
    Direction::DownLeft,
    Direction::Down,
    Direction::DownRight,
    Direction::Left,
    Direction::UpRight,
    Direction::Up,
    Direction::UpLeft,
];

impl WordBoard {
    /// The board of a map; `None` if it is too large or has transitions.
    pub fn new(map: &Map) -> Option<Self> {
        if map.width() > 8 || map.height() > 8 || !map.file().transitions.is_empty() {
            return None;
        }
        let mut board = Self { tiles: 0, rays: Box::new([[0; 8]; 64]), numbers: Box::new([None; 64]) };
        for tile in map.tiles() {
            let square = square_of(map, tile);
            board.tiles |= 1 << square;
            board.numbers[square] = Some(tile);
        }
        for square in 0..64_usize {
            for (ray, direction) in board.rays[square].iter_mut().zip(DIRECTIONS) {
                let mut here = step(direction, 1 << square);
                while here != 0 {
                    *ray |= here;
                    here = step(direction, here);
                }
            }
        }
        Some(board)
    }

    /// The stones of a position in which nothing matters but those of two players: no special tile, no override stone, no
    /// bomb, nobody else's stone. `None` of any other.
    pub fn sides(&self, position: &Position) -> Option<Sides> {
        let mover = position.to_move().filter(|_| position.phase() == Phase::Build)?;
        let mut active = Player::all(position.players()).filter(|&player| position.is_active(player));
        let other = active.find(|&player| player != mover)?;
        let has_stocks = |player| position.overrides(player) > 0 || position.bombs(player) > 0;
        if active.any(|player| player != mover) || has_stocks(mover) || has_stocks(other) {
            return None;
        }
        let mut sides = Sides { own: 0, other: 0 };
        for (square, number) in self.numbers.iter().enumerate() {
            let Some(tile) = *number else { continue };
            match position.cell(tile) {
                Cell::EMPTY => {}
                cell if cell.owner() == Some(mover) => sides.own |= 1 << square,
                cell if cell.owner() == Some(other) => sides.other |= 1 << square,
                _ => return None,
            }
        }
        Some(sides)
    }

    /// All squares that are tiles.
    #[inline]
    pub fn tiles(&self) -> u64 {
        self.tiles
    }

    /// The tile of a square.
    pub fn tile(&self, square: u32) -> Option<Tile> {
        self.numbers[square as usize]
    }

    /// The free squares.
    #[inline]
    pub fn free(&self, sides: Sides) -> u64 {
        self.tiles & !(sides.own | sides.other)
    }

    /// The squares on which the player to move captures something.
    #[inline]
    pub fn legal(&self, sides: Sides) -> u64 {
        let Sides { own, other } = sides;
        let inner = other & NOT_LEFT & NOT_RIGHT;
        let hits = along::<1>(own, inner) | along::<7>(own, inner) | along::<9>(own, inner) | along::<8>(own, other);
        hits & self.free(sides)
    }

    /// What a stone of the player to move on a free square captures.
    #[inline]
    pub fn captures(&self, sides: Sides, square: u32) -> u64 {
        let Sides { own, other } = sides;
        let rays = &self.rays[square as usize & 63];
        let mut captured = 0;
        for &ray in &rays[..4] {
            // The carry of the addition runs through the foreign stones and stops at the first other square.
            let end = (other | !ray).wrapping_add(1) & own & ray;
            captured |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            let end = highest(ray & !other) & own;
            captured |= (end.wrapping_neg() << 1) & ray;
        }
        captured
    }

    /// Where everything stands behind a move that captures so much; the other player is to move then.
    #[inline]
    #[must_use]
    pub fn after(sides: Sides, square: u32, captured: u64) -> Sides {
        Sides { own: sides.other ^ captured, other: sides.own | captured | 1 << square }
    }

    /// Stones that can never be captured: on every axis the line is full, or a neighbour is missing or such a stone of the
    /// same owner.
    pub fn stable(&self, stones: u64, all: u64) -> u64 {
        const AXES: [Direction; 4] = [Direction::Right, Direction::DownLeft, Direction::Down, Direction::DownRight];
        let free = self.tiles & !all;
        let safe = AXES.map(|axis| {
            let mut reached = free;
            for direction in [axis, axis.opposite()] {
                let mut here = step(direction, free) & self.tiles;
                while here & !reached != 0 {
                    reached |= here;
                    here = step(direction, here) & self.tiles;
                }
            }
            let ends = [axis, axis.opposite()].map(|direction| !step(direction, self.tiles));
            !reached | ends[0] | ends[1]
        });
        let mut stable = 0;
        loop {
            let held = |axis: usize| safe[axis] | step(AXES[axis], stable) | step(AXES[axis].opposite(), stable);
            let more = stones & held(0) & held(1) & held(2) & held(3);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

impl Sides {
    /// The same with the other player to move.
    #[inline]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

fn square_of(map: &Map, tile: Tile) -> usize {
    let (x, y) = map.place(tile);
    usize::from(y) * 8 + usize::from(x)
}

/// Where runs of foreign stones that begin at an own one end, on an axis whose neighbours are `STEP` bits apart.
#[inline]
fn along<const STEP: u32>(own: u64, other: u64) -> u64 {
    let mut up = (own << STEP) & other;
    let mut down = (own >> STEP) & other;
    up |= (up << STEP) & other;
    down |= (down >> STEP) & other;
    let (up_pairs, down_pairs) = (other & (other << STEP), other & (other >> STEP));
    up |= (up << (2 * STEP)) & up_pairs;
    down |= (down >> (2 * STEP)) & down_pairs;
    up |= (up << (2 * STEP)) & up_pairs;
    down |= (down >> (2 * STEP)) & down_pairs;
    (up << STEP) | (down >> STEP)
}

/// The highest bit alone.
#[inline]
fn highest(bits: u64) -> u64 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}

fn step(direction: Direction, bits: u64) -> u64 {
    match direction {
        Direction::Up => bits >> 8,
        Direction::UpRight => (bits & NOT_RIGHT) >> 7,
        Direction::Right => (bits & NOT_RIGHT) << 1,
        Direction::DownRight => (bits & NOT_RIGHT) << 9,
        Direction::Down => bits << 8,
        Direction::DownLeft => (bits & NOT_LEFT) << 7,
        Direction::Left => (bits & NOT_LEFT) >> 1,
        Direction::UpLeft => (bits & NOT_LEFT) >> 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::generate::{Amount, Options, generate};
    use crate::rng::Rng;

    fn small(seed: u64) -> Position {
        let mut rng = Rng::derived(seed, 8);
        let mut options = Options::new(2, 4 + rng.below(5) as u16, 4 + rng.below(5) as u16);
        options.seed = seed;
        options.tiles.holes = [0, 0, 12][rng.below(3)];
        options.tiles.specials = 0;
        options.joins.transitions = Amount::Count(0);
        (options.stocks.overrides, options.stocks.bombs) = (0, 0);
        generate(&options).map_or_else(|_| small(seed + 1_000_000), Position::new)
    }

    #[test]
    fn words_agree_with_the_rules_in_every_position_of_random_games() {
        let mut compared = 0;
        for seed in 0..150 {
            let mut position = small(seed);
            let board = WordBoard::new(position.map()).unwrap();
            let mut rng = Rng::new(seed);
            while let Some(mover) = position.to_move() {
                let sides = board.sides(&position).unwrap();
                let legal: Vec<Tile> = each_square(board.legal(sides)).filter_map(|at| board.tile(at)).collect();
                assert_eq!(legal, position.legal_tiles(mover), "{position:?}");
                let other = Player::all(2).find(|&player| player != mover).unwrap();
                let theirs: Vec<Tile> =
                    each_square(board.legal(sides.passed())).filter_map(|at| board.tile(at)).collect();
                assert_eq!(theirs, position.legal_tiles(other), "{position:?}");
                let square = each_square(board.legal(sides)).nth(rng.below(legal.len())).unwrap();
                let tile = board.tile(square).unwrap();
                let mv = *position.legal_moves().iter().find(|mv| mv.tile == tile).unwrap();
                let next = WordBoard::after(sides, square, board.captures(sides, square));
                position.play(mv);
                if position.phase() == Phase::Build {
                    let found = board.sides(&position).unwrap();
                    let expected = if position.to_move() == Some(mover) { next.passed() } else { next };
                    assert_eq!(found, expected, "{position:?}");
                }
                compared += 1;
            }
        }
        println!("proof: {compared} positions as words and by the rules");
    }

    #[test]
    fn stable_stones_are_never_captured() {
        let mut kept = 0;
        for seed in 0..150 {
            let mut position = small(seed);
            let board = WordBoard::new(position.map()).unwrap();
            let mut rng = Rng::new(seed);
            let mut stable: Vec<(Tile, Cell)> = Vec::new();
            while position.to_move().is_some() {
                for &(tile, cell) in &stable {
                    assert_eq!(position.cell(tile), cell, "{position:?}");
                }
                let sides = board.sides(&position).unwrap();
                let found = [sides.own, sides.other].map(|stones| board.stable(stones, sides.own | sides.other));
                let tiles = each_square(found[0] | found[1]).filter_map(|at| board.tile(at));
                stable = tiles.map(|tile| (tile, position.cell(tile))).collect();
                kept += stable.len();
                position.play(*rng.pick(&position.legal_moves()).unwrap());
            }
        }
        assert!(kept > 5000, "{kept}");
        println!("proof: {kept} stable stones kept to the end");
    }

    fn each_square(bits: u64) -> impl Iterator<Item = u32> {
        (0..64).filter(move |square| bits >> square & 1 != 0)
    }
}
