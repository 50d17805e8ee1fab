//! All options there are: their names, values, defaults, and what they mean.

use super::settings::{End, OrderBy, Partial, Settings, TableUse, Ties};
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
    /// Values that a test can try.
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
        about: "What a position is worth where the search looks no further",
        values: "the name of an evaluation",
        examples: &["stones-lead"],
        default: "stones-lead",
        set: |settings, value| settings.evaluation.set(value),
    },
    OptionInfo {
        name: "end",
        about: "What the end of the game is worth: the result (places, then stones), above all else, or what the evaluation says",
        values: "`result` or `eval`",
        examples: &["result", "eval"],
        default: "result",
        set: |settings, value| word(&mut settings.end, value, &[("result", End::Result), ("eval", End::Eval)]),
    },
    OptionInfo {
        name: "order",
        about: "In which order moves are tried: as generated; by the evaluation of the position behind each, sorted or inserted among the best; or the table's move, killers and what cut off often",
        values: "`none`, `eval`, `insertion` or `history`",
        examples: &["none", "eval", "insertion", "history"],
        default: "none",
        set: |settings, value| word(&mut settings.ordering.by, value, ORDERS),
    },
    OptionInfo {
        name: "ties",
        about: "Which of equally good moves comes first: the first generated, or any",
        values: "`first` or `random`",
        examples: &["first", "random"],
        default: "first",
        set: |settings, value| {
            word(&mut settings.ordering.ties, value, &[("first", Ties::First), ("random", Ties::Random)])
        },
    },
    OptionInfo {
        name: "beam",
        about: "How many of the best moves of each position are tried",
        values: "`all` or a number from 1",
        examples: &["all", "1", "5"],
        default: "all",
        set: |settings, value| at_least_one(&mut settings.ordering.beam, value, "all"),
    },
    OptionInfo {
        name: "table",
        about: "Whether nodes are settled by what is known about the same position: never, by searches of the same depth, or by deeper ones too",
        values: "`off`, `equal` or `deeper`",
        examples: &["off", "equal", "deeper"],
        default: "off",
        set: |settings, value| word(&mut settings.table, value, TABLES),
    },
    OptionInfo {
        name: "partial",
        about: "Whether an iteration that was interrupted counts as far as it went",
        values: "`keep` or `drop`",
        examples: &["keep", "drop"],
        default: "keep",
        set: |settings, value| {
            word(&mut settings.iterations.partial, value, &[("keep", Partial::Keep), ("drop", Partial::Drop)])
        },
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
        about: "What time limits are measured by: the clock on the wall, or the CPU time of the searching thread",
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
];

const ORDERS: &[(&str, OrderBy)] = &[
    ("none", OrderBy::None),
    ("eval", OrderBy::Eval),
    ("insertion", OrderBy::Insertion),
    ("history", OrderBy::History),
];

const TABLES: &[(&str, TableUse)] = &[("off", TableUse::Off), ("equal", TableUse::Equal), ("deeper", TableUse::Deeper)];

fn word<T: Copy>(field: &mut T, value: &str, words: &[(&str, T)]) -> Option<()> {
    *field = words.iter().find(|(word, _)| *word == value)?.1;
    Some(())
}

fn number<T: std::str::FromStr>(field: &mut T, value: &str) -> Option<()> {
    *field = value.parse().ok()?;
    Some(())
}

/// A number from 1, or a word for no limit.
fn at_least_one<T>(field: &mut Option<T>, value: &str, unlimited: &str) -> Option<()>
where
    T: std::str::FromStr + PartialOrd + From<u8>,
{
    if value == unlimited {
        *field = None;
        return Some(());
    }
    let number: T = value.parse().ok()?;
    (number >= T::from(1)).then(|| *field = Some(number))
}
