//! What the features are worth: weights as text, one line for each feature.
//!
//! ```text
//! # comment
//! exponent 750
//! inversion-taken 75
//! choice-taken 30
//! loose-0 700 900 900 500  300 400 450 300
//! ```
//!
//! A weight is in thousandths of a logit for one of what the feature counts, at four moments of the game: its start, a third,
//! two thirds, and its end; between them it is interpolated. The first four are those of a closed map,
//! on which two tiles of five lie on a border, the others those of an open one, such as a torus, on which none does; maps in
//! between get what is in between. Four alone hold for every map. On a map of `T` tiles, boards and
//! stocks are worth `(64 / T) ^ (exponent / 1000)` of that. `inversion-taken` and `choice-taken` are percentages: how likely
//! each untaken inversion tile will be taken, and how much of the board's worth each untaken choice tile takes away.

use super::feature::{
    BOARD_COUNT, CHOICES, EMPTY, FEATURE_COUNT, FEATURES, GROUPS, INVERSIONS, LONG_OVERRIDES, LOOSEST, NEXT_BONUS,
    OUTNUMBERED, OVERRIDES, STONES, unproven,
};
use super::terrain::STAGES;
use std::fmt::{self, Write as _};
use thiserror::Error;

/// The moments for which each feature has a weight.
pub const KNOTS: usize = 4;

/// A weight at each of these moments.
pub type Knots = [i32; KNOTS];

/// The kinds of maps for which each feature has weights: closed and open.
pub const KINDS: usize = 2;

/// How open a map is, from 0 for a closed one to this for one without any border.
pub const OPENEST: i32 = 256;

/// The percentage of tiles on borders from which on a map is closed.
const CLOSED: i32 = 40;

/// Weights of all features, in the order of [`FEATURES`](super::FEATURES).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// How the worth of boards shrinks with the size of the map, in thousandths.
    pub exponent: i32,
    /// How likely an untaken inversion tile will be taken, in percent.
    pub inversion_taken: i32,
    /// How much of a board's worth an untaken choice tile takes away, in percent.
    pub choice_taken: i32,
    /// Thousandths of a logit, on a closed and on an open map.
    pub features: [[Knots; KINDS]; FEATURE_COUNT],
}

/// Why a text is no set of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {kind}")]
pub struct WeightsError {
    /// The line, from 1; behind the last one if something is missing.
    pub line: usize,
    /// What is wrong.
    pub kind: WeightsErrorKind,
}

/// What is wrong with a line of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsErrorKind {
    /// A name that is neither a feature nor a setting.
    #[error("`{name}` is no feature; expected one of {}", names())]
    Name {
        /// What was given.
        name: String,
    },
    /// A name for the second time.
    #[error("`{0}` stands there twice; expected each name once")]
    Twice(String),
    /// Not the right numbers.
    #[error("`{name}` is followed by {found:?}; expected {expected}")]
    Numbers {
        /// The name.
        name: String,
        /// What follows it.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A name that has no line.
    #[error("`{0}` is missing; expected a line for each feature")]
    Missing(&'static str),
}

const SETTINGS: [&str; 3] = ["exponent", "inversion-taken", "choice-taken"];

impl Weights {
    /// The largest weight of a feature of the board: sums over the largest map stay within an `i32`.
    pub(super) const MOST_BOARD: i32 = 3_000;
    /// The largest weight of any other.
    pub(super) const MOST: i32 = 50_000;

    /// Weights that were thought of.
    pub fn hand() -> Self {
        Self::parse(include_str!("hand.txt")).expect("the weights in the repository are valid")
    }

    /// The better of both by games: those that were fitted for two players, but for override stones, and those that were
    /// thought of for more.
    pub fn best(players: u8) -> Self {
        if players == 2 { Self::fitted(players).with_dear_overrides() } else { Self::hand() }
    }

    /// The same for two players; for more, what games against the clients of the reports showed to be better.
    pub fn tried(players: u8) -> Self {
        let best = Self::best(players);
        if players == 2 { best } else { best.for_many() }
    }

    /// Who is next to take a bonus tile has it as good as taken, who has few stones is in danger, and somebody always gains
    /// by an inversion, so that it will be taken.
    fn for_many(mut self) -> Self {
        const INVERSION_TAKEN: i32 = 95;
        /// What each doubling of stones is worth.
        const DOUBLING: i32 = 400;
        /// What it costs to have none.
        const NONE: i32 = -6000;
        self.features[NEXT_BONUS] = self.features[OVERRIDES].map(|knots| knots.map(|worth| worth * 9 / 10));
        self.features[STONES].as_flattened_mut().fill(DOUBLING);
        self.features[EMPTY].as_flattened_mut().fill(NONE);
        self.inversion_taken = INVERSION_TAKEN;
        self
    }

    /// Override stones for what games showed them to be worth (`docs/strength.md`), which is more than the fit found.
    fn with_dear_overrides(mut self) -> Self {
        /// How many times as much as by the fit.
        const DEARER: i32 = 8;
        self.features[OVERRIDES].as_flattened_mut().iter_mut().for_each(|weight| *weight *= DEARER);
        self.features[LONG_OVERRIDES].as_flattened_mut().fill(0);
        self
    }

    /// Weights that were fitted to games of so many players: two play a different game from three and more.
    pub fn fitted(players: u8) -> Self {
        let text = if players == 2 { include_str!("fitted-two.txt") } else { include_str!("fitted-many.txt") };
        Self::parse(text).expect("the weights in the repository are valid")
    }

    /// Reads a file of weights.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut settings: [Option<i32>; SETTINGS.len()] = [None; SETTINGS.len()];
        let mut features: [Option<[Knots; KINDS]>; FEATURE_COUNT] = [None; FEATURE_COUNT];
        for (index, line) in text.lines().enumerate() {
            let failed = |kind| WeightsError { line: index + 1, kind };
            let Some((name, rest)) = words(line) else { continue };
            if let Some(setting) = SETTINGS.iter().position(|&setting| setting == name) {
                let read = <[i32; 1]>::try_from(numbers(rest)).ok().filter(|&[value]| (0..=1000).contains(&value));
                let expected = "one whole number from 0 to 1000";
                let [value] = read.ok_or_else(|| failed(wrong(name, rest, expected)))?;
                set(&mut settings[setting], value, name).map_err(failed)?;
            } else if let Some(feature) = FEATURES.iter().position(|feature| feature.name == name) {
                let most = if feature < BOARD_COUNT { Self::MOST_BOARD } else { Self::MOST };
                let read = kinds(&numbers(rest));
                let read = read.filter(|kinds| kinds.iter().flatten().all(|weight| weight.abs() <= most));
                let expected = "four or eight whole numbers, up to 3000 for boards and 50000 for others";
                set(&mut features[feature], read.ok_or_else(|| failed(wrong(name, rest, expected)))?, name)
                    .map_err(failed)?;
            } else {
                return Err(failed(WeightsErrorKind::Name { name: name.to_owned() }));
            }
        }
        let missing = |name| WeightsError { line: text.lines().count() + 1, kind: WeightsErrorKind::Missing(name) };
        let setting = |index: usize| settings[index].ok_or_else(|| missing(SETTINGS[index]));
        let mut weights = Self {
            exponent: setting(0)?,
            inversion_taken: setting(1)?.min(100),
            choice_taken: setting(2)?.min(100),
            features: [[[0; KNOTS]; KINDS]; FEATURE_COUNT],
        };
        for (index, kinds) in features.into_iter().enumerate() {
            weights.features[index] = kinds.ok_or_else(|| missing(FEATURES[index].name))?;
        }
        Ok(weights)
    }

    /// The same without a group of features, by its place in the catalogue's list.
    #[must_use]
    pub(in super::super) fn without(mut self, group: usize) -> Self {
        let (name, features) = GROUPS[group];
        for &feature in features {
            self.features[feature] = if feature < LOOSEST { self.features[LOOSEST] } else { [[0; KNOTS]; KINDS] };
        }
        match name {
            INVERSIONS => self.inversion_taken = 0,
            CHOICES => self.choice_taken = 0,
            _ => {}
        }
        self
    }

    /// The same with nothing but what games of so many players show to be worth something.
    #[must_use]
    pub(in super::super) fn proven(self, players: u8) -> Self {
        let groups = GROUPS.iter().enumerate().filter(|(_, (name, _))| unproven(players).contains(name));
        groups.fold(self, |weights, (group, _)| weights.without(group))
    }

    /// The same for a map of so many tiles: the larger it is, the less it counts along how many axes a stone can be captured,
    /// and on a large one not at all. Games of two players show it (`docs/strength.md`); the fit knows one worth for all sizes.
    #[must_use]
    pub(in super::super) fn with_safety_by_size(mut self, tiles: usize) -> Self {
        /// The most tiles on which safety counts in full, and the fewest on which it does not count.
        const FULL: i32 = 80;
        const NONE: i32 = 128;
        let share = NONE - (tiles as i32).clamp(FULL, NONE);
        let least = self.features[LOOSEST];
        for weights in &mut self.features[..LOOSEST] {
            for (weight, least) in weights.as_flattened_mut().iter_mut().zip(least.as_flattened()) {
                *weight = least + ((*weight - least) * share).div_euclid(NONE - FULL);
            }
        }
        self
    }

    /// The same, wary of being outnumbered while much of the board is free. Whoever plays for moves alone gives stones away
    /// until there are none: all games that were lost to the client of the 2016 report ended like that (`docs/strength.md`).
    /// Engines that play alike do not do that to each other, so a fit to their games does not find it.
    #[must_use]
    pub(in super::super) fn wary(mut self) -> Self {
        const WARY: Knots = [-1000, -1000, -500, 0];
        self.features[OUTNUMBERED] = [WARY; KINDS];
        self
    }

    /// The weights on a map that is so open.
    pub(super) fn on(&self, openness: i32) -> [Knots; FEATURE_COUNT] {
        let between = |closed: i32, open: i32| {
            (closed * (OPENEST - openness) + open * openness + OPENEST / 2).div_euclid(OPENEST)
        };
        self.features.map(|[closed, open]| std::array::from_fn(|knot| between(closed[knot], open[knot])))
    }
}

/// How open a map is whose tiles have so many axes along which a walk can pass, from 0 to [`OPENEST`].
pub(super) fn openness(open_axes: &[u8]) -> i32 {
    let on_border = open_axes.iter().filter(|&&open| open < 4).count() as i32;
    let closed = 100 * OPENEST * on_border / (CLOSED * open_axes.len().max(1) as i32);
    (OPENEST - closed).max(0)
}

/// A weight at a stage, from 0 to [`STAGES`].
#[inline]
pub(super) fn at_stage(knots: Knots, stage: i32) -> i32 {
    times_at_stage(knots, 1, stage) as i32
}

/// So many times a weight at a stage.
#[inline]
pub(super) fn times_at_stage(knots: Knots, times: i32, stage: i32) -> i64 {
    const STEP: i32 = STAGES / (KNOTS as i32 - 1);
    let first = (stage / STEP).min(KNOTS as i32 - 2) as usize;
    let part = stage - first as i32 * STEP;
    let sum = i64::from(knots[first]) * i64::from(STEP - part) + i64::from(knots[first + 1]) * i64::from(part);
    (sum * i64::from(times)).div_euclid(i64::from(STEP))
}

fn words(line: &str) -> Option<(&str, &str)> {
    let line = line.split('#').next().unwrap_or_default().trim();
    (!line.is_empty()).then(|| line.split_once(char::is_whitespace).unwrap_or((line, "")))
}

/// Weights of both kinds; those of the closed one hold for the other too if they stand alone.
fn kinds(numbers: &[i32]) -> Option<[Knots; KINDS]> {
    let (closed, open) = numbers.split_at_checked(KNOTS)?;
    let closed = Knots::try_from(closed).ok()?;
    let open = if open.is_empty() { closed } else { Knots::try_from(open).ok()? };
    Some([closed, open])
}

/// The whole numbers of a line; nothing if it has anything else.
fn numbers(rest: &str) -> Vec<i32> {
    rest.split_whitespace().map(str::parse).collect::<Result<_, _>>().unwrap_or_default()
}

fn set<T>(place: &mut Option<T>, value: T, name: &str) -> Result<(), WeightsErrorKind> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(WeightsErrorKind::Twice(name.to_owned())),
    }
}

fn wrong(name: &str, rest: &str, expected: &'static str) -> WeightsErrorKind {
    WeightsErrorKind::Numbers { name: name.to_owned(), found: rest.trim().to_owned(), expected }
}

fn names() -> String {
    FEATURES.map(|feature| feature.name).join(", ")
}

/// As [`Weights::parse`] reads it.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [self.exponent, self.inversion_taken, self.choice_taken];
        for (name, value) in SETTINGS.iter().zip(values) {
            writeln!(f, "{name} {value}")?;
        }
        for (feature, kinds) in FEATURES.iter().zip(&self.features) {
            let mut line = format!("{:<16}", feature.name);
            for knots in kinds {
                knots.iter().try_for_each(|weight| write!(line, " {weight:>6}"))?;
                line.push(' ');
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for weights in [Weights::hand(), Weights::fitted(2), Weights::fitted(3), Weights::tried(8)] {
            assert_eq!(Weights::parse(&weights.to_string()).unwrap(), weights);
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let text = Weights::hand().to_string();
        let error = |text: &str| Weights::parse(text).unwrap_err().to_string();
        assert!(
            error(&text.replace("turn", "tern")).starts_with("line 23: `tern` is no feature; expected one of loose-0")
        );
        assert_eq!(
            error(&(text.clone() + "exponent 3")),
            "line 27: `exponent` stands there twice; expected each name once"
        );
        assert_eq!(
            error("exponent x"),
            "line 1: `exponent` is followed by \"x\"; expected one whole number from 0 to 1000"
        );
        assert!(
            error("loose-0 1 2 3")
                .starts_with("line 1: `loose-0` is followed by \"1 2 3\"; expected four or eight whole")
        );
        assert_eq!(error("# nothing"), "line 2: `exponent` is missing; expected a line for each feature");
    }

    #[test]
    fn safety_counts_less_on_large_maps_and_nothing_else_does() {
        let [full, small, middle, large] = [
            Weights::hand(),
            Weights::hand().with_safety_by_size(80),
            Weights::hand().with_safety_by_size(104),
            Weights::hand().with_safety_by_size(320),
        ];
        assert_eq!(full, small);
        assert_eq!(full.features[LOOSEST..], large.features[LOOSEST..]);
        for kind in 0..KINDS {
            for knot in 0..KNOTS {
                let safety =
                    |weights: &Weights| weights.features[0][kind][knot] - weights.features[LOOSEST][kind][knot];
                assert_eq!(safety(&middle), safety(&full).div_euclid(2));
                assert_eq!(safety(&large), 0);
            }
        }
    }

    #[test]
    fn weights_are_interpolated_between_the_four_moments() {
        let knots = [0, 64, -64, 128];
        assert_eq!([0, 32, 64, 96, 128, 160, 192].map(|stage| at_stage(knots, stage)), [0, 32, 64, 0, -64, 32, 128]);
    }
}
