//! Moves: what they are, and which ones are legal.

mod mov;
mod naive;
mod walk;

pub use mov::{Answer, Illegal, Move, Special};
pub(crate) use naive::{captures_somewhere, ordinary, overrides};
pub(crate) use walk::each_capture;
