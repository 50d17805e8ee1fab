//! A move, and the answer of a player from which it is read.

use crate::cell::Cell;
use crate::map::{Map, Tile};
use crate::player::Player;
use std::fmt;
use thiserror::Error;

/// A move on a given map: a stone in phase 1, a bomb in phase 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where.
    pub tile: Tile,
    /// What is chosen on a choice or bonus tile.
    pub special: Special,
}

/// What is chosen on a special tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Special {
    /// Nothing: any tile without a choice, and every bomb.
    None,
    /// Choice tile: exchange stones with this player.
    Swap(Player),
    /// Bonus tile: take a bomb.
    Bomb,
    /// Bonus tile: take an override stone.
    Override,
}

impl Special {
    /// The special byte of the wire protocol.
    pub const fn to_byte(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Swap(player) => player.number(),
            Self::Bomb => 20,
            Self::Override => 21,
        }
    }

    /// Reads the special byte of a stone set on a tile with `cell` on it; `None` if it is not valid there.
    pub fn on_cell(cell: Cell, byte: u8, players: u8) -> Option<Self> {
        match (cell, byte) {
            (Cell::CHOICE, 1..=8) if byte <= players => Player::new(byte).map(Self::Swap),
            (Cell::BONUS, 20) => Some(Self::Bomb),
            (Cell::BONUS, 21) => Some(Self::Override),
            (Cell::CHOICE | Cell::BONUS, _) => None,
            (_, 0) => Some(Self::None),
            _ => None,
        }
    }
}

impl Move {
    /// The move as it goes over the wire.
    pub fn answer(self, map: &Map) -> Answer {
        let (x, y) = map.place(self.tile);
        Answer { x, y, special: self.special.to_byte() }
    }
}

/// What a player sends when asked: not yet known to be a legal move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Special byte.
    pub special: u8,
}

/// Written as `(x,y,s)`, as in the course server's logs.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.x, self.y, self.special)
    }
}

/// Why an answer is no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Nobody is asked any more.
    #[error("the game is over")]
    Over,
    /// Not a tile.
    #[error("there is no tile at ({x},{y})")]
    NoTile {
        /// Column.
        x: u16,
        /// Row.
        y: u16,
    },
    /// The stone captures nothing.
    #[error("a stone at ({x},{y}) captures nothing")]
    NoCapture {
        /// Column.
        x: u16,
        /// Row.
        y: u16,
    },
    /// The tile is occupied and the player has no override stone.
    #[error("({x},{y}) is occupied and player {player} has no override stone")]
    NoOverride {
        /// Column.
        x: u16,
        /// Row.
        y: u16,
        /// Who.
        player: Player,
    },
    /// The special byte does not fit the tile.
    #[error("special byte {special} on `{cell}`; expected {}", expected_special(*cell, *players))]
    Special {
        /// The byte sent.
        special: u8,
        /// What lies on the tile.
        cell: Cell,
        /// Number of players of the map.
        players: u8,
    },
}

fn expected_special(cell: Cell, players: u8) -> String {
    match cell {
        Cell::CHOICE => format!("a player from 1 to {players}"),
        Cell::BONUS => "20 (bomb) or 21 (override stone)".to_owned(),
        _ => "0".to_owned(),
    }
}
