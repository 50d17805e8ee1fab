//! Intervals for how often something happens.

/// Between which rates the true one lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// From here.
    pub low: f64,
    /// To here.
    pub high: f64,
}

/// The exact interval of Clopper and Pearson for a rate of which `hits` of `trials` were seen: a true rate outside of it
/// would lead to so few or so many hits with a probability below `1 - confidence`, half of it on either side. If there were
/// no hits or nothing but hits, there is only one side, and it gets all of it.
pub fn clopper_pearson(hits: u64, trials: u64, confidence: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let error = 1.0 - confidence;
    let side = if hits == 0 || hits >= trials { error } else { error / 2.0 };
    let low = if hits == 0 { 0.0 } else { root(|rate| 1.0 - at_most(hits - 1, trials, rate) - side) };
    let high = if hits >= trials { 1.0 } else { root(|rate| side - at_most(hits, trials, rate)) };
    Interval { low, high }
}

/// Where a function that rises from below 0 to above crosses it.
fn root(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The probability of at most `hits` in `trials` at this rate, summed in logarithms.
fn at_most(hits: u64, trials: u64, rate: f64) -> f64 {
    if rate <= 0.0 {
        return 1.0;
    }
    if rate >= 1.0 {
        return if hits >= trials { 1.0 } else { 0.0 };
    }
    let (log_rate, log_rest) = (rate.ln(), (-rate).ln_1p());
    let mut log_ways = 0.0;
    let mut sum = 0.0;
    for hit in 0..=hits.min(trials) {
        if hit > 0 {
            log_ways += ((trials - hit + 1) as f64 / hit as f64).ln();
        }
        sum += (log_ways + hit as f64 * log_rate + (trials - hit) as f64 * log_rest).exp();
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hits: u64, trials: u64, low: f64, high: f64) {
        let found = clopper_pearson(hits, trials, 0.95);
        let close = |a: f64, b: f64| (a - b).abs() < 5e-5;
        assert!(close(found.low, low) && close(found.high, high), "{hits} of {trials}: {found:?}");
    }

    #[test]
    fn known_intervals_are_found() {
        // As tables and other programs have them.
        check(1, 10, 0.0025, 0.4450);
        check(5, 10, 0.1871, 0.8129);
        check(10, 100, 0.0490, 0.1762);
        check(81, 263, 0.2527, 0.3676);
    }

    #[test]
    fn no_hit_at_all_has_the_exact_bound() {
        for trials in [1_u64, 10, 100, 400, 5000] {
            let exact = 1.0 - 0.05_f64.powf(1.0 / trials as f64);
            check(0, trials, 0.0, exact);
            check(trials, trials, 1.0 - exact, 1.0);
        }
        check(0, 400, 0.0, 0.0075);
    }

    #[test]
    fn nothing_is_known_without_trials() {
        assert_eq!(clopper_pearson(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn the_bounds_are_where_the_tails_are_as_large_as_they_may_be() {
        for (hits, trials) in [(3, 20), (17, 400), (250, 1000)] {
            let Interval { low, high } = clopper_pearson(hits, trials, 0.95);
            assert!((at_most(hits, trials, high) - 0.025).abs() < 1e-9);
            assert!((1.0 - at_most(hits - 1, trials, low) - 0.025).abs() < 1e-9);
        }
    }
}
