//! The record of a game: who played what on which map, and how it ended (`docs/record.md`).

mod json;
mod parse;
mod recorder;
mod replay;
mod types;
mod write;

pub(crate) use parse::unplayable;
pub(crate) use recorder::points;
pub use recorder::{Details, Recorder};
pub use replay::{Replay, ReplayError, ReplayErrorKind};
pub use types::{Cause, Entry, MoveEntry, OneLine, Points, Record, Tag};
