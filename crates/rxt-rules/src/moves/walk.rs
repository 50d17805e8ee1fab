//! One walk from a tile in one direction: the rule of capture (`docs/rules.md`, "Capture").

use super::kernel::each_bit;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Map, Tile, heading, heading_tile};

/// Whether a walk from `origin` captures something for the owner of `own`.
#[inline]
pub(crate) fn captures(map: &Map, cells: &[Cell], origin: Tile, direction: Direction, own: Cell) -> bool {
    let steps = map.steps();
    let mut here = steps[heading(origin, direction) as usize];
    let mut passed = false;
    loop {
        let tile = heading_tile(here);
        let cell = cells[tile.index()];
        if tile == origin || !cell.is_occupied() {
            return false;
        }
        if cell == own {
            return passed;
        }
        passed = true;
        here = steps[here as usize];
    }
}

/// Calls `found` for each tile that a walk from `origin` captures; the same tile can come several times.
#[inline]
pub(crate) fn each_capture(
    map: &Map,
    cells: &[Cell],
    origin: Tile,
    direction: Direction,
    own: Cell,
    mut found: impl FnMut(Tile),
) {
    let steps = map.steps();
    let first = steps[heading(origin, direction) as usize];
    let mut here = first;
    loop {
        let tile = heading_tile(here);
        let cell = cells[tile.index()];
        if tile == origin || !cell.is_occupied() {
            return;
        }
        if cell == own {
            break;
        }
        here = steps[here as usize];
    }
    let end = here;
    here = first;
    while here != end {
        found(heading_tile(here));
        here = steps[here as usize];
    }
}

/// Adds the tiles that a stone on `origin` captures; the same tile can come several times.
#[inline]
pub(crate) fn add_captures(map: &Map, cells: &[Cell], origin: Tile, own: Cell, captured: &mut Vec<Tile>) {
    let steps = map.steps();
    let first = heading(origin, Direction::ALL[0]) as usize;
    let ahead = &steps[first..first + Direction::ALL.len()];
    // Most walks end at once; which do not is found without a branch for each.
    let mut open = 0;
    for (direction, &here) in ahead.iter().enumerate() {
        let cell = cells[heading_tile(here).index()];
        open |= u64::from(cell.is_occupied() && cell != own) << direction;
    }
    each_bit(open, |direction| {
        let before = captured.len();
        let mut here = ahead[direction];
        loop {
            let tile = heading_tile(here);
            let cell = cells[tile.index()];
            if tile == origin || !cell.is_occupied() {
                return captured.truncate(before);
            }
            if cell == own {
                return;
            }
            captured.push(tile);
            here = steps[here as usize];
        }
    });
}
