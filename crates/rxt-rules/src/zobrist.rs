//! Hash of a position: equal positions hash equally, however they came about.
//!
//! Each tile has one random word. The words of all tiles with the same content are combined into a set hash per content,
//! and the set hashes into the hash of the position; so an inversion or a choice only exchanges set hashes.

use crate::cell::Cell;
use crate::player::Player;
use crate::rng::mix;

/// The random word of a square.
pub(crate) const fn tile_key(square: u32) -> u64 {
    mix(0x5eed_0f7e_4e45_1c57 ^ (square as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The set hash of each content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SetHashes([u64; Cell::KINDS]);

impl SetHashes {
    /// Takes a tile out of one set and puts it into another.
    #[inline]
    pub(crate) fn change(&mut self, key: u64, from: Cell, to: Cell) {
        self.0[from.index()] ^= key;
        self.0[to.index()] ^= key;
    }

    /// Puts a tile into a set, or takes it out.
    #[inline]
    pub(crate) fn add(&mut self, key: u64, cell: Cell) {
        self.0[cell.index()] ^= key;
    }

    /// Exchanges the stones of two players.
    pub(crate) fn swap(&mut self, a: Player, b: Player) {
        self.0.swap(Cell::stone(a).index(), Cell::stone(b).index());
    }

    /// Gives every stone to the next player.
    pub(crate) fn rotate(&mut self, players: u8) {
        self.0[1..=usize::from(players)].rotate_right(1);
    }

    /// The hash of the board alone. Craters belong to no set, like the holes of the map.
    #[inline]
    pub(crate) fn board(&self) -> u64 {
        let mut hash = 0_u64;
        for (set, factor) in self.0[..Cell::HOLE.index()].iter().zip(FACTORS) {
            hash = hash.wrapping_add(set.wrapping_mul(factor));
        }
        mix(hash)
    }
}

/// The hash of everything that is not on the board.
#[inline]
pub(crate) fn scalars(overrides: [u8; 8], bombs: [u8; 8], state: u64) -> u64 {
    mix(u64::from_le_bytes(overrides) ^ 0x0c0f_fee0_0c0f_fee1)
        .wrapping_add(mix(u64::from_le_bytes(bombs) ^ 0xb0b0_b0b0_1234_5677).rotate_left(17))
        .wrapping_add(mix(state ^ 0x7a11_7a11_7a11_7a11).rotate_left(41))
}

/// An odd random factor per content.
const FACTORS: [u64; Cell::KINDS] = {
    let mut factors = [0; Cell::KINDS];
    let mut index = 0;
    while index < Cell::KINDS {
        factors[index] = mix(0xfac7_0000 + index as u64) | 1;
        index += 1;
    }
    factors
};
