//! Replays recorded games and compares, step by step, what they say with what the rules say.

mod checker;
mod edge;
mod lines;
mod messages;
mod open;
mod picture;
mod record_game;
mod report;
mod result_file;
mod vector_game;

pub(crate) use checker::{phase_number, points};
pub use lines::{LineError, LineErrorKind, Lines, MAX_LINE_BYTES};
pub use open::{Reports, VerifyError, verify_reader};
pub use record_game::{verify_log, verify_record};
pub use report::{Check, Disagreement, GameReport, Skip, Summary};
pub use vector_game::verify_game;
