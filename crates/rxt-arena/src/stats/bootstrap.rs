//! A mean over maps with an interval that allows for what maps and blocks have in common.

use super::Interval;
use rxt_rules::rng::Rng;

/// A mean and where the true one lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean over maps of the mean over blocks.
    pub mean: f64,
    /// The 95 % interval; `None` of fewer than five samples.
    pub interval: Option<Interval>,
    /// How many blocks.
    pub samples: usize,
    /// How many maps.
    pub maps: usize,
}

impl Estimate {
    /// Half of the interval's width.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|interval| (interval.high - interval.low) / 2.0)
    }
}

/// The fewest samples that an interval is made of: drawing two or three again shows only that they agree.
const LEAST: usize = 5;

/// How often samples are drawn again.
const ROUNDS: usize = 1000;

/// The mean of samples that were taken on several maps, one list for each map. For the interval, maps are drawn again with
/// replacement, then the samples of each drawn map; of one map only the samples. Empty maps do not count; `None` of none.
///
/// With few samples a bootstrap says that it knows more than it does, so the interval is widened by `sqrt(n / (n - 1))`,
/// where n is the number of what is drawn first.
pub fn estimate(maps: &[Vec<f64>], seed: u64) -> Option<Estimate> {
    let maps: Vec<&[f64]> = maps.iter().map(Vec::as_slice).filter(|samples| !samples.is_empty()).collect();
    if maps.is_empty() {
        return None;
    }
    let samples = maps.iter().map(|samples| samples.len()).sum();
    let mean = mean(maps.iter().map(|samples| self::mean(samples.iter().copied())));
    let interval = (samples >= LEAST).then(|| {
        let first = if maps.len() > 1 { maps.len() } else { samples };
        let wider = (first as f64 / (first as f64 - 1.0).max(0.5)).sqrt();
        let mut means: Vec<f64> =
            (0..ROUNDS).map(|round| drawn(&maps, &mut Rng::derived(seed, round as u64))).collect();
        means.sort_by(f64::total_cmp);
        let at = |part: f64| means[(part * (ROUNDS - 1) as f64).round() as usize];
        Interval { low: mean - (mean - at(0.025)) * wider, high: mean + (at(0.975) - mean) * wider }
    });
    Some(Estimate { mean, interval, samples, maps: maps.len() })
}

/// The mean of one drawing.
fn drawn(maps: &[&[f64]], rng: &mut Rng) -> f64 {
    mean((0..maps.len()).map(|_| {
        let samples = maps[rng.below(maps.len())];
        mean((0..samples.len()).map(|_| samples[rng.below(samples.len())]))
    }))
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to draw from a few samples of one map, counted out.
    fn exhaustive(samples: &[f64], part: f64) -> f64 {
        let count = samples.len();
        let mut means: Vec<f64> = (0..count.pow(count as u32))
            .map(|way| {
                (0..count).map(|place| samples[way / count.pow(place as u32) % count]).sum::<f64>() / count as f64
            })
            .collect();
        means.sort_by(f64::total_cmp);
        means[(part * (means.len() - 1) as f64).round() as usize]
    }

    #[test]
    fn drawing_at_random_comes_near_to_drawing_in_all_ways() {
        let samples = [0.1, 0.4, 0.45, 0.7, 0.9, 0.95];
        let found = estimate(&[samples.to_vec()], 3).unwrap();
        let wider = (6.0_f64 / 5.0).sqrt();
        let Interval { low, high } = found.interval.unwrap();
        assert!((found.mean - 3.5 / 6.0).abs() < 1e-12);
        assert!((found.mean - low - (found.mean - exhaustive(&samples, 0.025)) * wider).abs() < 0.03);
        assert!((high - found.mean - (exhaustive(&samples, 0.975) - found.mean) * wider).abs() < 0.03);
    }

    #[test]
    fn maps_that_differ_widen_the_interval_however_many_samples_they_have() {
        let maps = |one: f64, other: f64| vec![vec![one; 200], vec![other; 200], vec![one; 200], vec![other; 200]];
        let alike = estimate(&maps(0.5, 0.5), 1).unwrap();
        let apart = estimate(&maps(0.3, 0.7), 1).unwrap();
        assert!(alike.half_width().unwrap() < 1e-9);
        assert!(apart.half_width().unwrap() > 0.15, "{apart:?}");
        assert_eq!((apart.samples, apart.maps), (800, 4));
    }

    #[test]
    fn most_intervals_contain_the_truth() {
        let mut rng = Rng::new(9);
        let mut hits = 0;
        for trial in 0..300 {
            let effect = |rng: &mut Rng| (rng.below(1001) as f64 - 500.0) / 1000.0;
            let maps: Vec<Vec<f64>> = (0..8)
                .map(|_| {
                    let map = effect(&mut rng) * 0.2;
                    (0..10).map(|_| map + effect(&mut rng)).collect()
                })
                .collect();
            let Interval { low, high } = estimate(&maps, trial).unwrap().interval.unwrap();
            hits += u32::from(low <= 0.0 && 0.0 <= high);
        }
        assert!((270..=298).contains(&hits), "{hits} of 300");
        println!("proof: {hits} of 300 bootstrap intervals contain the truth");
    }

    #[test]
    fn few_samples_have_no_interval() {
        assert_eq!(estimate(&[vec![0.5; LEAST - 1]], 1).unwrap().interval, None);
        assert!(estimate(&[vec![0.5; LEAST]], 1).unwrap().interval.is_some());
        assert_eq!(estimate(&[vec![0.5], Vec::new()], 1).unwrap().interval, None);
        assert_eq!(estimate(&[Vec::new()], 1), None);
    }
}
