//! Matches between engines: who plays whom where, the games, and who is stronger.

mod block;
mod game;
mod plan;
mod run;
mod seats;
mod standings;

pub(crate) use block::games_of_block;
pub use block::play_block;
pub use game::GameLine;
pub(crate) use game::{EngineTable, line, play_counted, play_engines};
pub use plan::{Field, GamePlan, MatchPlan};
pub(crate) use plan::{combinations, opening_moves, rotations};
pub use run::{Progress, run};
pub use seats::{Seats, play_seats, seats};
pub(crate) use standings::whole_blocks;
pub use standings::{Standing, standings};
