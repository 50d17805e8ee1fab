//! Weights fitted to games.

use super::game::GameLine;
use super::likelihood::{ALL, Case};
use super::newton::{climb, mean_value};
use rxt_engine::eval::default::{FEATURE_COUNT, KINDS, KNOTS, Sample, Weights};
use rxt_rules::rng::mix;
use thiserror::Error;

/// One of so many games is held out.
const HELD_OUT: u64 = 5;

/// Steps at most for the first settings, and for each that is tried.
const FIRST_STEPS: u32 = 12;
const STEPS: u32 = 3;

/// What came of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// Games fitted to, and games held out.
    pub games: [u64; 2],
    /// Positions fitted to, and positions held out.
    pub positions: [u64; 2],
    /// The mean logarithm of the likelihood of a position's outcome, if nothing were known.
    pub unknown: Likelihood,
    /// The same by the weights at the start.
    pub before: Likelihood,
    /// The same by the fitted weights, rounded as they are written.
    pub after: Likelihood,
}

/// The mean logarithm of a likelihood.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Likelihood {
    /// Of the positions that were fitted to.
    pub fitted: f64,
    /// Of those held out.
    pub held_out: f64,
}

/// Why nothing was fitted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FitError {
    /// Games written with other features.
    #[error("game {game} was noted with other features; expected {FEATURE_COUNT} of them: play the games again")]
    OtherFeatures {
        /// Which.
        game: u64,
    },
    /// Too little to fit to.
    #[error("{games} games with positions are too few; expected at least 10, of which some are held out")]
    TooFew {
        /// How many there are.
        games: usize,
    },
}

/// What is told on the way.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The settings that were just tried.
    pub settings: &'a Weights,
    /// What they reached on the positions fitted to.
    pub fitted: f64,
}

/// Fits weights to games, beginning with `start`. Every fifth game, by a hash of its number, is held out. The result is the
/// same for the same games, whatever their order.
pub fn fit(lines: &[GameLine], start: &Weights, observe: &mut dyn FnMut(Progress<'_>)) -> Result<Fit, FitError> {
    let mut lines: Vec<&GameLine> = lines.iter().filter(|line| !line.samples.is_empty()).collect();
    lines.sort_by_key(|line| line.game);
    lines.dedup_by_key(|line| line.game);
    let held_out = lines.iter().filter(|line| is_held_out(line.game)).count();
    if lines.len() < 10 || held_out == 0 || held_out == lines.len() {
        return Err(FitError::TooFew { games: lines.len() });
    }
    let first = cases(&lines, start)?;
    let anchor = flat(start);
    let likelihood = |cases: &[Case], weights: &[f64; ALL]| {
        let mean = |held_out| mean_value(cases, weights, held_out).unwrap_or(f64::NAN);
        Likelihood { fitted: mean(false), held_out: mean(true) }
    };
    let (unknown, before) = (likelihood(&first, &[0.0; ALL]), likelihood(&first, &anchor));
    let positions = [false, true].map(|part| first.iter().filter(|case| case.held_out == part).count() as u64);
    let anchor = as_sure_as_games_are(&first, &anchor);
    let mut best = Best { settings: start.clone(), weights: climb(&first, &anchor, &anchor, FIRST_STEPS), fitted: 0.0 };
    best.fitted = likelihood(&first, &best.weights).fitted;
    observe(Progress { settings: &best.settings, fitted: best.fitted });
    drop(first);
    best.try_settings(&lines, &anchor, observe)?;
    let weights = rounded(&best.weights, &best.settings);
    let last = cases(&lines, &weights)?;
    let after = likelihood(&last, &flat(&weights));
    let games = [(lines.len() - held_out) as u64, held_out as u64];
    Ok(Fit { weights, games, positions, unknown, before, after })
}

/// What is no weight.
#[derive(Clone, Copy)]
enum Setting {
    Exponent,
    InversionTaken,
    ChoiceTaken,
}

/// Which values are tried, one after the other.
const TRIED: [(Setting, [i32; 4]); 3] = [
    (Setting::Exponent, [0, 150, 300, 500]),
    (Setting::InversionTaken, [0, 50, 90, 100]),
    (Setting::ChoiceTaken, [0, 15, 50, 75]),
];

struct Best {
    settings: Weights,
    weights: [f64; ALL],
    fitted: f64,
}

impl Best {
    /// Changes one setting at a time and keeps what makes the games more likely.
    fn try_settings(
        &mut self,
        lines: &[&GameLine],
        anchor: &[f64; ALL],
        observe: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(), FitError> {
        for (setting, value) in TRIED.into_iter().flat_map(|(setting, values)| values.map(|value| (setting, value))) {
            let mut settings = self.settings.clone();
            match setting {
                Setting::Exponent => settings.exponent = value,
                Setting::InversionTaken => settings.inversion_taken = value,
                Setting::ChoiceTaken => settings.choice_taken = value,
            }
            let cases = cases(lines, &settings)?;
            let weights = climb(&cases, &self.weights, anchor, STEPS);
            let fitted = mean_value(&cases, &weights, false).unwrap_or(f64::NEG_INFINITY);
            observe(Progress { settings: &settings, fitted });
            if fitted > self.fitted {
                *self = Self { settings, weights, fitted };
            }
        }
        let cases = cases(lines, &self.settings)?;
        self.weights = climb(&cases, &self.weights, anchor, FIRST_STEPS);
        Ok(())
    }
}

/// Weights multiplied so that they are as sure of outcomes as they may be: those thought of are right about what is more
/// than what, rather than about how much.
fn as_sure_as_games_are(cases: &[Case], weights: &[f64; ALL]) -> [f64; ALL] {
    const PARTS: u32 = 20;
    let scaled = |part: u32| weights.map(|weight| weight * f64::from(part) / f64::from(PARTS));
    let value = |weights: &[f64; ALL]| mean_value(cases, weights, false).unwrap_or(f64::NEG_INFINITY);
    let all = (1..=PARTS).map(scaled).map(|weights| (value(&weights), weights));
    all.reduce(|best, next| if next.0 > best.0 { next } else { best }).map_or(*weights, |(_, weights)| weights)
}

/// Whether a game is not fitted to, but asked whether the fit holds elsewhere.
fn is_held_out(game: u64) -> bool {
    mix(game ^ 0x686f_6c64).is_multiple_of(HELD_OUT)
}

fn cases(lines: &[&GameLine], settings: &Weights) -> Result<Vec<Case>, FitError> {
    let mut cases = Vec::new();
    for line in lines {
        for sample in &line.samples {
            let sample: Sample = sample.sample().ok_or(FitError::OtherFeatures { game: line.game })?;
            cases.extend(Case::new(&sample, settings, line.tiles, &line.points, is_held_out(line.game)));
        }
    }
    Ok(cases)
}

fn flat(weights: &Weights) -> [f64; ALL] {
    std::array::from_fn(|at| f64::from(weights.features[at / KNOTS / KINDS][at / KNOTS % KINDS][at % KNOTS]))
}

fn rounded(weights: &[f64; ALL], settings: &Weights) -> Weights {
    let mut rounded = settings.clone();
    for (at, weight) in weights.iter().enumerate() {
        let (feature, kind) = (at / KNOTS / KINDS, at / KNOTS % KINDS);
        let most = Sample::most(feature);
        rounded.features[feature][kind][at % KNOTS] = weight.round().clamp(-most, most) as i32;
    }
    rounded
}

#[cfg(test)]
mod tests {
    use super::super::game::SampleLine;
    use super::*;
    use rxt_engine::eval::default::FEATURES;
    use rxt_rules::rng::Rng;

    /// Games in which stones of the first class decide, and nothing else.
    fn games() -> Vec<GameLine> {
        let mut rng = Rng::new(8);
        let steps = FEATURES.map(|feature| if feature.summary.ends_with("in 32nds") { 32 } else { 1 });
        let game = |game: u64| {
            let counts: Vec<Vec<i32>> =
                (0..3).map(|_| steps.iter().map(|steps| rng.below(10) as i32 * steps).collect()).collect();
            let points = counts.iter().map(|counts| Some(counts[0] as u32 * 3 + rng.below(4) as u32)).collect();
            let sample = SampleLine { stage: 60, openness: 0, live: [0, 0], counts };
            GameLine { game, tiles: 64, points, samples: vec![sample] }
        };
        (0..400).map(game).collect()
    }

    #[test]
    fn what_decides_is_found_and_held_out_games_agree() {
        let mut tried = 0;
        let start = Weights::hand();
        let fit = fit(&games(), &start, &mut |_| tried += 1).unwrap();
        assert!(tried > 5);
        assert!(fit.after.held_out > fit.before.held_out + 0.2, "{fit:?}");
        assert!(fit.after.held_out > fit.unknown.held_out + 0.5, "{fit:?}");
        let at_third = |feature: usize| fit.weights.features[feature][0][1];
        assert!((1..FEATURE_COUNT).all(|feature| at_third(feature).abs() * 3 < at_third(0)), "{}", fit.weights);
        assert_eq!(fit.games[0] + fit.games[1], 400);
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let (games, start) = (games(), Weights::hand());
        let backwards: Vec<GameLine> = games.iter().rev().cloned().collect();
        assert_eq!(fit(&games, &start, &mut |_| {}), fit(&backwards, &start, &mut |_| {}));
    }

    #[test]
    fn games_that_do_not_fit_are_refused() {
        let mut games = games();
        assert_eq!(fit(&games[..5], &Weights::hand(), &mut |_| {}), Err(FitError::TooFew { games: 5 }));
        games[7].samples[0].counts[1].pop();
        assert_eq!(fit(&games, &Weights::hand(), &mut |_| {}), Err(FitError::OtherFeatures { game: 7 }));
    }
}
