//! The state of a game between two moves.

use crate::cell::Cell;
use crate::map::{Map, Tile};
use crate::moves::{Planes, Squares};
use crate::player::{ByPlayer, Player, PlayerSet};
use crate::zobrist::{self, SetHashes};
use std::fmt;
use std::sync::Arc;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Phase {
    /// Phase 1: stones are set.
    Build,
    /// Phase 2: bombs are thrown.
    Bomb,
    /// Nobody is asked any more.
    Over,
}

/// A position: the board, the stocks, who is disqualified, the phase and who is asked next.
///
/// Invariant: outside [`Phase::Over`] the player to move is not disqualified and has a legal move.
#[derive(Clone)]
pub struct Position {
    pub(super) map: Arc<Map>,
    /// One cell per tile, and a hole behind the last one where all walks off the board end.
    pub(super) cells: Box<[Cell]>,
    /// How many tiles hold each content.
    pub(super) counts: [u32; Cell::KINDS],
    pub(super) overrides: ByPlayer<u8>,
    pub(super) bombs: ByPlayer<u8>,
    pub(super) disqualified: PlayerSet,
    pub(super) phase: Phase,
    pub(super) turn: Player,
    pub(super) sets: SetHashes,
    /// The stones in line order; kept up to date in phase 1 only.
    pub(super) planes: Planes,
    /// Where a player can set ordinary stones, and who: known for the one to move in phase 1, where the board is kept
    /// square after square, until a move is taken back.
    pub(super) reach: Squares,
    pub(super) reach_of: Option<Player>,
}

impl Position {
    /// The map this is a position of.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Number of players of the map, disqualified ones included.
    pub fn players(&self) -> u8 {
        self.map.players()
    }

    /// What lies on a tile; [`Cell::HOLE`] once it is destroyed.
    #[inline]
    pub fn cell(&self, tile: Tile) -> Cell {
        self.cells[tile.index()]
    }

    /// What lies on each tile, in the order of [`Map::tiles`].
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.cells.len() - 1]
    }

    /// What lies at column `x` of row `y`.
    pub fn cell_at(&self, x: u16, y: u16) -> Cell {
        self.map.tile_at(x, y).map_or(Cell::HOLE, |tile| self.cell(tile))
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who is asked next; `None` when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        (self.phase != Phase::Over).then_some(self.turn)
    }

    /// A player's override stones.
    pub fn overrides(&self, player: Player) -> u8 {
        self.overrides[player]
    }

    /// A player's bombs.
    pub fn bombs(&self, player: Player) -> u8 {
        self.bombs[player]
    }

    /// Who is disqualified.
    pub fn disqualified(&self) -> PlayerSet {
        self.disqualified
    }

    /// Whether a player still takes part.
    pub fn is_active(&self, player: Player) -> bool {
        !self.disqualified.contains(player)
    }

    /// A player's stones on the board; a disqualified player's stones count here too.
    pub fn stones(&self, player: Player) -> u32 {
        self.counts[Cell::stone(player).index()]
    }

    /// How many tiles hold this content.
    pub fn count(&self, cell: Cell) -> u32 {
        self.counts[cell.index()]
    }

    /// Points: a player's stones, `None` for the disqualified.
    pub fn points(&self, player: Player) -> Option<u32> {
        self.is_active(player).then(|| self.stones(player))
    }

    /// The rows of the board as text, without blanks.
    pub fn rows(&self) -> Vec<String> {
        let row = |y| (0..self.map.width()).map(|x| self.cell_at(x, y).to_char()).collect();
        (0..self.map.height()).map(row).collect()
    }

    /// A hash of everything that decides how the game goes on: tiles, untaken special tiles, stocks, who is to move,
    /// phase, who is disqualified.
    #[inline]
    pub fn hash(&self) -> u64 {
        let state = u64::from(self.disqualified.bits()) << 16 | (self.turn.index() as u64) << 8 | self.phase as u64;
        self.sets.board().wrapping_add(zobrist::scalars(*self.overrides.array(), *self.bombs.array(), state))
    }

    pub(super) fn fresh_counts_and_sets(map: &Map, cells: &[Cell]) -> ([u32; Cell::KINDS], SetHashes) {
        let mut counts = [0; Cell::KINDS];
        let mut sets = SetHashes::default();
        for tile in map.tiles() {
            let cell = cells[tile.index()];
            counts[cell.index()] += 1;
            sets.add(map.key(tile), cell);
        }
        (counts, sets)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
            && self.cells == other.cells
            && self.overrides == other.overrides
            && self.bombs == other.bombs
            && self.disqualified == other.disqualified
            && self.phase == other.phase
            && self.to_move() == other.to_move()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, turn of {:?}", self.phase, self.turn)?;
        writeln!(f, "overrides {:?}, bombs {:?}", self.overrides, self.bombs)?;
        writeln!(f, "disqualified {:?}", self.disqualified)?;
        self.rows().iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}
