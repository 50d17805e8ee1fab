//! What options select, as types.

use crate::eval::EvalSpec;
use crate::limits::Clock;

/// Everything that options decide. A search reads the parts that it declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) evaluation: EvaluationChoice,
    pub(crate) end: End,
    pub(crate) successors: Successors,
    pub(crate) ordering: Ordering,
    pub(crate) overrides: Overrides,
    pub(crate) replies: Replies,
    pub(crate) scout: bool,
    pub(crate) table: TableUse,
    /// Moves of a node that are searched to the full depth; all if `None`.
    pub(crate) reduce: Option<usize>,
    /// Whether nodes of which the table knows no move are searched one ply less deep.
    pub(crate) internal: bool,
    /// The most moves of a node below the root; all if `None`.
    pub(crate) crowd: Option<usize>,
    /// The same where opponents have few replies; as many as above if `None`.
    pub(crate) reply_crowd: Option<usize>,
    pub(crate) many: Many,
    pub(crate) resources: Resources,
    pub(crate) quiesce: Quiesce,
    pub(crate) prune: bool,
    pub(crate) aspiration: Aspiration,
    pub(crate) iterations: Iterations,
    pub(crate) monte_carlo: MonteCarlo,
    pub(crate) limits: OwnLimits,
}

/// An evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EvaluationChoice(pub(crate) EvalSpec);

impl Default for EvaluationChoice {
    fn default() -> Self {
        Self(EvalSpec::parse("stones", &[("against", "best")]).expect("the evaluation is in the catalogue"))
    }
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

/// How the positions behind a position are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Successors {
    /// The generator lists the moves, and each is made.
    #[default]
    Generated,
    /// Every tile is checked, and each legal move is made.
    Validated,
    /// Every tile is tried; what is captured is found only once.
    Executed,
    /// As generated, but the last ply is valued by what a move changes, without making it.
    Delta,
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
    /// The same, with what moves look like besides.
    Sight,
    /// Far from the leaves by value, behind the table's move and killers; near them by sight.
    Mixed,
}

/// What of the machine a player uses, and what it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Resources {
    pub(crate) threads: u16,
    /// Megabytes of the transposition table; as many as it takes, up to a limit, if `None`.
    pub(crate) megabytes: Option<u32>,
    /// Whether what was found for the move before is used again.
    pub(crate) reuse: bool,
    /// Whether it thinks while others do.
    pub(crate) ponder: bool,
}

/// How games of more than two players are searched by the search that chooses for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Many {
    #[default]
    MonteCarlo,
    Opponents,
    BestReplyPlus,
    Paranoid,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ties {
    /// The first generated comes first.
    #[default]
    First,
    /// Whichever.
    Random,
}

/// Which overrides are tried while there are ordinary moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Overrides {
    pub(crate) when: OverrideWhen,
    /// For [`OverrideWhen::Weak`]: an ordinary move that gains more points than this is good enough.
    pub(crate) gain: i32,
    /// For [`OverrideWhen::Late`]: the percentage of the tiles that may still be free.
    pub(crate) share: u32,
    /// For [`OverrideWhen::Keep`]: how many override stones are kept.
    pub(crate) keep: u8,
    /// What is taken from a bonus tile.
    pub(crate) bonus: Bonus,
}

/// What is taken from a bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bonus {
    /// Whichever turns out better.
    #[default]
    Both,
    /// An override stone.
    Override,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OverrideWhen {
    /// All.
    #[default]
    All,
    /// None.
    Spare,
    /// All if no ordinary move is good enough, else none.
    Weak,
    /// Those on tiles that nobody can capture.
    Corners,
    /// All late in the game, none before.
    Late,
    /// All while there are more than are to be kept, none then.
    Keep,
}

/// How many opponents answer with how many moves between two moves of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Replies {
    /// How many may choose from the long list; all if `None`.
    pub(crate) opponents: Option<usize>,
    /// The length of the long list.
    pub(crate) long: Option<usize>,
    /// The length of the short list.
    pub(crate) short: Option<usize>,
    pub(crate) by: ReplyBy,
}

/// Which reply of an opponent is his first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ReplyBy {
    /// The one that harms the root most.
    #[default]
    Harm,
    /// The one that is best for himself.
    Own,
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

/// Where the search looks further than its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Quiesce {
    #[default]
    Off,
    /// To the end of the round, with the best move of each player at first sight.
    Round,
    /// The same, but only behind an inversion, a choice or an override.
    Upset,
}

/// The window that an iteration begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Aspiration {
    pub(crate) form: WindowForm,
    /// Thousandths; the form's own if `None`.
    pub(crate) size: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum WindowForm {
    #[default]
    None,
    /// The score before as one bound, by who moves last, and a multiple of it as the other.
    Side,
    /// Points per tile to both sides, widened once where it failed.
    Cells,
    /// A share of the score to both sides, without cutoffs at the root.
    Relative,
    /// Points to both sides of the score one round before.
    Round,
}

/// When another iteration is begun, and what becomes of one that is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Iterations {
    pub(crate) partial: Partial,
    pub(crate) stop: StopRule,
    /// For [`StopRule::Threshold`]: the share of the budget, in thousandths.
    pub(crate) threshold: u32,
    /// For [`StopRule::Predict`]: what predictions are multiplied by, in thousandths.
    pub(crate) scale: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Partial {
    /// Its best move counts, once it has searched the best move of the iteration before.
    #[default]
    Keep,
    /// The iteration before counts.
    Drop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StopRule {
    /// When the budget is used up.
    #[default]
    Budget,
    /// When a share of it is.
    Threshold,
    /// When the next iteration will probably not end in time.
    Predict,
}

/// How a Monte Carlo tree search looks and learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MonteCarlo {
    pub(crate) backup: Backup,
    pub(crate) leaf: McLeaf,
    /// How much is tried for curiosity's sake, in thousandths of what the first place is worth.
    pub(crate) exploration: u32,
    pub(crate) prior: Prior,
    /// How many visits the first impression counts for, in thousandths.
    pub(crate) bias: u32,
    /// How much the best line counts beside the mean, in thousandths.
    pub(crate) implicit: u32,
    pub(crate) playout: Playout,
}

/// What is expected of a move before it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Prior {
    /// As much as of the position before it.
    #[default]
    None,
    /// More or less by how it looks.
    Sight,
    /// What the position behind it is worth.
    Eval,
}

/// How moves of a playout are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Playout {
    /// Any.
    #[default]
    Random,
    /// Mostly the one that looks best.
    Sight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Backup {
    /// Each player wants his own share.
    #[default]
    MaxN,
    /// All others want the root to have little.
    Paranoid,
    /// The same, and only the best of their replies counts.
    BestReply,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum McLeaf {
    /// The evaluation of the position.
    #[default]
    Static,
    /// The evaluation behind a round of random moves.
    Round,
    /// The end of a random game.
    End,
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
    /// Whether a clear move is made before the time is up.
    pub(crate) early: bool,
}
