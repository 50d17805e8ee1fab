//! Who: a player's number, and arrays that only a player indexes.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A player, numbered 1 to 8 as in map files and on the wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The largest number of players a map can have.
    pub const MAX: usize = 8;
    /// Player 1, who is first.
    pub const ONE: Self = Self(0);

    /// Returns `None` outside `1..=8`; this is the only way to make a `Player` from a number.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=8 => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// The number as printed, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The place in an array of players, 0 to 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next number in a game of `players`, 1 after the last.
    #[must_use]
    pub const fn next(self, players: u8) -> Self {
        if self.0 + 1 < players { Self(self.0 + 1) } else { Self(0) }
    }

    /// Players 1 to `players` in order; `players` is at most 8.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..players.min(8)).map(Self)
    }

    /// All players of a game of `players`, beginning with this one, in turn order.
    pub fn cycle_from(self, players: u8) -> impl Iterator<Item = Self> + Clone {
        (0..players).map(move |offset| Self((self.0 + offset) % players))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.number())
    }
}

/// One value for each of the eight possible players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ByPlayer<T>([T; Player::MAX]);

impl<T: Copy> ByPlayer<T> {
    /// The same value for everybody.
    pub const fn all(value: T) -> Self {
        Self([value; Player::MAX])
    }
}

impl<T> ByPlayer<T> {
    /// One value for each player, made from the player.
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        Self(std::array::from_fn(|index| value(Player(index as u8))))
    }

    /// The values of players 1 to `players`.
    pub fn first(&self, players: u8) -> &[T] {
        &self.0[..usize::from(players)]
    }

    /// The values of all eight players.
    pub const fn array(&self) -> &[T; Player::MAX] {
        &self.0
    }

    /// The values of players 1 to `players`, to change.
    pub fn first_mut(&mut self, players: u8) -> &mut [T] {
        &mut self.0[..usize::from(players)]
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// A set of players, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// Whether the player is in the set.
    pub const fn contains(self, player: Player) -> bool {
        self.0 & 1 << player.0 != 0
    }

    /// Adds a player.
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// How many players are in the set.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as bits, player 1 lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::all(8).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        let mut set = Self::EMPTY;
        for player in players {
            set.insert(player);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_to_eight_are_players() {
        assert!(Player::new(0).is_none());
        assert!(Player::new(9).is_none());
        assert_eq!(Player::new(8).unwrap().number(), 8);
    }

    #[test]
    fn turn_order_wraps_after_the_last_player() {
        let three = Player::new(3).unwrap();
        assert_eq!(three.next(3), Player::ONE);
        assert_eq!(three.next(8).number(), 4);
        let order: Vec<u8> = three.cycle_from(4).map(Player::number).collect();
        assert_eq!(order, [3, 4, 1, 2]);
    }
}
