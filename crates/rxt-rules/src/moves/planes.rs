//! The stones of a position as bits in line order.

use super::kernel::View;
use super::layout::Layout;
use crate::cell::Cell;
use crate::map::{Map, Tile};
use crate::player::Player;

/// One plane of all stones, and one of each player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planes {
    words: usize,
    /// The plane of all stones, then those of players 1 to n.
    bits: Box<[u64]>,
}

impl Planes {
    /// The planes of a board.
    pub(crate) fn new(map: &Map, cells: &[Cell]) -> Self {
        let words = map.layout().words();
        let mut planes = Self { words, bits: vec![0; words * (usize::from(map.players()) + 1)].into() };
        for tile in map.tiles() {
            planes.change(map.layout(), tile, Cell::EMPTY, cells[tile.index()]);
        }
        planes
    }

    /// What a generation for `player` needs.
    #[inline]
    pub(crate) fn view<'a>(&'a self, layout: &'a Layout, player: Player) -> View<'a> {
        let own = self.words * (player.index() + 1);
        View { layout, own: &self.bits[own..own + self.words], occupied: &self.bits[..self.words] }
    }

    /// Notes that a tile holds something else now.
    #[inline]
    pub(crate) fn change(&mut self, layout: &Layout, tile: Tile, from: Cell, to: Cell) {
        let bits = layout.bits_of(tile);
        let plane = |cell: Cell| cell.owner().map(|owner| self.words * (owner.index() + 1));
        match (plane(from), plane(to)) {
            (Some(before), Some(after)) => self.toggle([before, after], bits),
            (None, Some(own)) | (Some(own), None) if from.is_occupied() == to.is_occupied() => self.toggle([own], bits),
            (None, Some(own)) | (Some(own), None) => self.toggle([0, own], bits),
            (None, None) if from.is_occupied() == to.is_occupied() => {}
            (None, None) => self.toggle([0], bits),
        }
    }

    /// Turns the bits of a tile over in the planes that start at these words.
    #[inline]
    fn toggle<const PLANES: usize>(&mut self, planes: [usize; PLANES], bits: &[u32]) {
        for &bit in bits {
            for plane in planes {
                self.bits[plane + bit as usize / 64] ^= 1 << (bit % 64);
            }
        }
    }

    /// Exchanges the stones of two players.
    pub(crate) fn swap(&mut self, a: Player, b: Player) {
        let (low, high) = (a.min(b).index() + 1, a.max(b).index() + 1);
        if low != high {
            let (before, from_high) = self.bits.split_at_mut(high * self.words);
            before[low * self.words..][..self.words].swap_with_slice(&mut from_high[..self.words]);
        }
    }

    /// Gives every stone to the next player, or back to the one before.
    pub(crate) fn rotate(&mut self, forward: bool) {
        let stones = &mut self.bits[self.words..];
        if forward {
            stones.rotate_right(self.words);
        } else {
            stones.rotate_left(self.words);
        }
    }
}
