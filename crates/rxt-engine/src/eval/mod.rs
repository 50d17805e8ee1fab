//! Static evaluations: what a position is worth to a player, without looking ahead.
//!
//! An evaluation is text first ([`EvalSpec`]), then a few tables for one map ([`Evaluation`]). What is counted for each
//! player (stones, places on the board, stocks, moves) is kept apart from how the counts become one number (stages,
//! remaining inversions, comparison with the opponents), so that every evaluation can be had in every form, and so that
//! the worth of a move can be told from the tiles it changes.
//!
//! All numbers are integers and none comes from the platform's floating point, so that a game is the same on every
//! machine. A value of [`UNIT`] is one point, which is a stone to the evaluations that count stones.

mod bombing;
mod catalogue;
mod combine;
pub mod default;
mod delta;
mod dynamic;
mod evaluation;
mod mobility;
mod neighbour;
mod parts;
mod recalibrated;
mod shape;
mod spec;
mod stock;
#[cfg(test)]
mod testing;
mod weights;

pub use catalogue::{EvalInfo, OptionInfo, Values};
pub use combine::{LIMIT, UNIT};
pub use delta::Before;
pub use evaluation::Evaluation;
pub use spec::{EvalSpec, EvalSpecError};
