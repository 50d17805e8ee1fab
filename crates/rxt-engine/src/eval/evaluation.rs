//! All evaluations behind one type, matched once per leaf.

use rxt_rules::{Player, Position};

/// What a position is worth to a player.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Own stones minus those of the best opponent.
    StonesLead,
}

impl Evaluation {
    /// The worth of a position to a player; more is better.
    pub fn value(&self, position: &Position, player: Player) -> i32 {
        match self {
            Self::StonesLead => stones_lead(position, player),
        }
    }
}

fn stones_lead(position: &Position, player: Player) -> i32 {
    let stones = |player| i32::try_from(position.stones(player)).unwrap_or(i32::MAX);
    let others = Player::all(position.players()).filter(|&other| other != player && position.is_active(other));
    stones(player) - others.map(stones).max().unwrap_or(0)
}
