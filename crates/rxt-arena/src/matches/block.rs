//! Plays the games of one block, for whoever decides on his own how many blocks there are.

use super::game::{self, GameLine};
use super::plan::{GamePlan, MatchPlan};
use rxt_record::Record;
use std::sync::atomic::AtomicBool;

/// Plays all games of a block, with every competitor on every seat; `None` if it was interrupted. The number of games of
/// the plan does not matter.
pub fn play_block(plan: &MatchPlan, block: u32, interrupt: &AtomicBool) -> Option<Vec<(GameLine, Record)>> {
    games_of_block(plan, block).iter().map(|game| game::play(plan, game, interrupt)).collect()
}

/// The games of one block.
pub(crate) fn games_of_block(plan: &MatchPlan, block: u32) -> Vec<GamePlan> {
    // A block has at most as many games as there are competitors.
    let games = (block + 1).saturating_mul(plan.competitors.len() as u32);
    let schedule = MatchPlan { games, ..plan.clone() }.schedule();
    schedule.into_iter().filter(|game| game.block == block).collect()
}
