//! What options select, as types.

use crate::limits::Clock;
use crate::search::EvaluationName;

/// Everything that options decide. A search reads the parts that it declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) evaluation: EvaluationName,
    pub(crate) end: End,
    pub(crate) ordering: Ordering,
    pub(crate) limits: OwnLimits,
    pub(crate) table: TableUse,
    pub(crate) iterations: Iterations,
}

/// What the end of a game is worth to a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum End {
    /// The places, above all evaluations; equal places by stones.
    #[default]
    Result,
    /// What the evaluation says.
    Eval,
}

/// In which order moves are tried, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ordering {
    pub(crate) by: OrderBy,
    pub(crate) ties: Ties,
    /// How many of the best moves are tried; all if `None`.
    pub(crate) beam: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OrderBy {
    /// As generated.
    #[default]
    None,
    /// By the value of the position behind each move: all of them sorted.
    Eval,
    /// The same by inserting each move among the best so far.
    Insertion,
    /// The table's move, killers, then what cut off often.
    History,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ties {
    /// The first generated comes first.
    #[default]
    First,
    /// Whichever.
    Random,
}

/// Limits of a player's own, beside those of the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OwnLimits {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time_ms: Option<u64>,
    pub(crate) clock: Clock,
    /// Time left unused at the end, in milliseconds.
    pub(crate) margin_ms: u64,
}

/// Which entries of the transposition table end a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum TableUse {
    #[default]
    Off,
    /// Those of exactly the depth needed, so that scores stay what they are without a table.
    Equal,
    /// Deeper ones too.
    Deeper,
}

/// When another iteration is begun, and what becomes of one that is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Iterations {
    pub(crate) partial: Partial,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Partial {
    /// Its best move counts, once it has searched the best move of the iteration before.
    #[default]
    Keep,
    /// The iteration before counts.
    Drop,
}
