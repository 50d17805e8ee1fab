//! Games written down: records, positions, course logs and conformance vectors, and their verification.
//!
//! The formats are described in `docs/record.md`. This crate knows JSON and text, so that `rxt-rules` need not.

pub mod conformance;
pub mod course_log;
mod latin1;
pub mod position;
pub mod record;
pub mod source;
mod text;
pub mod vector;
pub mod verify;

pub use course_log::CourseLog;
pub use record::Record;
pub use source::Source;
pub use text::{Found, TextError, TextErrorKind};
