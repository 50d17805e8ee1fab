//! A position of a game, and how it changes: moves, bombs, turn order, phases, disqualification.

mod apply;
mod changes;
mod hypothetical;
mod legal;
mod setup;
mod state;

pub use apply::UndoLog;
pub use changes::ChangeList;
pub use setup::{Setup, SetupError};
pub use state::{Phase, Position};
