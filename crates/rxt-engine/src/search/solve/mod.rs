//! The end of plain Reversi for two on up to eight by eight squares, solved exactly.

mod few;
mod order;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use words::{Count, WordSolver};
