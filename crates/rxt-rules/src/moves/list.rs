//! Buffers for generated tiles and moves. Reused, they allocate nothing.

use super::kernel::Scratch;
use super::mov::Move;
use crate::map::{Map, Tile};

/// Tiles found by a generator, ascending.
#[derive(Clone, Debug)]
pub struct TileList {
    pub(crate) scratch: Scratch,
    pub(crate) len: usize,
}

impl TileList {
    /// An empty list for the tiles of a map.
    pub fn new(map: &Map) -> Self {
        Self { scratch: Scratch::new(map.layout(), map.tile_count()), len: 0 }
    }

    /// The tiles.
    #[inline]
    pub fn as_slice(&self) -> &[Tile] {
        &self.scratch.tiles[..self.len]
    }

    pub(crate) fn fill(&mut self, tiles: impl Iterator<Item = Tile>) {
        self.len = 0;
        for tile in tiles {
            self.scratch.tiles[self.len] = tile;
            self.len += 1;
        }
    }
}

/// Moves found by a generator, in ascending order of tiles, then of special bytes.
#[derive(Clone, Debug)]
pub struct MoveList {
    pub(crate) moves: Vec<Move>,
    pub(crate) ordinary: TileList,
    pub(crate) overrides: TileList,
}

impl MoveList {
    /// An empty list for the moves on a map.
    pub fn new(map: &Map) -> Self {
        Self { moves: Vec::new(), ordinary: TileList::new(map), overrides: TileList::new(map) }
    }

    /// The moves.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves
    }
}
