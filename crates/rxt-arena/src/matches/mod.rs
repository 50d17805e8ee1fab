//! Matches between engines: who plays whom where, the games, and who is stronger.

mod block;
mod game;
mod plan;
mod run;
mod standings;

pub use block::play_block;
pub use game::GameLine;
pub use plan::{Field, GamePlan, MatchPlan};
pub use run::{Progress, run};
pub use standings::{Standing, standings};
