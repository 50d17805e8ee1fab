//! A driving test for programs: games that each need one thing, and a verdict that says what went wrong.

mod examine;
mod exercises;

pub use examine::{Mark, examine};
pub use exercises::{Exercise, exercises, sparring};
