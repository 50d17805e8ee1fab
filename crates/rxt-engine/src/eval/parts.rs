//! What is counted of a position, by player, before it becomes one number.

use rxt_rules::{ByPlayer, Cell, Player, Position};

/// The counts of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    /// Stones on the board.
    pub(super) stones: ByPlayer<i32>,
    /// Points for where the stones lie.
    pub(super) places: ByPlayer<i32>,
    /// Points for override stones and bombs.
    pub(super) stock: ByPlayer<i32>,
    /// Points for having moves.
    pub(super) mobility: ByPlayer<i32>,
    /// Tiles with a stone, expansion stones included.
    pub(super) occupied: i32,
    /// Tiles that are not destroyed.
    pub(super) tiles: i32,
}

impl Parts {
    /// The parts that a position itself keeps count of.
    pub(super) fn counted(position: &Position) -> Self {
        let stones = ByPlayer::from_fn(|player| position.stones(player) as i32);
        let tiles = position.map().tile_count() as i32 - position.count(Cell::HOLE) as i32;
        let free = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS];
        let free: u32 = free.iter().map(|&cell| position.count(cell)).sum();
        let nothing = ByPlayer::all(0);
        Self { stones, places: nothing, stock: nothing, mobility: nothing, occupied: tiles - free as i32, tiles }
    }

    /// An inversion: what lies on the board goes to the next player.
    pub(super) fn rotate(&mut self, players: u8) {
        self.stones.first_mut(players).rotate_right(1);
        self.places.first_mut(players).rotate_right(1);
    }

    /// A choice: what lies on the board changes hands between two players.
    pub(super) fn swap(&mut self, one: Player, other: Player) {
        for counts in [&mut self.stones, &mut self.places] {
            (counts[one], counts[other]) = (counts[other], counts[one]);
        }
    }
}
