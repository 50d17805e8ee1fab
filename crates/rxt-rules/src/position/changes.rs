//! What a move would change, found without making it.

use super::state::{Phase, Position};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Map, Tile, heading, heading_tile};
use crate::moves::{Move, each_capture};

/// Tiles that a move would change. Reused, it allocates nothing once it has grown to its size.
#[derive(Clone, Debug)]
pub struct ChangeList {
    changes: Vec<(Tile, Cell)>,
    /// The number of the list in which a tile was last noted, so that nothing has to be cleared.
    noted: Box<[u32]>,
    current: u32,
}

impl ChangeList {
    /// An empty list for moves on a map.
    pub fn new(map: &Map) -> Self {
        Self { changes: Vec::new(), noted: vec![0; map.tile_count()].into_boxed_slice(), current: 0 }
    }

    /// The tiles, each once, with what lies there before the move.
    #[inline]
    pub fn as_slice(&self) -> &[(Tile, Cell)] {
        &self.changes
    }

    fn clear(&mut self) {
        self.changes.clear();
        self.current = self.current.wrapping_add(1);
        if self.current == 0 {
            self.noted.fill(0);
            self.current = 1;
        }
    }

    fn note(&mut self, tile: Tile, cell: Cell) {
        if std::mem::replace(&mut self.noted[tile.index()], self.current) != self.current {
            self.changes.push((tile, cell));
        }
    }
}

impl Position {
    /// Lists the tiles that a legal move would change, as [`UndoLog::last_changes`](super::UndoLog::last_changes) does
    /// after it is made: stones that get another owner and tiles that are destroyed. An inversion or a choice comes on
    /// top.
    pub fn list_changes(&self, mv: Move, list: &mut ChangeList) {
        list.clear();
        match self.phase {
            Phase::Build => self.list_captures(mv.tile, list),
            Phase::Bomb => self.list_blast(mv.tile, list),
            Phase::Over => {}
        }
    }

    fn list_captures(&self, origin: Tile, list: &mut ChangeList) {
        let own = Cell::stone(self.turn);
        for direction in Direction::ALL {
            each_capture(&self.map, &self.cells, origin, direction, own, |tile| list.note(tile, self.cell(tile)));
        }
        if self.cell(origin) != own {
            list.note(origin, self.cell(origin));
        }
    }

    fn list_blast(&self, target: Tile, list: &mut ChangeList) {
        list.note(target, self.cell(target));
        let mut next = 0;
        for _ in 0..self.map.file().strength {
            let ring_end = list.changes.len();
            if next == ring_end {
                break;
            }
            for at in next..ring_end {
                let (tile, _) = list.changes[at];
                for direction in Direction::ALL {
                    let neighbour = heading_tile(self.map.steps()[heading(tile, direction) as usize]);
                    if self.cell(neighbour) != Cell::HOLE {
                        list.note(neighbour, self.cell(neighbour));
                    }
                }
            }
            next = ring_end;
        }
    }
}
