//! A sequential test on block scores.

use crate::matches::{GameLine, whole_blocks};

/// Which scores are compared, and how often the test may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The mean score that means no gain.
    pub score0: f64,
    /// The mean score that is worth having.
    pub score1: f64,
    /// Probability to accept what is no gain.
    pub alpha: f64,
    /// Probability to refuse what is a gain.
    pub beta: f64,
}

/// How a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// At or below this, there is no gain.
    pub lower: f64,
    /// At or above this, there is.
    pub upper: f64,
    /// What that means.
    pub verdict: TestVerdict,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestVerdict {
    /// More blocks are needed.
    Open,
    /// The mean is rather `score1`.
    Better,
    /// The mean is rather `score0`.
    NotBetter,
}

/// Fewer blocks decide nothing: their spread says too little.
const FEWEST: usize = 4;
/// What is added to the squares of deviations, as if one block more had lain this far away, so that blocks that happen to
/// be equal do not look certain.
const UNSEEN: f64 = 0.25;

/// The generalised test for a mean with unknown variance, where each block is one sample.
pub fn sprt(scores: &[f64], test: &Sprt) -> SprtState {
    let lower = (test.beta / (1.0 - test.alpha)).ln();
    let upper = ((1.0 - test.beta) / test.alpha).ln();
    let count = scores.len() as f64;
    if scores.is_empty() {
        return SprtState { ratio: 0.0, lower, upper, verdict: TestVerdict::Open };
    }
    let mean = scores.iter().sum::<f64>() / count;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    let variance = (squares + UNSEEN) / (count + 1.0);
    let middle = f64::midpoint(test.score0, test.score1);
    let ratio = count * (test.score1 - test.score0) * (mean - middle) / variance;
    let verdict = match ratio {
        _ if scores.len() < FEWEST => TestVerdict::Open,
        ratio if ratio >= upper => TestVerdict::Better,
        ratio if ratio <= lower => TestVerdict::NotBetter,
        _ => TestVerdict::Open,
    };
    SprtState { ratio, lower, upper, verdict }
}

/// What a change is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is better.
    Gain,
    /// It is worse.
    Loss,
    /// If there is a difference, it is smaller than the one that was asked for.
    NotShown,
}

/// Two tests at once, whether the mean is above a half by this difference and whether it is below; `None` while more blocks
/// are needed. What makes no difference is called a gain or a loss in one of twenty cases.
pub fn outcome(scores: &[f64], difference: f64) -> Option<Outcome> {
    let test = Sprt { score0: 0.5, score1: 0.5 + difference, alpha: 0.025, beta: 0.05 };
    let mirrored: Vec<f64> = scores.iter().map(|score| 1.0 - score).collect();
    match (sprt(scores, &test).verdict, sprt(&mirrored, &test).verdict) {
        (TestVerdict::Better, _) => Some(Outcome::Gain),
        (_, TestVerdict::Better) => Some(Outcome::Loss),
        (TestVerdict::NotBetter, TestVerdict::NotBetter) => Some(Outcome::NotShown),
        _ => None,
    }
}

/// How one competitor does against another where both play, block by block: from 0 to 1, a half when they are level.
/// With two players this is the placement score of the first.
pub fn duel_scores(lines: &[GameLine], one: usize, other: usize) -> Vec<f64> {
    let score = |line: &GameLine, competitor: usize| {
        let own = line.seats.iter().zip(&line.scores).filter(|(seat, _)| **seat == competitor);
        let own: Vec<f64> = own.map(|(_, score)| *score).collect();
        (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
    };
    let duel = |line: &&GameLine| Some(0.5 + (score(line, one)? - score(line, other)?) / 2.0);
    let blocks = whole_blocks(lines).into_values().filter_map(|games| {
        let duels: Option<Vec<f64>> = games.iter().map(duel).collect();
        duels.map(|duels| duels.iter().sum::<f64>() / duels.len() as f64)
    });
    blocks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rng::Rng;

    const TEST: Sprt = Sprt { score0: 0.5, score1: 0.55, alpha: 0.05, beta: 0.05 };

    /// Plays blocks of two games until a test ends; returns what it says and how many blocks it took.
    fn until<V>(rate: f64, seed: u64, test: impl Fn(&[f64]) -> Option<V>) -> (V, usize) {
        let mut rng = Rng::new(seed);
        let mut scores = Vec::new();
        loop {
            let game = |rng: &mut Rng| f64::from(u8::from((rng.below(1_000_000) as f64) < rate * 1e6));
            scores.push(f64::midpoint(game(&mut rng), game(&mut rng)));
            if let Some(verdict) = test(&scores) {
                return (verdict, scores.len());
            }
        }
    }

    fn simulate(rate: f64, seed: u64) -> (TestVerdict, usize) {
        until(rate, seed, |scores| Some(sprt(scores, &TEST).verdict).filter(|verdict| *verdict != TestVerdict::Open))
    }

    #[test]
    fn errors_are_as_rare_as_asked_for() {
        const TESTS: u64 = 600;
        let wrong = |rate, wrong| (0..TESTS).filter(|seed| simulate(rate, seed * 7 + 1).0 == wrong).count();
        let accepted = wrong(TEST.score0, TestVerdict::Better);
        let refused = wrong(TEST.score1, TestVerdict::NotBetter);
        // 30 are expected; three standard deviations more are not.
        assert!(accepted <= 46 && refused <= 46, "{accepted} accepted, {refused} refused of {TESTS}");
        println!("proof: {} sequential tests, {accepted} and {refused} of {TESTS} wrong", 2 * TESTS);
    }

    #[test]
    fn gains_and_losses_are_told_apart() {
        const TESTS: u64 = 300;
        let of = |rate: f64, wanted: Outcome| {
            let is = |seed: &u64| until(rate, seed * 5 + 2, |scores| outcome(scores, 0.05)).0 == wanted;
            (0..TESTS).filter(is).count()
        };
        let (gains, losses, neither) = (of(0.55, Outcome::Gain), of(0.45, Outcome::Loss), of(0.5, Outcome::NotShown));
        // 285 of each are expected; three standard deviations fewer are not.
        assert!(gains >= 273 && losses >= 273 && neither >= 273, "{gains}, {losses}, {neither} of {TESTS}");
        println!("proof: {} changes judged, {gains}, {losses} and {neither} of {TESTS} right", 3 * TESTS);
    }

    #[test]
    fn what_is_clear_ends_early() {
        let (verdict, blocks) = simulate(0.95, 3);
        assert_eq!(verdict, TestVerdict::Better);
        assert!(blocks < 40, "{blocks}");
        assert_eq!(sprt(&[1.0, 1.0], &TEST).verdict, TestVerdict::Open);
    }
}
