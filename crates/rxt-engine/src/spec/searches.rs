//! All searches there are, and which options each of them takes.

use super::options::{OptionInfo, find};

/// How a player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchKind {
    First,
    Random,
    Greedy,
    Minimax,
    AlphaBeta,
    Pvs,
    Paranoid,
    Opponents,
    BestReplyPlus,
    BestReply,
    MaxN,
    MonteCarlo,
    /// Only for the bombing phase.
    Bombing,
    /// Whichever of the others suits the position.
    Auto,
}

/// A search and what can be chosen about it.
#[derive(Clone, Copy, Debug)]
pub struct SearchInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The names of the options it takes, in groups.
    names: &'static [&'static [&'static str]],
    /// Defaults that differ from those of the options themselves.
    defaults: &'static [(&'static str, &'static str)],
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

    /// The value of an option if none is given.
    pub fn default(&self, option: &OptionInfo) -> &'static str {
        let own = self.defaults.iter().find(|(name, _)| *name == option.name);
        own.map_or(option.default, |&(_, value)| value)
    }
}

const LIMITS: &[&str] = &["depth", "nodes", "time", "clock", "margin", "early"];
const LEAVES: &[&str] = &["eval", "end"];
const ORDER: &[&str] = &["order", "ties", "beam"];
const OVERRIDES: &[&str] = &["overrides", "override-gain", "override-share", "override-keep", "bonus"];
const TWO_SIDED: &[&str] = &["table", "reduce", "internal", "crowd", "quiesce", "aspiration", "window"];
const MONTE_CARLO: &[&str] = &["backup", "leaf", "playout", "exploration", "prior", "bias", "implicit"];
const RESOURCES: &[&str] = &["threads", "memory", "reuse", "ponder"];
const ITERATIONS: &[&str] = &["stop", "threshold", "scale", "partial"];

/// All searches.
pub const SEARCHES: &[SearchInfo] = &[
    SearchInfo {
        name: "first",
        about: "The first legal move, row by row",
        names: &[],
        defaults: &[],
        kind: SearchKind::First,
    },
    SearchInfo {
        name: "random",
        about: "Any legal move, each as likely as the other",
        names: &[],
        defaults: &[],
        kind: SearchKind::Random,
    },
    SearchInfo {
        name: "greedy",
        about: "The move behind which the position is worth most",
        names: &[LEAVES, &["ties"], OVERRIDES, &["nodes", "time", "clock", "margin"]],
        defaults: &[],
        kind: SearchKind::Greedy,
    },
    SearchInfo {
        name: "minimax",
        about: "Everything to a certain depth: the player wants the most, all others want him to have the least",
        names: &[LEAVES, &["successors", "ties"], OVERRIDES, &["quiesce"], ITERATIONS, LIMITS],
        defaults: &[],
        kind: SearchKind::Minimax,
    },
    SearchInfo {
        name: "alphabeta",
        about: "Minimax without what cannot matter; with more than two players all others stand together",
        names: &[LEAVES, &["successors"], ORDER, OVERRIDES, TWO_SIDED, ITERATIONS, LIMITS],
        defaults: &[],
        kind: SearchKind::AlphaBeta,
    },
    SearchInfo {
        name: "pvs",
        about: "Principal variation search: alpha-beta that only asks of later moves whether they are better, and looks again if they are",
        names: &[LEAVES, ORDER, OVERRIDES, TWO_SIDED, ITERATIONS, RESOURCES, LIMITS],
        defaults: &[("order", "history"), ("table", "equal")],
        kind: SearchKind::Pvs,
    },
    SearchInfo {
        name: "paranoid",
        about: "All others stand together against the player, and each may do anything",
        names: &[LEAVES, &["scout"], ORDER, OVERRIDES, TWO_SIDED, ITERATIONS, LIMITS],
        defaults: &[("order", "history"), ("table", "equal")],
        kind: SearchKind::Paranoid,
    },
    SearchInfo {
        name: "opps",
        about: "Opponent-pruning paranoid search: between two moves of the player, n1 opponents choose from their first l1 moves, all others from their first l2",
        names: &[
            LEAVES,
            &["n1", "l1", "l2", "replies", "reply-crowd", "scout"],
            ORDER,
            OVERRIDES,
            TWO_SIDED,
            ITERATIONS,
            LIMITS,
        ],
        defaults: &[("order", "eval")],
        kind: SearchKind::Opponents,
    },
    SearchInfo {
        name: "brs+",
        about: "Best-reply search that keeps to the turn order: one opponent may do anything, the others play their first move",
        names: &[LEAVES, &["replies", "reply-crowd", "scout"], ORDER, OVERRIDES, TWO_SIDED, ITERATIONS, LIMITS],
        defaults: &[("order", "eval")],
        kind: SearchKind::BestReplyPlus,
    },
    SearchInfo {
        name: "brs",
        about: "Best-reply search: between two moves of the player only the opponent with the strongest reply moves, the others pass",
        names: &[LEAVES, &["scout"], ORDER, OVERRIDES, TWO_SIDED, ITERATIONS, LIMITS],
        defaults: &[("order", "history"), ("table", "equal")],
        kind: SearchKind::BestReply,
    },
    SearchInfo {
        name: "maxn",
        about: "Each player wants the most for himself; evaluations become shares of a whole",
        names: &[LEAVES, ORDER, OVERRIDES, &["prune"], ITERATIONS, LIMITS],
        defaults: &[("order", "eval")],
        kind: SearchKind::MaxN,
    },
    SearchInfo {
        name: "mcts",
        about: "Monte Carlo tree search: tries most often what has turned out best so far, until the tree is known to its ends",
        names: &[LEAVES, MONTE_CARLO, &["crowd"], OVERRIDES, RESOURCES, &["nodes", "time", "clock", "margin", "early"]],
        defaults: &[],
        kind: SearchKind::MonteCarlo,
    },
    SearchInfo {
        name: "auto",
        about: "Chooses by the position: principal variation search while two players are left, Monte Carlo tree search with more unless `many` names another, and a search of its own for bombs",
        names: &[
            LEAVES,
            &["many", "n1", "l1", "l2", "replies", "reply-crowd", "scout"],
            ORDER,
            OVERRIDES,
            TWO_SIDED,
            MONTE_CARLO,
            ITERATIONS,
            RESOURCES,
            LIMITS,
        ],
        defaults: &[("order", "mixed"), ("table", "deeper")],
        kind: SearchKind::Auto,
    },
];
