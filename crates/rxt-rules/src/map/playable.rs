//! The playable map: numbered tiles, every step precomputed, transitions followed.

use super::error::{EndProblem, MapErrorKind, MapErrors, MapWarning, Place, Which};
use super::file::{End, Located, MapFile, Transition};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::moves::{Kernel, Layout, Level};
use crate::zobrist;
use std::fmt;

/// A playable tile of one map, numbered row by row; holes have no number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u16);

impl Tile {
    /// The tile of a number that [`Tile::index`] gave: the caller knows that the map has this tile.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The tile's number, below [`Map::tile_count`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A map that can be played on. It never changes; share it in an `Arc`.
pub struct Map {
    file: MapFile,
    /// Tile number of each square, `NO_TILE` for holes.
    numbers: Box<[u16]>,
    /// Square of each tile.
    squares: Box<[u32]>,
    /// Where a step leads: heading to heading, see [`heading`]. Without a neighbour it leads to the headings of a tile
    /// behind the last one, which is always a hole; so a walk needs no test for the edge.
    steps: Box<[u32]>,
    /// A random word per tile for hashing, by square, so that equal positions of maps with other holes agree.
    keys: Box<[u64]>,
    layout: Layout,
}

const NO_TILE: u16 = u16::MAX;

/// Standing on a tile and looking in a direction, as one number.
#[inline]
pub(crate) const fn heading(tile: Tile, direction: Direction) -> u32 {
    (tile.index() as u32) << 3 | direction as u32
}

/// The tile of a heading.
#[inline]
pub(crate) const fn heading_tile(heading: u32) -> Tile {
    Tile::from_index((heading >> 3) as usize)
}

impl Map {
    /// The most tiles that are no holes.
    pub const MAX_TILES: usize = 65_535;

    /// Reads and checks map text in one go.
    pub fn parse(text: &[u8]) -> Result<(Self, Vec<MapWarning>), MapErrors> {
        let (file, warnings) = MapFile::parse(text)?;
        Ok((Self::new(file)?, warnings))
    }

    /// Numbers the tiles and connects them.
    pub fn new(file: MapFile) -> Result<Self, MapErrors> {
        Self::with_kernel(file, Kernel::default(), Level::detect())
    }

    /// Like [`Map::new`], with moves generated in a given way: for tests and benchmarks.
    pub fn with_kernel(file: MapFile, kernel: Kernel, level: Level) -> Result<Self, MapErrors> {
        let start = Place { line: 1, column: 1, ..Place::default() };
        let count = file.tiles.iter().filter(|&&cell| cell != Cell::HOLE).count();
        if count > Self::MAX_TILES {
            let error = super::MapError { place: start, kind: MapErrorKind::TooManyTiles { count } };
            return Err(error.into());
        }
        let errors = check_transitions(&file, |nth| (nth, start));
        if !errors.listed.is_empty() {
            return Err(errors);
        }
        let (numbers, squares) = number_tiles(&file);
        let steps = connect(&file, &numbers, &squares);
        let keys = squares.iter().map(|&square| zobrist::tile_key(square)).collect();
        let mut map = Self { file, numbers, squares, steps, keys, layout: Layout::default() };
        map.layout = Layout::new(&map, kernel, level);
        Ok(map)
    }

    /// The map as a file would have it.
    pub fn file(&self) -> &MapFile {
        &self.file
    }

    /// Number of players, 2 to 8.
    pub fn players(&self) -> u8 {
        self.file.players
    }

    /// Rows.
    pub fn height(&self) -> u16 {
        self.file.height
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.file.width
    }

    /// How many tiles are no holes.
    pub fn tile_count(&self) -> usize {
        self.squares.len()
    }

    /// All tiles in ascending order, which is row by row.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator + Clone + use<> {
        (0..self.squares.len()).map(Tile::from_index)
    }

    /// The tile at column `x` of row `y`; `None` for holes and outside the board.
    pub fn tile_at(&self, x: u16, y: u16) -> Option<Tile> {
        if x >= self.file.width || y >= self.file.height {
            return None;
        }
        let square = usize::from(y) * usize::from(self.file.width) + usize::from(x);
        Some(self.numbers[square]).filter(|&number| number != NO_TILE).map(Tile)
    }

    /// Column and row of a tile.
    pub fn place(&self, tile: Tile) -> (u16, u16) {
        let width = u32::from(self.file.width);
        let square = self.squares[tile.index()];
        ((square % width) as u16, (square / width) as u16)
    }

    /// What lies on a tile at the start.
    pub fn initial(&self, tile: Tile) -> Cell {
        self.file.tiles[self.squares[tile.index()] as usize]
    }

    /// One step from a tile in a direction, transitions followed: the next tile and the direction of the walk there.
    pub fn step(&self, tile: Tile, direction: Direction) -> Option<(Tile, Direction)> {
        let next = self.steps[heading(tile, direction) as usize];
        let landed = heading_tile(next);
        (landed.index() < self.squares.len()).then(|| (landed, Direction::ALL[(next & 7) as usize]))
    }

    /// What generates the moves: `rows`, with `packed` or `chain` or both for lines that use transitions; or `naive`.
    pub fn kernel_name(&self) -> String {
        self.layout.kernel_name()
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where each heading leads; see the field.
    #[inline]
    pub(crate) fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// The hash key of a tile.
    #[inline]
    pub(crate) fn key(&self, tile: Tile) -> u64 {
        self.keys[tile.index()]
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MapFile { players, height, width, .. } = self.file;
        write!(f, "Map({players} players, {height}x{width}, {} tiles)", self.tile_count())
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Eq for Map {}

fn number_tiles(file: &MapFile) -> (Box<[u16]>, Box<[u32]>) {
    let mut squares = Vec::new();
    let mut numbers = vec![NO_TILE; file.tiles.len()].into_boxed_slice();
    for (square, &cell) in file.tiles.iter().enumerate() {
        if cell != Cell::HOLE {
            numbers[square] = squares.len() as u16;
            squares.push(square as u32);
        }
    }
    (numbers, squares.into_boxed_slice())
}

/// The step table of a map whose transitions have been checked.
fn connect(file: &MapFile, numbers: &[u16], squares: &[u32]) -> Box<[u32]> {
    let width = i32::from(file.width);
    let edge = (squares.len() as u32) << 3;
    let mut steps = vec![edge; squares.len() * 8 + 8].into_boxed_slice();
    for (index, &square) in squares.iter().enumerate() {
        let (x, y) = (square as i32 % width, square as i32 / width);
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            if file.cell(x + dx, y + dy) != Cell::HOLE {
                let neighbour = numbers[((y + dy) * width + x + dx) as usize];
                steps[heading(Tile::from_index(index), direction) as usize] = heading(Tile(neighbour), direction);
            }
        }
    }
    let leaving = |end: End| {
        let square = usize::from(end.y) * usize::from(file.width) + usize::from(end.x);
        (Tile(numbers[square]), end.direction)
    };
    for &Transition(a, b) in &file.transitions {
        let ((from, out), (to, back)) = (leaving(a), leaving(b));
        steps[heading(from, out) as usize] = heading(to, back.opposite());
        steps[heading(to, back) as usize] = heading(from, out.opposite());
    }
    steps
}

/// Finds every transition with an end that is a hole, has an ordinary neighbour, or was used before.
///
/// Memory is one word per end used, whatever the file says.
pub(super) fn check_transitions(file: &MapFile, located: impl Fn(usize) -> Located) -> MapErrors {
    let mut errors = MapErrors::none();
    let mut used = std::collections::HashMap::new();
    for (nth, &Transition(a, b)) in file.transitions.iter().enumerate() {
        let (index, place) = located(nth);
        let problem = |end: End| {
            let taken = used.get(&end).map(|&by| EndProblem::Used { by });
            end_problem(file, end).or(taken)
        };
        let problems = [(Which::First, a, problem(a)), (Which::Second, b, problem(b).filter(|_| b != a))];
        let mut usable = true;
        for (which, end, problem) in problems {
            if let Some(problem) = problem {
                usable = false;
                errors.push(place, MapErrorKind::Transition { index, which, end, problem });
            }
        }
        if usable {
            used.insert(a, index);
            used.insert(b, index);
        }
    }
    errors
}

fn end_problem(file: &MapFile, end: End) -> Option<EndProblem> {
    let (x, y) = (i32::from(end.x), i32::from(end.y));
    if file.cell(x, y) == Cell::HOLE {
        return Some(EndProblem::Hole);
    }
    let (dx, dy) = end.direction.offset();
    let (x, y) = (x + dx, y + dy);
    (file.cell(x, y) != Cell::HOLE).then_some(EndProblem::Neighbour { x: x as u16, y: y as u16 })
}
