//! Static evaluations: what a position is worth to a player, without looking ahead.

mod evaluation;

pub use evaluation::Evaluation;
