//! What may be said about who is stronger.

use super::Estimate;

/// The widest half of an interval that a verdict on strength may have: 5 points of 100.
pub const HALF_WIDTH: f64 = 0.05;

/// The fewest samples of a verdict: few can agree by chance, and then their interval is narrow for no reason.
pub const LEAST_SAMPLES: usize = 20;

/// What may be said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// The first is stronger.
    Stronger,
    /// The first is weaker.
    Weaker,
    /// The difference is smaller than the interval.
    Level,
    /// Nothing yet: so many samples would be needed, if they scatter as those so far.
    Open(Option<usize>),
}

/// The verdict on a score, of which 0.5 means that both are equal.
pub fn verdict(score: &Estimate) -> Verdict {
    let (Some(interval), Some(half)) = (score.interval, score.half_width()) else { return Verdict::Open(None) };
    if half > HALF_WIDTH || score.samples < LEAST_SAMPLES {
        return Verdict::Open(Some(needed(score.samples, half, HALF_WIDTH).max(LEAST_SAMPLES)));
    }
    if interval.low > 0.5 {
        Verdict::Stronger
    } else if interval.high < 0.5 {
        Verdict::Weaker
    } else {
        Verdict::Level
    }
}

/// How many samples make an interval as narrow as wanted: four times as many for half of the width.
pub fn needed(samples: usize, half_width: f64, wanted: f64) -> usize {
    (samples as f64 * (half_width / wanted).powi(2) - 1e-9).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn of(low: f64, high: f64) -> Verdict {
        let interval = Some(Interval { low, high });
        verdict(&Estimate { mean: f64::midpoint(low, high), interval, samples: 40, maps: 4 })
    }

    #[test]
    fn a_wide_interval_decides_nothing() {
        assert_eq!(of(0.6, 0.8), Verdict::Open(Some(160)));
        assert_eq!(of(0.62, 0.70), Verdict::Stronger);
        assert_eq!(of(0.40, 0.49), Verdict::Weaker);
        assert_eq!(of(0.47, 0.55), Verdict::Level);
        let few = Estimate { mean: 0.75, interval: Some(Interval { low: 0.75, high: 0.75 }), samples: 2, maps: 1 };
        assert_eq!(verdict(&few), Verdict::Open(Some(LEAST_SAMPLES)));
        let single = Estimate { mean: 1.0, interval: None, samples: 1, maps: 1 };
        assert_eq!(verdict(&single), Verdict::Open(None));
    }
}
