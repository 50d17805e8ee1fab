//! How likely weights make the order in which players came in: the model of Plackett and Luce.
//!
//! The first place goes to one of all players with odds by their worth, the second to one of the rest, and so on. For two
//! players that is the logistic curve. Players who share places are taken as Efron does: each of them is removed by an equal
//! part from what the next one is compared with.

use rxt_engine::eval::default::{FEATURE_COUNT, KINDS, KNOTS, Sample, Weights};

/// Weights that count at one position: those of the two moments next to its stage, for both kinds of maps.
pub(super) const ACTIVE: usize = FEATURE_COUNT * KINDS * 2;

/// All weights.
pub(super) const ALL: usize = FEATURE_COUNT * KINDS * KNOTS;

/// No player is taken to be further behind, so that no likelihood is 0.
const MOST_LOGIT: f64 = 30.0;

/// A position with its outcome, ready to be fitted.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The first of the two moments.
    pub(super) moment: usize,
    /// For each player, what the active weights are multiplied with to give logits.
    pub(super) rows: Vec<[f32; ACTIVE]>,
    /// Players who came in together, the best first.
    places: Vec<Vec<usize>>,
    pub(super) held_out: bool,
}

/// The logarithm of a likelihood with its derivatives by the active weights.
pub(super) struct Slope {
    pub(super) value: f64,
    pub(super) first: [f64; ACTIVE],
}

impl Case {
    /// `None` if nothing is to be learnt: fewer than two players.
    pub(super) fn new(
        sample: &Sample,
        settings: &Weights,
        tiles: usize,
        points: &[Option<u32>],
        held_out: bool,
    ) -> Option<Self> {
        let shares = sample.moments();
        let moment = (0..KNOTS - 1).rfind(|&moment| shares[moment] > 0.0).unwrap_or(KNOTS - 2);
        let kinds = sample.kinds();
        let row = |row: [f64; FEATURE_COUNT]| {
            std::array::from_fn(|index| {
                let (feature, kind, later) = (index / 2 / KINDS, index / 2 % KINDS, index % 2);
                (row[feature] * kinds[kind] * shares[moment + later] / 1000.0) as f32
            })
        };
        let rows: Vec<[f32; ACTIVE]> = sample.rows(settings, tiles).into_iter().map(row).collect();
        (rows.len() == points.len() && rows.len() > 1).then(|| Self { moment, rows, places: places(points), held_out })
    }

    /// The number of a weight among all, feature by feature.
    pub(super) fn weight(&self, active: usize) -> usize {
        active / 2 * KNOTS + self.moment + active % 2
    }

    /// The logits of all players, less those of the best.
    fn logits(&self, weights: &[f64; ALL]) -> Vec<f64> {
        let own: [f64; ACTIVE] = std::array::from_fn(|active| weights[self.weight(active)]);
        let logit = |row: &[f32; ACTIVE]| row.iter().zip(&own).map(|(&count, weight)| f64::from(count) * weight).sum();
        let logits: Vec<f64> = self.rows.iter().map(logit).collect();
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logits.iter().map(|logit| (logit - most).max(-MOST_LOGIT)).collect()
    }

    /// The logarithm of the likelihood of the outcome.
    pub(super) fn value(&self, weights: &[f64; ALL]) -> f64 {
        let logits = self.logits(weights);
        let mut value = 0.0;
        self.each_draw(&logits, |player, sum, _| value += logits[player] - sum.ln());
        value
    }

    /// The same with its derivatives; the second ones, with their sign turned, are added to `second`.
    pub(super) fn slope(&self, weights: &[f64; ALL], second: &mut [[f64; ACTIVE]]) -> Slope {
        let logits = self.logits(weights);
        let mut slope = Slope { value: 0.0, first: [0.0; ACTIVE] };
        self.each_draw(&logits, |player, sum, odds| {
            slope.value += logits[player] - sum.ln();
            slope.first.iter_mut().zip(&self.rows[player]).for_each(|(first, &count)| *first += f64::from(count));
            let mut mean = [0.0; ACTIVE];
            for (row, odds) in self.rows.iter().zip(odds) {
                mean.iter_mut().zip(row).for_each(|(mean, &count)| *mean += odds / sum * f64::from(count));
            }
            slope.first.iter_mut().zip(&mean).for_each(|(first, mean)| *first -= mean);
            for (row, odds) in self.rows.iter().zip(odds).filter(|(_, odds)| **odds > 0.0) {
                let off: [f64; ACTIVE] = std::array::from_fn(|active| f64::from(row[active]) - mean[active]);
                for (line, &one) in second.iter_mut().zip(&off) {
                    let weight = odds / sum * one;
                    line.iter_mut().zip(&off).for_each(|(second, other)| *second += weight * other);
                }
            }
        });
        slope
    }

    /// Goes from the first place to the last: who is drawn, the sum of the odds of all who are left, and these odds.
    fn each_draw(&self, logits: &[f64], mut draw: impl FnMut(usize, f64, &[f64])) {
        let odds: Vec<f64> = logits.iter().map(|logit| logit.exp()).collect();
        let mut left = odds.clone();
        for (place, together) in self.places.iter().enumerate() {
            if place + 1 == self.places.len() && together.len() == 1 {
                break;
            }
            for (drawn, &player) in together.iter().enumerate() {
                let part = 1.0 - drawn as f64 / together.len() as f64;
                for &one in together {
                    left[one] = odds[one] * part;
                }
                draw(player, left.iter().sum(), &left);
            }
            for &one in together {
                left[one] = 0.0;
            }
        }
    }
}

/// Players by points, those with equal points together.
fn places(points: &[Option<u32>]) -> Vec<Vec<usize>> {
    let mut players: Vec<usize> = (0..points.len()).collect();
    players.sort_by_key(|&player| std::cmp::Reverse(points[player]));
    players.chunk_by(|&one, &other| points[one] == points[other]).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rng::Rng;

    fn case(points: &[Option<u32>], rng: &mut Rng) -> Case {
        let counts = points.iter().map(|_| std::array::from_fn(|_| rng.below(9) as i32)).collect();
        let sample = Sample { stage: 80, openness: 100, live: [1, 1], counts };
        Case::new(&sample, &Weights::hand(), 100, points, false).unwrap()
    }

    fn random_weights(rng: &mut Rng) -> [f64; ALL] {
        std::array::from_fn(|_| rng.below(400) as f64 - 200.0)
    }

    #[test]
    fn for_two_players_it_is_the_logistic_curve() {
        let mut rng = Rng::new(3);
        let weights = random_weights(&mut rng);
        let case = case(&[Some(3), Some(9)], &mut rng);
        let logits = case.logits(&weights);
        assert!((case.value(&weights) + (1.0 + (logits[0] - logits[1]).exp()).ln()).abs() < 1e-12);
    }

    #[test]
    fn all_orders_together_are_certain() {
        let mut rng = Rng::new(4);
        let weights = random_weights(&mut rng);
        let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
        let likelihood = |points: [u32; 3]| case(&points.map(Some), &mut Rng::new(5)).value(&weights).exp();
        assert!((orders.map(likelihood).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn derivatives_are_those_of_small_steps() {
        let mut rng = Rng::new(6);
        for points in [vec![Some(4), Some(4)], vec![Some(3), None, Some(3), Some(8)], vec![Some(1), Some(2), Some(3)]] {
            let case = case(&points, &mut rng);
            let weights = random_weights(&mut rng);
            let mut second = vec![[0.0; ACTIVE]; ACTIVE];
            let slope = case.slope(&weights, &mut second);
            assert!((slope.value - case.value(&weights)).abs() < 1e-12);
            for active in 0..ACTIVE {
                let shifted = |by: f64| {
                    let mut weights = weights;
                    weights[case.weight(active)] += by;
                    weights
                };
                let numeric = (case.value(&shifted(0.5)) - case.value(&shifted(-0.5))) / 1.0;
                assert!((numeric - slope.first[active]).abs() < 1e-5, "{numeric} {}", slope.first[active]);
                let first = |by: f64| case.slope(&shifted(by), &mut vec![[0.0; ACTIVE]; ACTIVE]).first[0];
                let numeric = first(-0.5) - first(0.5);
                assert!((numeric - second[0][active]).abs() < 1e-5, "{numeric} {}", second[0][active]);
            }
        }
    }
}
