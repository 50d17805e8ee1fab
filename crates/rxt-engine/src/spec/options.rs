//! All options there are: their names, values, defaults, and what they mean.

use super::read::{at_least_one, number, thousandths, word};
use super::settings::{
    Backup, Bonus, End, Many, McLeaf, OrderBy, OverrideWhen, Partial, Playout, Prior, Quiesce, ReplyBy, Settings,
    StopRule, Successors, TableUse, Ties, WindowForm,
};
use crate::limits::Clock;

/// An option of searches.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// What it decides, and what each value means.
    pub about: &'static str,
    /// The values it takes, in words.
    pub values: &'static str,
    /// Some values, among them every word.
    pub examples: &'static [&'static str],
    /// The value if none is given.
    pub default: &'static str,
    /// Reads a value; `None` if it is not one.
    pub(super) set: fn(&mut Settings, &str) -> Option<()>,
}

/// Finds an option by its name.
pub(super) fn find(name: &str) -> Option<&'static OptionInfo> {
    OPTIONS.iter().find(|option| option.name == name)
}

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "eval",
        about: "What a position is worth where the search looks no further; options of the evaluation can be given like those of the search. Without it, stones with against=best",
        values: "the name of an evaluation, or several joined by `+`",
        examples: &["stones", "default", "corners", "stones+item", "corner-dynamic", "corner-recalibrated", "first"],
        default: "stones",
        // Read together with the evaluation's own options.
        set: |_, _| Some(()),
    },
    OptionInfo {
        name: "end",
        about: "What the end of the game is worth: the `result` (places, then stones), above all evaluations, or what the `eval`uation says",
        values: "`result` or `eval`",
        examples: &["result", "eval"],
        default: "result",
        set: |settings, value| word(&mut settings.end, value, &[("result", End::Result), ("eval", End::Eval)]),
    },
    OptionInfo {
        name: "successors",
        about: "How the positions behind a position are found: moves `generated` at once; each tile `validated` and then the move made; each tile tried and the move `executed` if it captures; or generated, with the last ply valued by its `delta`, what a move changes, without making it (the end of the game then counts by the evaluation, too)",
        values: "`generated`, `validated`, `executed` or `delta`",
        examples: &["generated", "validated", "executed", "delta"],
        default: "generated",
        set: |settings, value| word(&mut settings.successors, value, SUCCESSORS),
    },
    OptionInfo {
        name: "order",
        about: "In which order moves are tried: as generated; by the evaluation of the position behind each, all sorted (`eval`) or by `insertion` among the best so far; or by `history`, that is the table's move, killers, then what cut off often; by `sight`, the same with the looks of a move besides; or `mixed`, by evaluation three plies or more from the leaves and by sight nearer to them",
        values: "`none`, `eval`, `insertion`, `history`, `sight` or `mixed`",
        examples: &["none", "eval", "insertion", "history", "sight", "mixed"],
        default: "none",
        set: |settings, value| word(&mut settings.ordering.by, value, ORDERS),
    },
    OptionInfo {
        name: "ties",
        about: "Which of equally good moves comes first: the `first` generated, or any",
        values: "`first` or `random`",
        examples: &["first", "random"],
        default: "first",
        set: |settings, value| word(&mut settings.ordering.ties, value, TIES),
    },
    OptionInfo {
        name: "beam",
        about: "How many moves of each position are tried, the first in order",
        values: "`all` or a number from 1",
        examples: &["all", "1", "5"],
        default: "all",
        set: |settings, value| at_least_one(&mut settings.ordering.beam, value, "all"),
    },
    OptionInfo {
        name: "overrides",
        about: "Which overrides are tried while there are ordinary moves: `all`; none (`spare`); all if no ordinary move gains more than override-gain (`weak`); those on tiles that cannot be captured (`corners`); all once at most override-share of the tiles are free (`late`); with more than two players none, with two all while the player has more than override-keep of them or one of both has hardly a stone left (`keep`)",
        values: "`all`, `spare`, `weak`, `corners`, `late` or `keep`",
        examples: &["all", "spare", "weak", "corners", "late", "keep"],
        default: "all",
        set: |settings, value| word(&mut settings.overrides.when, value, OVERRIDES),
    },
    OptionInfo {
        name: "override-gain",
        about: "With overrides=weak: the gain in points above which an ordinary move is good enough",
        values: "a number",
        examples: &["0", "5", "-3"],
        default: "0",
        set: |settings, value| number(&mut settings.overrides.gain, value),
    },
    OptionInfo {
        name: "override-share",
        about: "With overrides=late: the percentage of the tiles that may still be free",
        values: "a number up to 100",
        examples: &["15", "100"],
        default: "15",
        set: |settings, value| {
            number(&mut settings.overrides.share, value).filter(|()| settings.overrides.share <= 100)
        },
    },
    OptionInfo {
        name: "override-keep",
        about: "With overrides=keep and two players: how many override stones are kept for when there is no ordinary move",
        values: "a number up to 255",
        examples: &["3", "0"],
        default: "3",
        set: |settings, value| number(&mut settings.overrides.keep, value),
    },
    OptionInfo {
        name: "bonus",
        about: "What is taken from a bonus tile: whichever of `both` turns out better, or always an `override` stone",
        values: "`both` or `override`",
        examples: &["both", "override"],
        default: "both",
        set: |settings, value| word(&mut settings.overrides.bonus, value, BONUSES),
    },
    OptionInfo {
        name: "n1",
        about: "How many opponents may choose from the long list between two moves of the player",
        values: "`all` or a number from 1",
        examples: &["all", "1", "2"],
        default: "1",
        set: |settings, value| at_least_one(&mut settings.replies.opponents, value, "all"),
    },
    OptionInfo {
        name: "l1",
        about: "The length of the long list",
        values: "`all` or a number from 1",
        examples: &["all", "4"],
        default: "4",
        set: |settings, value| at_least_one(&mut settings.replies.long, value, "all"),
    },
    OptionInfo {
        name: "l2",
        about: "The length of the short list, from which all other opponents choose",
        values: "`all` or a number from 1",
        examples: &["all", "1", "2"],
        default: "1",
        set: |settings, value| at_least_one(&mut settings.replies.short, value, "all"),
    },
    OptionInfo {
        name: "replies",
        about: "Which replies of an opponent come first if moves are ordered by evaluation: those that `harm` the player, or those that are best for his `own` sake",
        values: "`harm` or `own`",
        examples: &["harm", "own"],
        default: "harm",
        set: |settings, value| word(&mut settings.replies.by, value, &[("harm", ReplyBy::Harm), ("own", ReplyBy::Own)]),
    },
    OptionInfo {
        name: "scout",
        about: "Whether later moves are first only asked whether they are better",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "on",
        set: |settings, value| word(&mut settings.scout, value, SWITCH),
    },
    OptionInfo {
        name: "table",
        about: "Whether nodes are settled by what is known about the same position: never, by searches of `equal` depth, or by `deeper` ones too",
        values: "`off`, `equal` or `deeper`",
        examples: &["off", "equal", "deeper"],
        default: "off",
        set: |settings, value| word(&mut settings.table, value, TABLES),
    },
    OptionInfo {
        name: "reduce",
        about: "After how many moves of a node the others are first searched one ply less deep",
        values: "`off` or a number from 1",
        examples: &["off", "3"],
        default: "off",
        set: |settings, value| at_least_one(&mut settings.reduce, value, "off"),
    },
    OptionInfo {
        name: "internal",
        about: "Whether nodes of which the table knows no move are searched one ply less deep",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "off",
        set: |settings, value| word(&mut settings.internal, value, SWITCH),
    },
    OptionInfo {
        name: "crowd",
        about: "How many moves are tried at most below the root, those that look best",
        values: "`all` or a number from 1",
        examples: &["all", "3"],
        default: "all",
        set: |settings, value| at_least_one(&mut settings.crowd, value, "all"),
    },
    OptionInfo {
        name: "reply-crowd",
        about: "How many moves are tried at most below the root where some opponents have but few replies, if that is to be another number than crowd",
        values: "`crowd` or a number from 1",
        examples: &["crowd", "8"],
        default: "crowd",
        set: |settings, value| at_least_one(&mut settings.reply_crowd, value, "crowd"),
    },
    OptionInfo {
        name: "many",
        about: "What searches positions with more than two players",
        values: "`mcts`, `opps`, `brs+` or `paranoid`",
        examples: &["mcts", "opps", "brs+", "paranoid"],
        default: "mcts",
        set: |settings, value| word(&mut settings.many, value, MANY),
    },
    OptionInfo {
        name: "quiesce",
        about: "Whether leaves are played on to the end of the `round`, each player with his best move at first sight; with `upset` only behind an inversion, a choice or an override",
        values: "`off`, `round` or `upset`",
        examples: &["off", "round", "upset"],
        default: "off",
        set: |settings, value| word(&mut settings.quiesce, value, QUIESCE),
    },
    OptionInfo {
        name: "prune",
        about: "Whether nodes end as soon as nobody above would let the game come here (shallow pruning)",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "on",
        set: |settings, value| word(&mut settings.prune, value, SWITCH),
    },
    OptionInfo {
        name: "aspiration",
        about: "The window of an iteration: full; the score before as the bound on one `side`, by who moves last, and a multiple of it as the other; points per tile to both sides (`cells`); `relative` to the score, without cutoffs at the root; around the score one `round` before",
        values: "`none`, `side`, `cells`, `relative` or `round`",
        examples: &["none", "side", "cells", "relative", "round"],
        default: "none",
        set: |settings, value| word(&mut settings.aspiration.form, value, WINDOWS),
    },
    OptionInfo {
        name: "window",
        about: "How large the window is: a share of the score for `side` (auto: 0.5) and `relative` (auto: tiles of the board / 10000 + 0.275; 0 is off), points per tile for `cells` (auto: 0.1), points for `round` (auto: 8)",
        values: "`auto` or a number with up to three decimals",
        examples: &["auto", "0", "0.3", "20"],
        default: "auto",
        set: set_window,
    },
    OptionInfo {
        name: "stop",
        about: "When no further iteration is begun: when the `budget` is used up; when a share of it is (`threshold`); when the next one would probably not end, as its depth took that long for the move before, or by regression over the depths so far (`predict`)",
        values: "`budget`, `threshold` or `predict`",
        examples: &["budget", "threshold", "predict"],
        default: "budget",
        set: |settings, value| word(&mut settings.iterations.stop, value, STOPS),
    },
    OptionInfo {
        name: "threshold",
        about: "With stop=threshold: the share of the budget",
        values: "a number with up to three decimals",
        examples: &["0.2", "1"],
        default: "0.2",
        set: |settings, value| thousandths(value).map(|read| settings.iterations.threshold = read),
    },
    OptionInfo {
        name: "scale",
        about: "With stop=predict: what predictions are multiplied by",
        values: "a number with up to three decimals",
        examples: &["1", "1.5"],
        default: "1",
        set: |settings, value| thousandths(value).map(|read| settings.iterations.scale = read),
    },
    OptionInfo {
        name: "partial",
        about: "Whether an iteration that was interrupted counts as far as it went",
        values: "`keep` or `drop`",
        examples: &["keep", "drop"],
        default: "keep",
        set: |settings, value| word(&mut settings.iterations.partial, value, PARTIAL),
    },
    OptionInfo {
        name: "backup",
        about: "What a player wants: the most for himself (`maxn`), the least for the player at the root (`paranoid`), or the same with only one opponent replying (`brs`)",
        values: "`maxn`, `paranoid` or `brs`",
        examples: &["maxn", "paranoid", "brs"],
        default: "maxn",
        set: |settings, value| word(&mut settings.monte_carlo.backup, value, BACKUPS),
    },
    OptionInfo {
        name: "leaf",
        about: "What a new node is worth: its `static` evaluation, that behind a `round` of random moves, or the `end` of a random game",
        values: "`static`, `round` or `end`",
        examples: &["static", "round", "end"],
        default: "static",
        set: |settings, value| word(&mut settings.monte_carlo.leaf, value, LEAVES),
    },
    OptionInfo {
        name: "exploration",
        about: "How much is tried that does not look best so far, as a part of what the first place is worth",
        values: "a number with up to three decimals",
        examples: &["0.3", "1"],
        default: "0.3",
        set: |settings, value| thousandths(value).map(|read| settings.monte_carlo.exploration = read),
    },
    OptionInfo {
        name: "prior",
        about: "What is expected of a move before it is tried: as much as of the position (`none`), more or less by how it looks (`sight`), or what the position behind it is worth (`eval`)",
        values: "`none`, `sight` or `eval`",
        examples: &["none", "sight", "eval"],
        default: "none",
        set: |settings, value| word(&mut settings.monte_carlo.prior, value, PRIORS),
    },
    OptionInfo {
        name: "bias",
        about: "How many visits that expectation counts for",
        values: "a number with up to three decimals",
        examples: &["0", "1.5"],
        default: "0",
        set: |settings, value| thousandths(value).map(|read| settings.monte_carlo.bias = read),
    },
    OptionInfo {
        name: "implicit",
        about: "How much what the best moves found so far lead to counts beside the mean of all visits (implicit minimax)",
        values: "a number from 0 to 1 with up to three decimals",
        examples: &["0", "0.2"],
        default: "0",
        set: |settings, value| {
            thousandths(value).filter(|&read| read <= 1000).map(|read| settings.monte_carlo.implicit = read)
        },
    },
    OptionInfo {
        name: "playout",
        about: "With leaf=round and leaf=end: which moves are played, `random` ones or mostly those that look best (`sight`)",
        values: "`random` or `sight`",
        examples: &["random", "sight"],
        default: "random",
        set: |settings, value| word(&mut settings.monte_carlo.playout, value, PLAYOUTS),
    },
    OptionInfo {
        name: "threads",
        about: "How many threads search; with more than one, games are not the same twice",
        values: "a number from 1 to 64",
        examples: &["1", "2"],
        default: "1",
        set: |settings, value| {
            number(&mut settings.resources.threads, value).filter(|()| (1..=64).contains(&settings.resources.threads))
        },
    },
    OptionInfo {
        name: "memory",
        about: "Megabytes that the table of known positions may take",
        values: "`auto` or a number from 1",
        examples: &["auto", "8"],
        default: "auto",
        set: |settings, value| at_least_one(&mut settings.resources.megabytes, value, "auto"),
    },
    OptionInfo {
        name: "reuse",
        about: "Whether what was found out for the move before is used for the next; not for evaluations that depend on where a search starts",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "off",
        set: |settings, value| word(&mut settings.resources.reuse, value, SWITCH),
    },
    OptionInfo {
        name: "ponder",
        about: "Whether the player thinks while others do, where it is told about that; of use with reuse=on",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "off",
        set: |settings, value| word(&mut settings.resources.ponder, value, SWITCH),
    },
    OptionInfo {
        name: "depth",
        about: "The most plies to look ahead; passes do not count",
        values: "`any` or a number from 1",
        examples: &["any", "2"],
        default: "any",
        set: |settings, value| at_least_one(&mut settings.limits.depth, value, "any"),
    },
    OptionInfo {
        name: "nodes",
        about: "The most positions to visit for a move",
        values: "`any` or a number from 1",
        examples: &["any", "500"],
        default: "any",
        set: |settings, value| at_least_one(&mut settings.limits.nodes, value, "any"),
    },
    OptionInfo {
        name: "time",
        about: "The most milliseconds for a move",
        values: "`any` or a number from 1",
        examples: &["any", "20"],
        default: "any",
        set: |settings, value| at_least_one(&mut settings.limits.time_ms, value, "any"),
    },
    OptionInfo {
        name: "clock",
        about: "What time limits are measured by: the clock on the `wall`, or the `cpu` time of the searching thread",
        values: "`wall` or `cpu`",
        examples: &["wall", "cpu"],
        default: "wall",
        set: |settings, value| word(&mut settings.limits.clock, value, &[("wall", Clock::Wall), ("cpu", Clock::Cpu)]),
    },
    OptionInfo {
        name: "margin",
        about: "Milliseconds of its time that the search leaves unused, but never more than half of it",
        values: "a number",
        examples: &["0", "100"],
        default: "0",
        set: |settings, value| number(&mut settings.limits.margin_ms, value),
    },
    OptionInfo {
        name: "early",
        about: "Whether a clear move is made before the time is up, where whoever waits says how much is enough",
        values: "`on` or `off`",
        examples: &["on", "off"],
        default: "on",
        set: |settings, value| word(&mut settings.limits.early, value, SWITCH),
    },
];

const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];

const SUCCESSORS: &[(&str, Successors)] = &[
    ("generated", Successors::Generated),
    ("validated", Successors::Validated),
    ("executed", Successors::Executed),
    ("delta", Successors::Delta),
];

const ORDERS: &[(&str, OrderBy)] = &[
    ("none", OrderBy::None),
    ("eval", OrderBy::Eval),
    ("insertion", OrderBy::Insertion),
    ("history", OrderBy::History),
    ("sight", OrderBy::Sight),
    ("mixed", OrderBy::Mixed),
];

const MANY: &[(&str, Many)] = &[
    ("mcts", Many::MonteCarlo),
    ("opps", Many::Opponents),
    ("brs+", Many::BestReplyPlus),
    ("paranoid", Many::Paranoid),
];

const PRIORS: &[(&str, Prior)] = &[("none", Prior::None), ("sight", Prior::Sight), ("eval", Prior::Eval)];

const PLAYOUTS: &[(&str, Playout)] = &[("random", Playout::Random), ("sight", Playout::Sight)];

const TIES: &[(&str, Ties)] = &[("first", Ties::First), ("random", Ties::Random)];

const OVERRIDES: &[(&str, OverrideWhen)] = &[
    ("all", OverrideWhen::All),
    ("spare", OverrideWhen::Spare),
    ("weak", OverrideWhen::Weak),
    ("corners", OverrideWhen::Corners),
    ("late", OverrideWhen::Late),
    ("keep", OverrideWhen::Keep),
];

const BONUSES: &[(&str, Bonus)] = &[("both", Bonus::Both), ("override", Bonus::Override)];

const TABLES: &[(&str, TableUse)] = &[("off", TableUse::Off), ("equal", TableUse::Equal), ("deeper", TableUse::Deeper)];

const QUIESCE: &[(&str, Quiesce)] = &[("off", Quiesce::Off), ("round", Quiesce::Round), ("upset", Quiesce::Upset)];

const WINDOWS: &[(&str, WindowForm)] = &[
    ("none", WindowForm::None),
    ("side", WindowForm::Side),
    ("cells", WindowForm::Cells),
    ("relative", WindowForm::Relative),
    ("round", WindowForm::Round),
];

const STOPS: &[(&str, StopRule)] =
    &[("budget", StopRule::Budget), ("threshold", StopRule::Threshold), ("predict", StopRule::Predict)];

const PARTIAL: &[(&str, Partial)] = &[("keep", Partial::Keep), ("drop", Partial::Drop)];

const BACKUPS: &[(&str, Backup)] =
    &[("maxn", Backup::MaxN), ("paranoid", Backup::Paranoid), ("brs", Backup::BestReply)];

const LEAVES: &[(&str, McLeaf)] = &[("static", McLeaf::Static), ("round", McLeaf::Round), ("end", McLeaf::End)];

fn set_window(settings: &mut Settings, value: &str) -> Option<()> {
    settings.aspiration.size = if value == "auto" { None } else { Some(thousandths(value)?) };
    Some(())
}
