//! Every evaluation and every option by name, with what `rxt engines` says about them.

use super::default::GROUPS;

/// What a named evaluation counts. Several can be added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Term {
    First,
    Stones,
    StonesLeast,
    Corners,
    CornerMap,
    CornerDynamic,
    CornerRecalibrated,
    Item,
    Stockpile,
    Neighbour,
    /// Stands alone: it is a whole, not a count to be added to others.
    Default,
}

/// An evaluation as documentation.
#[derive(Clone, Copy, Debug)]
pub struct EvalInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What it counts, in one line.
    pub summary: &'static str,
    pub(super) term: Term,
    /// Whether it takes what is in [`COMMON`].
    common: bool,
    /// What it takes besides.
    own: &'static [Opt],
}

/// An option as documentation.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What may be given.
    pub values: Values,
    /// What holds if nothing is given.
    pub default: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// What may be given as the value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 up to this one.
    UpTo(i32),
}

/// An option by its place in [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Opt {
    Against,
    Inversions,
    Mobility,
    Stages,
    Bombing,
    BombingX,
    BombingY,
    BombingZ,
    Corner,
    Border,
    Beside,
    Override,
    Bomb,
    Stockpile,
    Special,
    Plain,
    Weights,
    Without,
    Utility,
    Safety,
    Outnumbered,
    Features,
    Moves,
}

impl EvalInfo {
    /// The options that the evaluation takes.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionInfo> + use<> {
        self.takes().map(Opt::info)
    }

    pub(super) fn takes(&self) -> impl Iterator<Item = Opt> + use<> {
        let common = if self.common { &COMMON[..] } else { &[] };
        common.iter().chain(self.own).copied()
    }
}

impl Opt {
    pub(super) const COUNT: usize = OPTIONS.len();

    pub(super) fn info(self) -> &'static OptionInfo {
        &OPTIONS[self as usize]
    }
}

impl Values {
    /// The number under which a value is kept: itself, or the place of a word; `None` if it may not be given.
    pub(super) fn read(self, value: &str) -> Option<i32> {
        match self {
            Self::Words(words) => words.iter().position(|&word| word == value).map(|place| place as i32),
            Self::UpTo(most) => value.parse().ok().filter(|number| (0..=most).contains(number)),
        }
    }

    /// The value as text.
    pub(super) fn write(self, kept: i32) -> String {
        match self {
            Self::Words(words) => words[kept as usize].to_owned(),
            Self::UpTo(_) => kept.to_string(),
        }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&words.join(", ")),
            Self::UpTo(most) => write!(f, "0 to {most}"),
        }
    }
}

/// What every evaluation takes that counts anything.
const COMMON: [Opt; 8] = [
    Opt::Against,
    Opt::Inversions,
    Opt::Mobility,
    Opt::Stages,
    Opt::Bombing,
    Opt::BombingX,
    Opt::BombingY,
    Opt::BombingZ,
];

const fn info(name: &'static str, term: Term, summary: &'static str, own: &'static [Opt]) -> EvalInfo {
    EvalInfo { name, summary, term, common: true, own }
}

pub(super) const EVALUATIONS: [EvalInfo; 11] = [
    EvalInfo {
        name: "default",
        summary: "the place to be expected, from stones that can still be captured, free tiles beside them, moves, stocks \
                  and what special tiles will still do, each by how far the game has come",
        term: Term::Default,
        common: false,
        own: &[Opt::Weights, Opt::Without, Opt::Utility, Opt::Safety, Opt::Outnumbered, Opt::Features, Opt::Moves],
    },
    EvalInfo {
        name: "first",
        summary: "every position is worth the same, so that the first move found is taken",
        term: Term::First,
        common: false,
        own: &[],
    },
    info("stones", Term::Stones, "own stones", &[]),
    info("stones-least", Term::StonesLeast, "own stones, the fewer the better", &[]),
    info("corners", Term::Corners, "own stones on corners and borders", &[Opt::Corner, Opt::Border]),
    info(
        "corner-map",
        Term::CornerMap,
        "own stones on corners and borders, and against those beside a corner, whatever lies on it",
        &[Opt::Corner, Opt::Border, Opt::Beside],
    ),
    info(
        "corner-dynamic",
        Term::CornerDynamic,
        "like corner-map, but stones beside a corner count against their owner only while it is free, and for him once \
         it is his",
        &[Opt::Corner, Opt::Border, Opt::Beside],
    ),
    info(
        "corner-recalibrated",
        Term::CornerRecalibrated,
        "like corners, where each player's own corners at the root count as holes, so that new corners come behind them",
        &[Opt::Corner, Opt::Border],
    ),
    info(
        "item",
        Term::Item,
        "override stones, the more the fewer one has, and bombs by their strength",
        &[Opt::Override, Opt::Bomb],
    ),
    info("stockpile", Term::Stockpile, "override stones, all at the same high price", &[Opt::Stockpile]),
    info(
        "neighbour",
        Term::Neighbour,
        "against untaken special tiles beside own stones, where others could reach them",
        &[Opt::Special, Opt::Plain],
    ),
];

const fn words(
    name: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    summary: &'static str,
) -> OptionInfo {
    OptionInfo { name, values: Values::Words(words), default, summary }
}

const fn up_to(name: &'static str, most: i32, default: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { name, values: Values::UpTo(most), default, summary }
}

/// The names of the groups of features.
const WITHOUT: [&str; GROUPS.len()] = {
    let mut names = [""; GROUPS.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        names[group] = GROUPS[group].0;
        group += 1;
    }
    names
};

/// In the order of [`Opt`].
pub(super) const OPTIONS: [OptionInfo; 23] = [
    words("against", &["none", "mean", "best"], "none", "whether the opponents' mean or their best is taken off"),
    words(
        "inversions",
        &["ignore", "relative"],
        "ignore",
        "relative: count the stones that will be one's own once every inversion tile left is taken",
    ),
    up_to("mobility", 100, "0", "points for each doubling of the number of own moves plus one"),
    words("stages", &["off", "on"], "off", "on: places count double at the start, stones at the end"),
    words(
        "bombing",
        &["same", "stones", "rank", "old-2016", "new-2016"],
        "same",
        "what counts once no stone can be set any more",
    ),
    up_to("bombing-x", 300, "100", "old-2016: exponent of the own stones, in percent"),
    up_to("bombing-y", 300, "100", "old-2016: exponent of the opponents' bombs, in percent"),
    up_to("bombing-z", 300, "100", "old-2016: exponent of the radius, in percent"),
    up_to("corner", 100, "5", "points for a corner"),
    up_to("border", 100, "1", "points for a border"),
    up_to("beside", 100, "2", "points for or against a stone beside a corner"),
    up_to("override", 1000, "50", "points for the first override stone; the second is worth half, the third a third"),
    up_to("bomb", 1000, "50", "points for a bomb, in percent of the tiles of a plain board that it destroys"),
    up_to("stockpile", 1000, "100", "points for each override stone"),
    up_to("special", 100, "1", "points against each special tile beside an own stone"),
    up_to("plain", 100, "0", "points for each other tile beside an own stone"),
    words(
        "weights",
        &["best", "hand", "fitted", "tried"],
        "best",
        "what the features are worth: as they were thought of, as they were fitted to games, the better of both by games, or the same with what was tried since for more than two players",
    ),
    words(
        "without",
        &WITHOUT,
        "none",
        "leaves a group of features out, or inversions or choices to come, to see what it is worth",
    ),
    words("utility", &["rank", "lead"], "rank", "the place to be expected, or how far one is ahead of the mean"),
    words(
        "safety",
        &["full", "by-size"],
        "full",
        "by-size: with two players it counts the less along how many axes stones can be captured, the larger the map is",
    ),
    words(
        "outnumbered",
        &["ignore", "fear"],
        "ignore",
        "fear: with two players it counts against having few stones beside the other's many while much of the board is free",
    ),
    words(
        "features",
        &["all", "proven"],
        "all",
        "proven: leaves out what games do not show to be worth anything: bombs, turn, stones and inversions to come with two players; stones beside anchors, bombs and choices to come with more",
    ),
    up_to("moves", 20_000, "1600", "with more than four players: tiles times players up to which moves are counted"),
];
