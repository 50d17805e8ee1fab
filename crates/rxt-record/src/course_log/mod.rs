//! Game logs of the course's server, `log_game_*.txt`, read as records, and written in the same form.

mod line;
mod read;
mod write;

pub use read::{Checkpoint, CourseLog};
pub use write::{LogReason, LogWriter, ResultLine, result_file};
