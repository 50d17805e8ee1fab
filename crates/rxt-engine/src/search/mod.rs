//! Searches: how a player looks ahead.

mod aspiration;
mod buffers;
mod deepen;
mod forms;
mod history;
mod leaf;
mod lister;
mod maxn;
mod mcts;
mod minimax;
mod model;
mod overrides;
mod pace;
mod quiesce;
mod root;
mod shares;
mod simple;
mod table;
mod tree;
mod two_sided;
mod two_sided_forms;
mod window;

pub(crate) use buffers::Candidate;
pub(crate) use deepen::{Search, deepen};
pub(crate) use leaf::Leaf;
pub(crate) use lister::Lister;
pub(crate) use maxn::MaxN;
pub(crate) use mcts::{MonteCarlo, Nodes};
pub(crate) use minimax::Minimax;
pub(crate) use model::{BestReply, Model, Opponents, Paranoid};
pub(crate) use pace::Pace;
pub(crate) use simple::greedy;
pub(crate) use table::Table;
pub use tree::Counters;
pub(crate) use tree::Tree;
pub(crate) use two_sided::TwoSided;
