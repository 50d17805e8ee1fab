//! Searches: how a player looks ahead.

mod buffers;
mod deepen;
mod history;
mod leaf;
mod lister;
mod model;
mod root;
mod table;
mod tree;
mod two_sided;
mod window;

pub(crate) use buffers::Candidate;
pub(crate) use deepen::deepen;
pub(crate) use leaf::{EvaluationName, Leaf};
pub(crate) use lister::Lister;
pub(crate) use model::Paranoid;
pub(crate) use table::Table;
pub use tree::Counters;
pub(crate) use tree::Tree;
pub(crate) use two_sided::TwoSided;
