//! The stones of a position as bits in line order.

use super::kernel::View;
use super::layout::Layout;
use crate::cell::Cell;
use crate::map::{Map, Tile};
use crate::player::Player;

/// The most words of planes that are saved with each move.
const MOST_SAVED: usize = 160;

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
            planes.change(map.layout(), [tile].into_iter(), Cell::EMPTY, cells[tile.index()]);
        }
        planes
    }

    /// What a generation for `player` needs.
    #[inline]
    pub(crate) fn view<'a>(&'a self, layout: &'a Layout, player: Player) -> View<'a> {
        let own = self.words * (player.index() + 1);
        View { layout, own: &self.bits[own..own + self.words], occupied: &self.bits[..self.words] }
    }

    /// Notes that tiles hold something else now.
    #[inline]
    pub(crate) fn change(&mut self, layout: &Layout, tiles: impl Iterator<Item = Tile>, from: Cell, to: Cell) {
        let plane = |cell: Cell| cell.owner().map(|owner| self.words * (owner.index() + 1));
        let occupied = (from.is_occupied() != to.is_occupied()).then_some(0);
        match (occupied, plane(from), plane(to)) {
            (None, None, None) => {}
            (None, Some(before), Some(after)) => self.toggle(layout, tiles, [before, after]),
            (Some(plane), None, None) | (None, Some(plane), None) | (None, None, Some(plane)) => {
                self.toggle(layout, tiles, [plane]);
            }
            (Some(occupied), own, other) => {
                self.toggle(layout, tiles, [occupied, own.or(other).unwrap_or(occupied)]);
            }
        }
    }

    /// Gives a stone to a player; it may have been nobody's.
    #[inline]
    pub(crate) fn give(&mut self, layout: &Layout, tile: Tile, from: Option<Player>, to: Player) {
        let plane = |player: Player| self.words * (player.index() + 1);
        match from {
            Some(from) => self.toggle(layout, [tile].into_iter(), [plane(from), plane(to)]),
            None => self.toggle(layout, [tile].into_iter(), [plane(to)]),
        }
    }

    /// Writes the squares of the stones that are nobody's, where the board is kept.
    pub(crate) fn nobodys(&self, squares: &mut [u64]) {
        let words = squares.len();
        squares.copy_from_slice(&self.bits[..words]);
        for plane in self.bits.chunks(self.words).skip(1) {
            for (squares, stones) in squares.iter_mut().zip(&plane[..words]) {
                *squares &= !stones;
            }
        }
    }

    /// A word of a player's stones, where the board is kept square after square.
    #[inline]
    pub(crate) fn squares(&self, player: Player, word: usize) -> u64 {
        self.bits[self.words * (player.index() + 1) + word]
    }

    /// Turns squares of a word over in a player's plane, where the board is kept square after square.
    #[inline]
    pub(crate) fn turn_squares(&mut self, player: Player, word: usize, squares: u64) {
        self.bits[self.words * (player.index() + 1) + word] ^= squares;
    }

    /// Turns the bits of a tile on lines over in a player's plane.
    #[inline]
    pub(crate) fn turn_lines(&mut self, layout: &Layout, tile: Tile, player: Player) {
        let first = self.words * (player.index() + 1);
        for &bit in &layout.bits_of(tile)[1..] {
            self.bits[first + bit as usize / 64] ^= 1 << (bit % 64);
        }
    }

    /// Turns the bits of tiles over in the planes that start at these words.
    #[inline]
    fn toggle<const PLANES: usize>(
        &mut self,
        layout: &Layout,
        tiles: impl Iterator<Item = Tile>,
        planes: [usize; PLANES],
    ) {
        for tile in tiles {
            for &bit in layout.bits_of(tile) {
                for plane in planes {
                    self.bits[plane + bit as usize / 64] ^= 1 << (bit % 64);
                }
            }
        }
    }

    /// Writes the planes behind what is saved already, if they are so small that this is cheaper than to turn bits back.
    #[inline]
    pub(crate) fn save(&self, saved: &mut Vec<u64>) {
        if self.bits.len() <= MOST_SAVED {
            saved.extend_from_slice(&self.bits);
        }
    }

    /// Takes the planes back that were saved last; returns whether they are small enough to be saved.
    #[inline]
    pub(crate) fn restore(&mut self, saved: &mut Vec<u64>) -> bool {
        let Some(first) = saved.len().checked_sub(self.bits.len()).filter(|_| self.bits.len() <= MOST_SAVED) else {
            return false;
        };
        self.bits.copy_from_slice(&saved[first..]);
        saved.truncate(first);
        true
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
        // Plane by plane, which is faster than to rotate the words.
        let last = (self.bits.len() / self.words.max(1)).saturating_sub(1);
        for step in 1..last {
            let high = if forward { last - step } else { step };
            let (before, from_high) = self.bits.split_at_mut((high + 1) * self.words);
            before[high * self.words..].swap_with_slice(&mut from_high[..self.words]);
        }
    }
}
