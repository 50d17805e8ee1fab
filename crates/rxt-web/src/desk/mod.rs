//! Where programs are handed in: who may, what is taken, and the one queue in which they are tried.
//!
//! A program is never run outside of the arena's sandbox. Where that cannot keep it in, nothing is taken.

mod accept;
mod queue;
mod words;

pub(crate) use accept::{Desk, lost};
pub(crate) use words::{describe, verdict};
