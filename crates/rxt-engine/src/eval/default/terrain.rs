//! What the default evaluation knows about a map before anything is played on it.

use super::super::shape::{AXES, neighbours, open_axes};
use super::feature::{BESIDE_BONUS, BESIDE_BORDER, BESIDE_CHOICE, BESIDE_CORNER, BESIDE_INNER, BESIDE_INVERSION};
use super::weights::openness;
use rxt_rules::bombs::blast_area;
use rxt_rules::map::survey::reachable;
use rxt_rules::{Cell, Direction, Map, Position, Tile};

/// How far a game has come, from 0 to this.
pub(super) const STAGES: i32 = 192;

/// Tables of one map.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    pub(super) tiles: i32,
    /// The tiles themselves.
    pub(super) all: Box<[Tile]>,
    /// The tiles beside each tile.
    neighbours: Grouped,
    /// The line of each axis of each tile.
    pub(super) slots: Box<[[u32; 4]]>,
    /// Of each line, the tiles that a walk along it can pass; a tile that it passes on two axes twice.
    passed: Grouped,
    /// How many tiles each line has, counted once for each axis.
    pub(super) lengths: Box<[u32]>,
    /// Along how many axes a walk can pass each tile.
    pub(super) open: Box<[u8]>,
    /// How open the map is.
    pub(super) openness: i32,
    /// Whether a tile is one that no walk can pass, or lies beside one.
    pub(super) near_corner: Box<[bool]>,
    /// What a free tile is to the stones beside it: the number of a feature.
    pub(super) beside: Box<[u8]>,
    /// Bonus tiles of the start.
    pub(super) bonus: Box<[Tile]>,
    /// Tiles that are free at the start and can ever be taken.
    fillable: i32,
    /// Tiles that are free at the start and cannot.
    unfillable: i32,
    /// Inversion and choice tiles that nobody can ever take.
    dead: [u32; 2],
    /// Tiles that a bomb destroys on average.
    pub(super) blast: i32,
    /// The root of the number of tiles.
    pub(super) root: i32,
}

/// Lists of tiles in one piece.
#[derive(Clone, Debug)]
struct Grouped {
    starts: Box<[u32]>,
    tiles: Box<[Tile]>,
}

impl Grouped {
    fn new(groups: &[Vec<Tile>]) -> Self {
        let mut starts = vec![0];
        starts.extend(groups.iter().scan(0, |end, group| {
            *end += group.len() as u32;
            Some(*end)
        }));
        Self { starts: starts.into(), tiles: groups.concat().into() }
    }

    #[inline]
    fn of(&self, group: usize) -> &[Tile] {
        &self.tiles[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

impl Terrain {
    pub(super) fn new(map: &Map) -> Self {
        let axes: Vec<[bool; 4]> = map.tiles().map(|tile| open_axes(map, tile, |_| true)).collect();
        let open: Box<[u8]> = axes.iter().map(|axes| axes.iter().filter(|&&open| open).count() as u8).collect();
        let (slots, count) = lines(map);
        let mut passed = vec![Vec::new(); count];
        let mut lengths = vec![0; count];
        for tile in map.tiles() {
            for (&line, &open) in slots[tile.index()].iter().zip(&axes[tile.index()]) {
                lengths[line as usize] += 1;
                if open {
                    passed[line as usize].push(tile);
                }
            }
        }
        let beside: Vec<Vec<Tile>> = map.tiles().map(|tile| neighbours(map, tile)).collect();
        let is_corner = |tile: &Tile| open[tile.index()] == 0;
        let near_corner = map.tiles().map(|tile| is_corner(&tile) || beside[tile.index()].iter().any(is_corner));
        let near_corner = near_corner.collect();
        let takeable = reachable(map);
        let free = map.tiles().filter(|&tile| map.initial(tile).is_free());
        let fillable = free.clone().filter(|tile| takeable[tile.index()]).count() as i32;
        let dead = [Cell::INVERSION, Cell::CHOICE].map(|cell| {
            map.tiles().filter(|&tile| map.initial(tile) == cell && !takeable[tile.index()]).count() as u32
        });
        Self {
            tiles: map.tile_count() as i32,
            all: map.tiles().collect(),
            neighbours: Grouped::new(&beside),
            slots,
            passed: Grouped::new(&passed),
            lengths: lengths.into(),
            beside: open.iter().map(|&open| plain_kind(open)).collect(),
            openness: openness(&open),
            open,
            near_corner,
            bonus: map.tiles().filter(|&tile| map.initial(tile) == Cell::BONUS).collect(),
            fillable,
            unfillable: free.count() as i32 - fillable,
            dead,
            blast: mean_blast(map),
            root: map.tile_count().isqrt() as i32,
        }
    }

    #[inline]
    pub(super) fn neighbours(&self, tile: Tile) -> &[Tile] {
        self.neighbours.of(tile.index())
    }

    /// The tiles that a walk along a line can pass.
    #[inline]
    pub(super) fn passed(&self, line: u32) -> &[Tile] {
        self.passed.of(line as usize)
    }

    #[inline]
    pub(super) fn is_corner(&self, tile: Tile) -> bool {
        self.open[tile.index()] == 0
    }

    /// The feature that a free tile counts for with each stone beside it; `None` unless it is free.
    #[inline]
    pub(super) fn beside(&self, tile: Tile, cell: Cell) -> Option<usize> {
        match cell {
            Cell::EMPTY => Some(usize::from(self.beside[tile.index()])),
            Cell::BONUS => Some(BESIDE_BONUS),
            Cell::CHOICE => Some(BESIDE_CHOICE),
            Cell::INVERSION => Some(BESIDE_INVERSION),
            _ => None,
        }
    }

    /// How far a game has come, from 0 to [`STAGES`]: by the share of the tiles that can ever be filled.
    #[inline]
    pub(super) fn stage(&self, position: &Position) -> i32 {
        let free = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS];
        let free: u32 = free.iter().map(|&cell| position.count(cell)).sum();
        let left = (free as i32 - self.unfillable).clamp(0, self.fillable);
        if self.fillable == 0 { STAGES } else { STAGES - left * STAGES / self.fillable }
    }

    /// Inversion and choice tiles that somebody may still take.
    #[inline]
    pub(super) fn live_specials(&self, position: &Position) -> [u32; 2] {
        let live = |cell: Cell, dead: u32| position.count(cell).saturating_sub(dead);
        [live(Cell::INVERSION, self.dead[0]), live(Cell::CHOICE, self.dead[1])]
    }
}

fn plain_kind(open: u8) -> u8 {
    let kind = match open {
        0 => BESIDE_CORNER,
        1 => BESIDE_BORDER,
        _ => BESIDE_INNER,
    };
    kind as u8
}

/// The line of each axis of each tile, and how many lines there are.
fn lines(map: &Map) -> (Box<[[u32; 4]]>, usize) {
    const NONE: u32 = u32::MAX;
    let mut slots = vec![[NONE; 4]; map.tile_count()].into_boxed_slice();
    let mut count = 0;
    for tile in map.tiles() {
        for axis in AXES {
            if slots[tile.index()][axis_of(axis)] != NONE {
                continue;
            }
            slots[tile.index()][axis_of(axis)] = count;
            for way in [axis, axis.opposite()] {
                let mut here = map.step(tile, way);
                while let Some((next, onward)) = here {
                    // A walk that meets its own line again is a ring, or comes back from a mirror.
                    if std::mem::replace(&mut slots[next.index()][axis_of(onward)], count) == count {
                        break;
                    }
                    here = map.step(next, onward);
                }
            }
            count += 1;
        }
    }
    (slots, count as usize)
}

fn axis_of(direction: Direction) -> usize {
    usize::from(direction.number() % 4)
}

/// The mean number of tiles that a bomb destroys, at least 1, from a few dozen tiles.
fn mean_blast(map: &Map) -> i32 {
    const SAMPLES: usize = 48;
    let step = map.tile_count().div_ceil(SAMPLES).max(1);
    let areas = map.tiles().step_by(step).map(|tile| blast_area(map, tile, map.file().strength, |_| true).len());
    let (count, sum) = areas.fold((0, 0), |(count, sum), area| (count + 1, sum + area));
    (sum / count.max(1)).max(1) as i32
}
