//! What lies on a tile.

use crate::player::Player;
use std::fmt;

/// What lies on a tile, in one byte: nothing, a special tile not yet taken, a stone, or a crater.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// A free tile without effect, `0`.
    pub const EMPTY: Self = Self(0);
    /// An expansion stone, `x`: it belongs to nobody and is everybody's enemy.
    pub const EXPANSION: Self = Self(9);
    /// A choice tile not yet taken, `c`.
    pub const CHOICE: Self = Self(10);
    /// An inversion tile not yet taken, `i`.
    pub const INVERSION: Self = Self(11);
    /// A bonus tile not yet taken, `b`.
    pub const BONUS: Self = Self(12);
    /// No tile: a hole of the map, or a tile destroyed by a bomb, `-`.
    pub const HOLE: Self = Self(13);
    /// One more than the largest value of [`Cell::index`].
    pub const KINDS: usize = 14;

    /// A stone of `player`.
    pub const fn stone(player: Player) -> Self {
        Self(player.number())
    }

    /// The cell written as `byte` in a map file. Stones of all eight players are accepted here.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            b'0' => Self::EMPTY,
            b'1'..=b'8' => Self(byte - b'0'),
            b'x' => Self::EXPANSION,
            b'c' => Self::CHOICE,
            b'i' => Self::INVERSION,
            b'b' => Self::BONUS,
            b'-' => Self::HOLE,
            _ => return None,
        })
    }

    /// The byte that stands for the cell in a map file.
    pub const fn to_byte(self) -> u8 {
        b"012345678xcib-"[self.index()]
    }

    /// The character that stands for the cell in a map file.
    pub const fn to_char(self) -> char {
        self.to_byte() as char
    }

    /// A number below [`Cell::KINDS`]: 0 empty, 1 to 8 the players' stones, then the rest.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The owner of the stone, if it is a player's stone.
    pub const fn owner(self) -> Option<Player> {
        Player::new(self.0)
    }

    /// The cell after an inversion among so many players: a stone goes to the next of them.
    #[inline]
    pub(crate) const fn rotated(self, players: u8) -> Self {
        let next = if self.0 == players { 1 } else { self.0 + 1 };
        Self(if self.0.wrapping_sub(1) < players { next } else { self.0 })
    }

    /// The cell before an inversion among so many players.
    #[inline]
    pub(crate) const fn rotated_back(self, players: u8) -> Self {
        let before = if self.0 == 1 { players } else { self.0.wrapping_sub(1) };
        Self(if self.0.wrapping_sub(1) < players { before } else { self.0 })
    }

    /// A stone of a player or an expansion stone.
    #[inline]
    pub const fn is_occupied(self) -> bool {
        self.0.wrapping_sub(1) < 9
    }

    /// A tile on which a stone can be set without an override: `0`, `c`, `i` or `b`.
    #[inline]
    pub const fn is_free(self) -> bool {
        matches!(self, Self::EMPTY | Self::CHOICE | Self::INVERSION | Self::BONUS)
    }

    /// A choice, inversion or bonus tile not yet taken.
    pub const fn is_special(self) -> bool {
        matches!(self, Self::CHOICE | Self::INVERSION | Self::BONUS)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.to_char())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use std::fmt::Write;
        f.write_char(self.to_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_the_format_is_read_and_written_back() {
        for byte in *b"012345678xcib-" {
            let cell = Cell::from_byte(byte).unwrap();
            assert_eq!(cell.to_byte(), byte);
        }
        assert!(Cell::from_byte(b'9').is_none());
        assert!(Cell::from_byte(b'C').is_none());
    }

    #[test]
    fn a_tile_is_free_or_occupied_or_a_hole() {
        for index in 0..Cell::KINDS {
            let cell = Cell(u8::try_from(index).unwrap());
            let classes = [cell.is_free(), cell.is_occupied(), cell == Cell::HOLE];
            assert_eq!(classes.iter().filter(|&&class| class).count(), 1, "{cell:?}");
        }
    }
}
