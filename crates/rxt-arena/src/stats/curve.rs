//! How well one number tells another: the area under a curve, and a straight line.

/// How often a random one of the hits has the larger value than a random one of the misses, equal values counted half:
/// 0.5 tells nothing, 1 everything. `None` if either is missing.
pub fn area_under_curve(hits: &[f64], misses: &[f64]) -> Option<f64> {
    if hits.is_empty() || misses.is_empty() {
        return None;
    }
    let mut all: Vec<(f64, bool)> =
        hits.iter().map(|&value| (value, true)).chain(misses.iter().map(|&value| (value, false))).collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut below, mut wins, mut at) = (0.0, 0.0, 0);
    while at < all.len() {
        let end = at + all[at..].iter().take_while(|other| other.0 <= all[at].0).count();
        let level_hits = all[at..end].iter().filter(|(_, hit)| *hit).count() as f64;
        let level_misses = (end - at) as f64 - level_hits;
        wins += level_hits * (below + level_misses / 2.0);
        below += level_misses;
        at = end;
    }
    Some(wins / (hits.len() as f64 * misses.len() as f64))
}

/// A straight line through points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Where it begins.
    pub intercept: f64,
    /// How much it rises.
    pub slope: f64,
    /// The part of the scatter that it explains, 0 to 1.
    pub explained: f64,
}

/// The line of least squares; `None` of points that have no two different places.
pub fn line(points: &[(f64, f64)]) -> Option<Line> {
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |term: &dyn Fn(f64, f64) -> f64| points.iter().map(|point| term(point.0 - x, point.1 - y)).sum::<f64>();
    let (across, along, up) = (sum(&|dx, dy| dx * dy), sum(&|dx, _| dx * dx), sum(&|_, dy| dy * dy));
    if along.is_nan() || along <= 0.0 {
        return None;
    }
    let slope = across / along;
    let explained = if up > 0.0 { across * across / (along * up) } else { 1.0 };
    Some(Line { intercept: y - slope * x, slope, explained })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rng::Rng;

    #[test]
    fn the_area_is_the_share_of_pairs_in_order() {
        let mut rng = Rng::new(2);
        for _ in 0..50 {
            let mut some = || (0..=rng.below(12)).map(|_| rng.below(9) as f64).collect::<Vec<f64>>();
            let (hits, misses) = (some(), some());
            let score = |hit: f64, miss: f64| if hit > miss { 1.0 } else { f64::from(u8::from(hit >= miss)) / 2.0 };
            let slow: f64 = hits.iter().flat_map(|&hit| misses.iter().map(move |&miss| score(hit, miss))).sum();
            let slow = slow / (hits.len() * misses.len()) as f64;
            assert!((area_under_curve(&hits, &misses).unwrap() - slow).abs() < 1e-12);
        }
        assert_eq!(area_under_curve(&[], &[1.0]), None);
    }

    #[test]
    fn a_line_is_found_again() {
        let points: Vec<(f64, f64)> = (0..10).map(|x| (f64::from(x), 3.0 - 0.5 * f64::from(x))).collect();
        let found = line(&points).unwrap();
        assert!((found.intercept - 3.0).abs() < 1e-12 && (found.slope + 0.5).abs() < 1e-12);
        assert!((found.explained - 1.0).abs() < 1e-12);
        assert_eq!(line(&[(1.0, 2.0), (1.0, 3.0)]), None);
        // Anscombe's first set, known to everybody: 3.00 + 0.500 x, 0.67 explained.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let found = line(&x.into_iter().zip(y).collect::<Vec<_>>()).unwrap();
        assert!((found.intercept - 3.0).abs() < 0.01 && (found.slope - 0.5).abs() < 0.001);
        assert!((found.explained - 0.6665).abs() < 0.001);
    }
}
