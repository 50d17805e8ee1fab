//! The obvious generator: a walk in each direction from every tile.
//!
//! It is the yardstick of `rxt bench moves` and the twin that every fast kernel is compared with.

use super::walk::captures;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Map, Tile};
use crate::player::Player;

/// Whether setting a stone on `tile` captures anything.
#[inline]
pub(crate) fn captures_somewhere(map: &Map, cells: &[Cell], tile: Tile, own: Cell) -> bool {
    Direction::ALL.into_iter().any(|direction| captures(map, cells, tile, direction, own))
}

/// The free tiles on which `player` captures something.
#[inline]
pub(crate) fn ordinary<'a>(map: &'a Map, cells: &'a [Cell], player: Player) -> impl Iterator<Item = Tile> + 'a {
    let own = Cell::stone(player);
    map.tiles().filter(move |&tile| cells[tile.index()].is_free() && captures_somewhere(map, cells, tile, own))
}

/// The occupied tiles that `player` may override: expansion stones always, other stones if something is captured.
#[inline]
pub(crate) fn overrides<'a>(map: &'a Map, cells: &'a [Cell], player: Player) -> impl Iterator<Item = Tile> + 'a {
    let own = Cell::stone(player);
    map.tiles().filter(move |&tile| {
        let cell = cells[tile.index()];
        cell == Cell::EXPANSION || cell.is_occupied() && captures_somewhere(map, cells, tile, own)
    })
}
