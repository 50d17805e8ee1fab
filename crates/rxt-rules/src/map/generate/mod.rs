//! Makes random maps: the same map for the same options on every machine, always valid and always playable.
//!
//! Asked for symmetry, the generator draws whole orbits: whatever it puts somewhere, it puts at every image of the place
//! under a motion of the board, with the players changed in turn order. See [`Symmetry`] for what that guarantees.

mod draw;
mod join;
mod make;
mod options;
mod orbit;
#[cfg(test)]
mod tests;
mod wild;

pub use make::{fairness, generate};
pub use options::{Amount, GenerateError, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions};
pub use orbit::Fairness;
pub use wild::wild;
