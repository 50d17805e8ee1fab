//! Game logs of the course's server, `log_game_*.txt`, read as records.

mod line;
mod read;

pub use read::{Checkpoint, CourseLog};
