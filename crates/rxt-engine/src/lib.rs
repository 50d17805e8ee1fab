//! Players that think: searches, evaluations, and the text that selects them.
//!
//! [`Spec::parse`] reads `search=...,eval=...,...` or the name of a preset, and [`Spec::agent`] makes the player.

mod agent;
pub mod analysis;
pub mod bench;
pub mod eval;
mod fixed;
pub mod historic;
mod limits;
pub mod reports;
mod search;
mod spec;

pub use agent::Engine;
pub use search::Counters;
pub use spec::{NotMinimax, OptionInfo, SEARCHES, SearchInfo, Spec, SpecError};
