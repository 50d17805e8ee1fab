//! What stones are worth while bombs are still to be thrown: places, and how near they are.

use crate::search::leaf::PLACE;
use crate::search::window::Score;
use rxt_rules::{ByPlayer, Player, Position};

/// How stones become places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utility {
    /// Stones that a player may still lose on average.
    at_stake: i64,
}

impl Utility {
    /// While this many bombs are left that destroy so many tiles each.
    pub(super) fn new(bombs: u32, ball: usize, position: &Position) -> Self {
        let stones: u32 = Player::all(position.players()).map(|player| position.stones(player)).sum();
        let tiles = position.map().tile_count() as i64;
        let lost = i64::from(bombs) * ball as i64 * i64::from(stones) / tiles.max(1);
        let active = i64::from(position.players() - position.disqualified().len());
        Self { at_stake: 1 + lost / active.max(1) }
    }

    /// What a player has of so many stones: half a place up or down for each opponent whose lead is all that can still be
    /// lost, and hardly more for any larger lead.
    pub(super) fn of(self, stones: &ByPlayer<i32>, position: &Position, player: Player) -> Score {
        let pair = |other: Player| {
            let lead = i64::from(stones[player]) - i64::from(stones[other]);
            i64::from(PLACE) * lead / (lead.abs() + self.at_stake)
        };
        let others = Player::all(position.players()).filter(|&other| other != player && position.is_active(other));
        others.map(pair).sum::<i64>() as Score
    }
}

/// Everybody's stones.
pub(super) fn stones(position: &Position) -> ByPlayer<i32> {
    let players = position.players();
    ByPlayer::from_fn(|player| if player.number() <= players { position.stones(player) as i32 } else { 0 })
}

/// The bombs of all who still play.
pub(super) fn bombs(position: &Position) -> u32 {
    Player::all(position.players()).map(|player| u32::from(position.bombs(player))).sum()
}
