//! All searches there are, and which options each of them takes.

use super::options::{OptionInfo, find};

/// How a player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchKind {
    AlphaBeta,
    Pvs,
}

/// A search and what can be chosen about it.
#[derive(Clone, Copy, Debug)]
pub struct SearchInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The names of the options it takes.
    names: &'static [&'static [&'static str]],
    pub(crate) kind: SearchKind,
}

impl SearchInfo {
    /// The options it takes.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionInfo> {
        self.names.iter().flat_map(|names| names.iter()).filter_map(|name| find(name))
    }

    /// An option, if the search takes it.
    pub fn option(&self, name: &str) -> Option<&'static OptionInfo> {
        self.options().find(|option| option.name == name)
    }
}

const LIMITS: &[&str] = &["depth", "nodes", "time", "clock", "margin"];
const LEAVES: &[&str] = &["eval", "end"];
const ORDER: &[&str] = &["order", "ties", "beam"];
const ITERATIONS: &[&str] = &["partial"];

/// All searches.
pub const SEARCHES: &[SearchInfo] = &[
    SearchInfo {
        name: "alphabeta",
        about: "Minimax without what cannot matter. With more than two players all others stand together (paranoid)",
        names: &[LEAVES, ORDER, &["table"], ITERATIONS, LIMITS],
        kind: SearchKind::AlphaBeta,
    },
    SearchInfo {
        name: "pvs",
        about: "Alpha-beta that only asks of later moves whether they are better, and looks again if they are",
        names: &[LEAVES, ORDER, &["table"], ITERATIONS, LIMITS],
        kind: SearchKind::Pvs,
    },
];
