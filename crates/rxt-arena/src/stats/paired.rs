//! Two ways of doing the same things: is one better, or is it chance?

use super::{Mean, mean};

/// What pairs of measurements say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paired {
    /// The mean difference, first minus second, with its interval.
    pub difference: Mean,
    /// How often chance alone gives so large a mean difference, if differences are normal.
    pub student_p: Option<f64>,
    /// How often chance alone gives such ranks, whatever the distribution.
    pub wilcoxon_p: Option<f64>,
    /// How many pairs.
    pub pairs: usize,
}

/// Compares two ways pair by pair; `None` without pairs.
pub fn paired(pairs: &[(f64, f64)]) -> Option<Paired> {
    let differences: Vec<f64> = pairs.iter().map(|(one, other)| one - other).collect();
    let difference = mean(&differences)?;
    let student_p = t_of(&differences).map(|t| student_p(t, differences.len() - 1));
    Some(Paired { difference, student_p, wilcoxon_p: wilcoxon_p(&differences), pairs: pairs.len() })
}

fn t_of(differences: &[f64]) -> Option<f64> {
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (variance > 0.0).then(|| mean / (variance / count).sqrt())
}

/// The probability that Student's t is at least so far from 0, on either side.
pub fn student_p(t: f64, freedom: usize) -> f64 {
    let freedom = freedom as f64;
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The probability of such a sum of signed ranks, on either side, exactly for up to 60 differences and by the normal
/// distribution beyond. Differences of 0 do not count, equal ones share their ranks. `None` if nothing counts.
pub fn wilcoxon_p(differences: &[f64]) -> Option<f64> {
    const EXACT: usize = 60;
    let mut sizes: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    if sizes.is_empty() {
        return None;
    }
    sizes.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    // Twice the ranks are whole numbers even where ranks are shared.
    let ranks: Vec<usize> = sizes.iter().map(|size| doubled_rank(&sizes, size.abs())).collect();
    let positive: usize = sizes.iter().zip(&ranks).filter(|(size, _)| **size > 0.0).map(|(_, rank)| rank).sum();
    let total: usize = ranks.iter().sum();
    let smaller = positive.min(total - positive);
    if sizes.len() <= EXACT {
        return Some((2.0 * share_up_to(&ranks, total, smaller)).min(1.0));
    }
    let variance: f64 = ranks.iter().map(|&rank| (rank * rank) as f64).sum::<f64>() / 4.0;
    let z = (smaller as f64 - total as f64 / 2.0) / variance.sqrt();
    Some(student_p(z, 1_000_000).min(1.0))
}

fn doubled_rank(sorted: &[f64], size: f64) -> usize {
    let below = sorted.iter().filter(|other| other.abs() < size).count();
    let equal = sorted.iter().filter(|other| (other.abs() - size).abs() <= f64::EPSILON * size).count();
    2 * below + equal + 1
}

/// The share of all ways to give signs to the ranks in which the positive ones add up to at most this.
fn share_up_to(ranks: &[usize], total: usize, most: usize) -> f64 {
    let mut ways = vec![0.0; total + 1];
    ways[0] = 1.0;
    for &rank in ranks {
        for sum in (rank..=total).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    ways[..=most].iter().sum::<f64>() / 2.0_f64.powi(ranks.len() as i32)
}

/// The regularised incomplete beta function, by its continued fraction.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

/// The continued fraction of the incomplete beta function, by the method of Lentz.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let keep = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut above = 1.0;
    let mut below = 1.0 / keep(1.0 - (a + b) * x / (a + 1.0));
    let mut product = below;
    for step in 1..300 {
        let step = f64::from(step);
        let even = step * (b - step) * x / ((a + 2.0 * step - 1.0) * (a + 2.0 * step));
        let odd = -(a + step) * (a + b + step) * x / ((a + 2.0 * step) * (a + 2.0 * step + 1.0));
        for term in [even, odd] {
            below = 1.0 / keep(1.0 + term * below);
            above = keep(1.0 + term / above);
            product *= below * above;
        }
        if (below * above - 1.0).abs() < 1e-15 {
            break;
        }
    }
    product
}

/// The logarithm of the gamma function, by Stirling's series behind a few steps up.
fn log_gamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 10.0 {
        below += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rng::Rng;

    /// The tail of Student's density, summed in small steps.
    fn slow_student(t: f64, freedom: usize) -> f64 {
        let n = freedom as f64;
        let front = (log_gamma(f64::midpoint(n, 1.0)) - log_gamma(n / 2.0)).exp() / (n * std::f64::consts::PI).sqrt();
        let density = |x: f64| front * (1.0 + x * x / n).powf(-f64::midpoint(n, 1.0));
        let steps = 200_000;
        let width = t.abs() / f64::from(steps);
        let inside: f64 = (0..steps).map(|step| density((f64::from(step) + 0.5) * width) * width).sum();
        1.0 - 2.0 * inside
    }

    /// All signs, one after the other.
    fn slow_wilcoxon(differences: &[f64]) -> f64 {
        let rank = |size: f64| {
            let below = differences.iter().filter(|other| other.abs() < size.abs()).count() as f64;
            let up_to = differences.iter().filter(|other| other.abs() <= size.abs()).count() as f64;
            below + f64::midpoint(up_to - below, 1.0)
        };
        let ranks: Vec<f64> = differences.iter().map(|&size| rank(size)).collect();
        let total: f64 = ranks.iter().sum();
        let found: f64 = differences.iter().zip(&ranks).filter(|(size, _)| **size > 0.0).map(|(_, rank)| rank).sum();
        let all = 1_u32 << ranks.len();
        let as_far = (0..all).filter(|signs| {
            let sum: f64 = ranks.iter().enumerate().filter(|(at, _)| signs >> at & 1 == 1).map(|(_, rank)| rank).sum();
            (sum - total / 2.0).abs() >= (found - total / 2.0).abs() - 1e-9
        });
        as_far.count() as f64 / f64::from(all)
    }

    #[test]
    fn a_table_of_ten_pairs_gives_the_known_probabilities() {
        // The ten positions of the 2025 report: t = 1.90, p about 0.09 and 0.19.
        let one = [3100, 2775, 2925, 2625, 3125, 2750, 2450, 2575, 3325, 3175];
        let other = [4225, 1950, 2025, 1825, 1975, 1925, 1100, 1575, 1725, 4500];
        let pairs: Vec<(f64, f64)> = one.iter().zip(&other).map(|(&one, &other)| (one.into(), other.into())).collect();
        let found = paired(&pairs).unwrap();
        assert!((found.difference.mean - 600.0).abs() < 1e-9);
        assert!((found.student_p.unwrap() - 0.0895).abs() < 0.002, "{found:?}");
        assert!((found.wilcoxon_p.unwrap() - 0.193).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (t, freedom, expected) in [(12.706, 1, 0.05), (2.228, 10, 0.05), (2.576, 1_000_000, 0.01), (0.0, 7, 1.0)] {
            assert!((student_p(t, freedom) - expected).abs() < 2e-4, "{t} {freedom}: {}", student_p(t, freedom));
        }
    }

    #[test]
    fn a_slow_second_way_finds_the_same() {
        let mut rng = Rng::new(4);
        let mut compared = 0;
        for count in 3..12 {
            let differences: Vec<f64> =
                (0..count).map(|_| rng.below(21) as f64 - 8.0).filter(|size| *size != 0.0).collect();
            if let Some(p) = wilcoxon_p(&differences) {
                assert!((p - slow_wilcoxon(&differences)).abs() < 1e-9, "{differences:?}");
                compared += 1;
            }
            let t = rng.below(500) as f64 / 100.0;
            assert!((student_p(t, count) - slow_student(t, count)).abs() < 1e-6, "{t} {count}");
            compared += 1;
        }
        println!("proof: {compared} probabilities found in two ways");
    }

    #[test]
    fn pairs_without_a_difference_say_nothing() {
        let found = paired(&[(1.0, 1.0), (2.0, 2.0)]).unwrap();
        assert_eq!((found.student_p, found.wilcoxon_p), (None, None));
        assert!(paired(&[]).is_none());
    }

    #[test]
    fn many_differences_are_told_by_the_normal_distribution_as_by_counting() {
        let mut rng = Rng::new(8);
        let differences: Vec<f64> = (0..60).map(|_| rng.below(1000) as f64 - 420.5).collect();
        let longer: Vec<f64> = differences.iter().copied().chain([0.25]).collect();
        let (exact, normal) = (wilcoxon_p(&differences).unwrap(), wilcoxon_p(&longer).unwrap());
        assert!((exact - normal).abs() < 0.02, "{exact} {normal}");
    }
}
