//! Finds the weights that make what happened most likely, by Newton's method: the logarithm of the likelihood is concave.

use super::likelihood::{ACTIVE, ALL, Case};
use rxt_engine::eval::default::KNOTS;

/// How much the weights at the start count: as a part of what the games say about each weight.
const PRIOR: f64 = 0.01;

/// How much the weights of neighbouring moments are held together, as a part of what the games say about all moments.
const SMOOTH: f64 = 0.03;

/// The least that it counts for each case, so that a weight about which nothing is known stays as it is.
const LEAST_PRIOR: f64 = 1e-10;

/// Halvings of a step that does not lead up.
const HALVINGS: u32 = 12;

/// The mean logarithm of the likelihood of some cases; `None` of none.
pub(super) fn mean_value(cases: &[Case], weights: &[f64; ALL], held_out: bool) -> Option<f64> {
    let values = cases.iter().filter(|case| case.held_out == held_out).map(|case| case.value(weights));
    let (count, sum) = values.fold((0_u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// Goes up from `start` until no step leads higher, `steps` at most. Only cases that are not held out count. Weights near
/// `anchor`, and those of neighbouring moments near each other, are preferred a little.
pub(super) fn climb(cases: &[Case], start: &[f64; ALL], anchor: &[f64; ALL], steps: u32) -> [f64; ALL] {
    let mut weights = *start;
    let count = cases.iter().filter(|case| !case.held_out).count().max(1) as f64;
    for _ in 0..steps {
        let (mut pull, mut matrix) = derivatives(cases, &weights);
        let prior = Prior::new(&matrix, anchor, count);
        prior.add(&weights, &mut pull, &mut matrix);
        let Some(step) = solve(matrix, pull) else { break };
        let height =
            |weights: &[f64; ALL]| mean_value(cases, weights, false).unwrap_or(0.0) * count - prior.cost(weights);
        let before = height(&weights);
        let along = |part: f64| std::array::from_fn(|at| weights[at] + part * step[at]);
        let parts = (0..HALVINGS).map(|halving| 0.5_f64.powi(halving as i32));
        let Some(better) = parts.map(along).find(|weights| height(weights) > before) else { break };
        let gained = height(&better) - before;
        weights = better;
        if gained < 1e-7 * count {
            break;
        }
    }
    weights
}

/// What is thought of weights before games are looked at.
struct Prior<'a> {
    anchor: &'a [f64; ALL],
    /// How much each weight is held to the anchor.
    held: Vec<f64>,
    /// How much each weight is held to that of the next moment.
    smooth: Vec<f64>,
}

impl<'a> Prior<'a> {
    /// By what games say about each weight: the second derivatives with their sign turned.
    fn new(second: &[Vec<f64>], anchor: &'a [f64; ALL], count: f64) -> Self {
        let held = (0..ALL).map(|at| PRIOR * second[at][at] + LEAST_PRIOR * count).collect();
        let feature = |at: usize| (at / KNOTS * KNOTS..(at / KNOTS + 1) * KNOTS).map(|at| second[at][at]).sum::<f64>();
        let smooth = |at: usize| if at % KNOTS + 1 < KNOTS { SMOOTH * feature(at) / KNOTS as f64 } else { 0.0 };
        Self { anchor, held, smooth: (0..ALL).map(smooth).collect() }
    }

    fn cost(&self, weights: &[f64; ALL]) -> f64 {
        let held = |at: usize| self.held[at] * (weights[at] - self.anchor[at]).powi(2);
        let smooth = |at: usize| self.smooth[at] * (weights[at] - weights[at + 1]).powi(2);
        let (held, smooth): (f64, f64) = ((0..ALL).map(held).sum(), (0..ALL - 1).map(smooth).sum());
        0.5 * (held + smooth)
    }

    /// Adds the derivatives of minus the cost to the first derivatives, and to the second with their sign turned.
    fn add(&self, weights: &[f64; ALL], first: &mut [f64], second: &mut [Vec<f64>]) {
        for at in 0..ALL {
            first[at] -= self.held[at] * (weights[at] - self.anchor[at]);
            second[at][at] += self.held[at];
        }
        for (at, &smooth) in self.smooth.iter().enumerate().filter(|(_, smooth)| **smooth > 0.0) {
            let step = smooth * (weights[at] - weights[at + 1]);
            first[at] -= step;
            first[at + 1] += step;
            for (row, column, sign) in [(at, at, 1.0), (at + 1, at + 1, 1.0), (at, at + 1, -1.0), (at + 1, at, -1.0)] {
                second[row][column] += sign * smooth;
            }
        }
    }
}

/// The first derivatives of the logarithm of the likelihood, and the second ones with their sign turned.
fn derivatives(cases: &[Case], weights: &[f64; ALL]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut first = vec![0.0; ALL];
    let mut second = vec![vec![0.0; ALL]; ALL];
    for moment in 0..KNOTS - 1 {
        let mut part = vec![[0.0; ACTIVE]; ACTIVE];
        for case in cases.iter().filter(|case| !case.held_out && case.moment == moment) {
            let slope = case.slope(weights, &mut part);
            (0..ACTIVE).for_each(|active| first[case.weight(active)] += slope.first[active]);
        }
        let weight = |active: usize| active / 2 * KNOTS + moment + active % 2;
        for (row, line) in part.iter().enumerate() {
            line.iter().enumerate().for_each(|(column, value)| second[weight(row)][weight(column)] += value);
        }
    }
    (first, second)
}

/// Solves a system with a symmetric positive matrix by Cholesky's method; `None` if it is not one.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        for row in column..size {
            let known: f64 = (0..column).map(|at| matrix[row][at] * matrix[column][at]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row > column {
                rest / matrix[column][column]
            } else if rest > 0.0 {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[at][row] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_the_prior_is_that_of_small_steps() {
        let second: Vec<Vec<f64>> =
            (0..ALL).map(|row| (0..ALL).map(|at| f64::from(at == row) * row as f64).collect()).collect();
        let anchor = std::array::from_fn(|at| at as f64);
        let prior = Prior::new(&second, &anchor, 10.0);
        let weights: [f64; ALL] = std::array::from_fn(|at| (at * at % 17) as f64);
        let mut first = vec![0.0; ALL];
        prior.add(&weights, &mut first, &mut vec![vec![0.0; ALL]; ALL]);
        for at in 0..ALL {
            let cost = |by: f64| {
                let mut weights = weights;
                weights[at] += by;
                prior.cost(&weights)
            };
            let numeric = cost(-0.5) - cost(0.5);
            assert!((numeric - first[at]).abs() < 1e-9, "{at}: {numeric} {}", first[at]);
        }
    }

    #[test]
    fn a_known_system_is_solved_and_one_that_is_not_positive_refused() {
        let matrix = vec![vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 1.0], vec![0.0, 1.0, 3.0]];
        let found = solve(matrix, vec![8.0, 15.0, 11.0]).unwrap();
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 1.0]], vec![0.0, 0.0]).is_none());
    }
}
