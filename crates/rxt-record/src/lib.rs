//! Games written down: records, positions, course logs and conformance vectors, and their verification.
//!
//! The formats are described in `docs/record.md`. This crate knows JSON and text, so that `rxt-rules` need not.

pub mod conformance;
mod latin1;
pub mod vector;
pub mod verify;
