//! The static part of a map as group 6 kept it in 2025: eight decimal numbers per tile.

use super::hash_state::Key;
use rxt_rules::{Direction, Map};

/// For each tile and each direction a number `dxxyy`: the neighbour's column and row in two digits each, and the direction
/// in which a walk goes on there; -1 where there is no neighbour. It never changes during a game.
#[derive(Clone, Debug)]
pub struct NeighbourTable {
    entries: Vec<[i32; 8]>,
    tiles: usize,
}

impl NeighbourTable {
    /// `None` if a column or row has more than two digits.
    pub fn new(map: &Map) -> Option<Self> {
        if map.width() > Key::SIDE || map.height() > Key::SIDE {
            return None;
        }
        let mut entries = vec![[-1; 8]; usize::from(Key::SIDE) * usize::from(Key::SIDE)];
        for tile in map.tiles() {
            let (x, y) = map.place(tile);
            let entry = &mut entries[Key::tile(x, y).index()];
            for direction in Direction::ALL {
                if let Some((neighbour, onwards)) = map.step(tile, direction) {
                    let (x, y) = map.place(neighbour);
                    entry[direction as usize] = i32::from(onwards.number()) * 10_000 + Key::tile(x, y).number();
                }
            }
        }
        Some(Self { entries, tiles: map.tile_count() })
    }

    /// One step of a walk: the next tile and the direction there.
    pub fn step(&self, tile: Key, direction: Direction) -> Option<(Key, Direction)> {
        let entry = self.entries[tile.index()][direction as usize];
        let onwards = u8::try_from(entry / 10_000).ok().filter(|_| entry >= 0).and_then(Direction::new)?;
        Some((Key::from_number(entry % 10_000), onwards))
    }

    /// How many tiles the map has.
    pub fn tiles(&self) -> usize {
        self.tiles
    }
}
