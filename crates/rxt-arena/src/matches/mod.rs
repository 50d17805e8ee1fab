//! Matches between engines: who plays whom where, the games, and who is stronger.

mod block;
mod game;
mod plan;
mod run;
mod standings;

pub use block::play_block;
pub use game::GameLine;
pub(crate) use game::{EngineTable, play_engines};
pub use plan::{Field, GamePlan, MatchPlan};
pub(crate) use plan::{combinations, opening_moves, rotations};
pub use run::{Progress, run};
pub(crate) use standings::whole_blocks;
pub use standings::{Standing, standings};
