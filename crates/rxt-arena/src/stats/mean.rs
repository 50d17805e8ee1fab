//! Intervals for a mean.

use super::Interval;

/// A mean and where the true one lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean of the samples.
    pub mean: f64,
    /// Between which values the true mean lies; `None` of fewer than two samples.
    pub interval: Option<Interval>,
}

/// The mean of independent samples with its 95 % interval by Student's distribution; `None` of none. Games that share a
/// map and an opening are not independent: their mean is one sample.
pub fn mean(samples: &[f64]) -> Option<Mean> {
    if samples.is_empty() {
        return None;
    }
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let interval = (samples.len() > 1).then(|| {
        let variance = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let half = student(samples.len() - 1) * (variance / count).sqrt();
        Interval { low: mean - half, high: mean + half }
    });
    Some(Mean { mean, interval })
}

/// How many independent samples like these it takes until the interval of their mean no longer contains a half, if mean
/// and spread stay as they are; `None` if it never does, or if there are too few to say.
pub fn blocks_to_tell(samples: &[f64]) -> Option<u64> {
    let found = mean(samples).filter(|_| samples.len() > 1)?;
    let distance = (found.mean - 0.5).abs();
    if distance < 1e-9 {
        return None;
    }
    let variance = samples.iter().map(|sample| (sample - found.mean).powi(2)).sum::<f64>() / (samples.len() - 1) as f64;
    let enough = |count: usize| student(count - 1) * (variance / count as f64).sqrt() < distance;
    let mut count = 2;
    while !enough(count) {
        count += 1 + count / 64;
    }
    Some(count as u64)
}

/// The 97.5 % quantile of Student's distribution, from tables up to ten degrees of freedom, by the expansion of Cornish
/// and Fisher beyond.
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    const NORMAL: f64 = 1.959_964;
    if let Some(quantile) = TABLE.get(freedom.wrapping_sub(1)) {
        return *quantile;
    }
    let (z, n) = (NORMAL, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (30, 2.042), (120, 1.980)] {
            assert!((student(freedom) - expected).abs() < 6e-4, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn the_interval_of_a_known_sample() {
        // Mean 3, standard deviation sqrt(2.5), half-width 2.776 * sqrt(2.5 / 5).
        let found = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let interval = found.interval.unwrap();
        assert!((found.mean - 3.0).abs() < 1e-12);
        assert!((interval.low - 1.037).abs() < 1e-3 && (interval.high - 4.963).abs() < 1e-3, "{interval:?}");
    }

    #[test]
    fn as_many_samples_as_it_takes_are_enough_and_fewer_are_not() {
        // Spread 0.25 and distance 0.05: half-width 1.96 * 0.25 / sqrt(n) < 0.05 from about 96 on.
        let samples: Vec<f64> = (0..40).map(|at| 0.55 + if at % 2 == 0 { 0.2469 } else { -0.2469 }).collect();
        let needed = blocks_to_tell(&samples).unwrap();
        assert!((96..=104).contains(&needed), "{needed}");
        assert_eq!(blocks_to_tell(&[0.4, 0.6]), None);
        assert_eq!(blocks_to_tell(&[0.9]), None);
    }

    #[test]
    fn one_sample_has_a_mean_and_no_interval() {
        assert_eq!(mean(&[0.5]), Some(Mean { mean: 0.5, interval: None }));
        assert_eq!(mean(&[]), None);
    }
}
