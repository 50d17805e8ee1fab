//! A position as a hash map, as group 6 kept it in 2025 before it changed to arrays.

use super::bombs::by_lists;
use super::mask::Mask;
use super::neighbour_table::NeighbourTable;
use rxt_rules::{Answer, Cell, Player, Position};
use std::collections::HashMap;

/// A place in the hash map: `xxyy` for a tile, -1 to -8 for the players' bombs and -9 to -16 for their override stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(i16);

impl Key {
    /// Columns and rows have two digits.
    pub const SIDE: u16 = 100;

    /// The tile at column `x` of row `y`, both below [`Key::SIDE`].
    pub fn tile(x: u16, y: u16) -> Self {
        Self((x * Self::SIDE + y) as i16)
    }

    /// A player's bombs.
    pub fn bombs(player: Player) -> Self {
        Self(-i16::from(player.number()))
    }

    /// A player's override stones.
    pub fn overrides(player: Player) -> Self {
        Self(-8 - i16::from(player.number()))
    }

    pub(super) fn number(self) -> i32 {
        i32::from(self.0)
    }

    pub(super) fn from_number(number: i32) -> Self {
        Self(number as i16)
    }

    /// The place of a tile in an array.
    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}

/// What lies on a tile, in the report's numbers: 0 nothing, 1 to 8 a player's stone, 10 a hole, 11 a choice, 12 a bonus, 13
/// an inversion tile, 14 an expansion stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner(u8);

impl Owner {
    const HOLE: Self = Self(10);
    pub(super) const INVERSION: Self = Self(13);

    /// A player's stone.
    pub fn stone(player: Player) -> Self {
        Self(player.number())
    }

    /// A stone of a player or an expansion stone.
    pub fn is_occupied(self) -> bool {
        matches!(self.0, 1..=8 | 14)
    }

    pub(super) fn from_number(number: u8) -> Self {
        Self(number)
    }

    pub(super) fn player(self) -> Option<Player> {
        Player::new(self.0)
    }
}

impl From<Cell> for Owner {
    fn from(cell: Cell) -> Self {
        Self(match cell {
            Cell::HOLE => 10,
            Cell::CHOICE => 11,
            Cell::BONUS => 12,
            Cell::INVERSION => 13,
            Cell::EXPANSION => 14,
            _ => cell.owner().map_or(0, Player::number),
        })
    }
}

/// A position: the owner of every tile and the stocks of every player, under one kind of key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashState {
    entries: HashMap<Key, u8>,
    pub(super) players: u8,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl HashState {
    /// `None` if a column or row has more than two digits.
    pub fn new(position: &Position) -> Option<Self> {
        let map = position.map();
        let (width, height) = (map.width(), map.height());
        if width > Key::SIDE || height > Key::SIDE {
            return None;
        }
        let mut entries = HashMap::new();
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            entries.insert(Key::tile(x, y), Owner::from(position.cell_at(x, y)).0);
        }
        for player in Player::all(position.players()) {
            entries.insert(Key::bombs(player), position.bombs(player));
            entries.insert(Key::overrides(player), position.overrides(player));
        }
        Some(Self { entries, players: position.players(), width, height })
    }

    /// What lies on a tile.
    pub fn owner(&self, key: Key) -> Owner {
        Owner(self.get(key))
    }

    /// A player's stock of something.
    pub fn stock(&self, key: Key) -> u8 {
        self.get(key)
    }

    pub(super) fn get(&self, key: Key) -> u8 {
        self.entries.get(&key).copied().unwrap_or(Owner::HOLE.0)
    }

    /// Makes a legal move of the building phase.
    pub fn set_stone(&mut self, table: &NeighbourTable, player: Player, answer: Answer) {
        let mask = Mask::new(self, table, player, answer);
        self.lay(mask);
    }

    /// Changes what a mask says.
    pub fn lay(&mut self, mask: Mask) {
        self.entries.extend(mask.into_entries());
    }

    /// Makes a legal move of the bombing phase on a position of the same game, whose map tells the neighbours.
    pub fn throw_bomb(&mut self, position: &Position, player: Player, answer: Answer) {
        let map = position.map();
        let place = |tile| {
            let (x, y) = map.place(tile);
            Key::tile(x, y)
        };
        let Some(target) = map.tile_at(answer.x, answer.y) else { return };
        let area = by_lists(map, target, map.file().strength, |tile| self.owner(place(tile)) != Owner::HOLE);
        self.entries.extend(area.into_iter().map(|tile| (place(tile), Owner::HOLE.0)));
        self.entries.insert(Key::bombs(player), self.get(Key::bombs(player)).wrapping_sub(1));
    }
}
