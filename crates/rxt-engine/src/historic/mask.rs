//! Masks of changed tiles: what a move changes as a hash map of its own, to be laid onto a position.

use super::hash_state::{HashState, Key, Owner};
use super::neighbour_table::NeighbourTable;
use super::walk::{LoopDetection, tile_walk};
use rxt_rules::{Answer, Direction, Player};
use std::collections::HashMap;

/// The entries of a [`HashState`] that moves have changed, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mask {
    entries: HashMap<Key, u8>,
}

impl Mask {
    /// What a legal move of the building phase changes.
    pub fn new(state: &HashState, table: &NeighbourTable, player: Player, answer: Answer) -> Self {
        Self::default().next(state, table, player, answer)
    }

    /// What this mask and then a move on top of it change.
    #[must_use]
    pub fn next(self, state: &HashState, table: &NeighbourTable, player: Player, answer: Answer) -> Self {
        let mut layer = Layer { state, mask: self };
        layer.set_stone(table, player, answer);
        layer.mask
    }

    /// What lies on a tile of a position with this mask on it.
    pub fn owner(&self, state: &HashState, key: Key) -> Owner {
        self.entries.get(&key).map_or_else(|| state.owner(key), |&number| Owner::from_number(number))
    }

    /// How many entries are changed.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn into_entries(self) -> HashMap<Key, u8> {
        self.entries
    }
}

/// A mask on the position it is for.
struct Layer<'a> {
    state: &'a HashState,
    mask: Mask,
}

impl Layer<'_> {
    fn get(&self, key: Key) -> u8 {
        self.mask.entries.get(&key).copied().unwrap_or_else(|| self.state.get(key))
    }

    fn owner(&self, key: Key) -> Owner {
        Owner::from_number(self.get(key))
    }

    fn set(&mut self, key: Key, value: u8) {
        if self.state.get(key) == value {
            self.mask.entries.remove(&key);
        } else {
            self.mask.entries.insert(key, value);
        }
    }

    fn set_stone(&mut self, table: &NeighbourTable, player: Player, answer: Answer) {
        let origin = Key::tile(answer.x, answer.y);
        let before = self.owner(origin);
        let captured = self.captured(table, origin, player);
        for key in captured.into_iter().chain([origin]) {
            self.set(key, player.number());
        }
        let overrides = self.get(Key::overrides(player));
        if before.is_occupied() {
            self.set(Key::overrides(player), overrides.wrapping_sub(1));
        }
        match answer.special {
            _ if before == Owner::INVERSION => {
                let players = self.state.players;
                self.recolour(|owner| owner.next(players));
            }
            20 => {
                let bombs = self.get(Key::bombs(player));
                self.set(Key::bombs(player), bombs.wrapping_add(1));
            }
            21 => self.set(Key::overrides(player), overrides.wrapping_add(1)),
            number => {
                if let Some(chosen) = Player::new(number) {
                    self.swap(player, chosen);
                }
            }
        }
    }

    fn swap(&mut self, one: Player, other: Player) {
        self.recolour(|owner| match owner {
            _ if owner == one => other,
            _ if owner == other => one,
            _ => owner,
        });
    }

    /// The lengths of all eight walks first, then the tiles on them.
    fn captured(&self, table: &NeighbourTable, origin: Key, player: Player) -> Vec<Key> {
        let mut captured = Vec::new();
        for direction in Direction::ALL {
            let owner = |key| self.owner(key);
            let walk = tile_walk(table, owner, origin, direction, player, LoopDetection::Start);
            let mut here = (origin, direction);
            for _ in 0..walk.length {
                let Some(next) = table.step(here.0, here.1) else { break };
                here = next;
                captured.push(here.0);
            }
        }
        captured
    }

    /// Gives every stone on the board to somebody else, column by column.
    fn recolour(&mut self, new_owner: impl Fn(Player) -> Player) {
        for x in 0..self.state.width {
            for y in 0..self.state.height {
                let key = Key::tile(x, y);
                if let Some(owner) = self.owner(key).player() {
                    self.set(key, new_owner(owner).number());
                }
            }
        }
    }
}
