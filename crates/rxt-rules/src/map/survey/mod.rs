//! Numbers about a map: what lies where, how its lines run, what can be reached, and whom it favours.
//!
//! Everything here needs memory in proportion to the map and hardly more time than that.

mod lines;
mod numbers;
mod reach;
mod symmetry;

pub use lines::LineSurvey;
pub use numbers::{Survey, survey};
pub use reach::{components, reachable};
pub use symmetry::{Symmetry, symmetries, symmetry};
