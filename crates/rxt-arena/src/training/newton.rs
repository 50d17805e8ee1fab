//! Finds the weights that make what happened most likely, by Newton's method: the logarithm of the likelihood is concave.

use super::likelihood::{ACTIVE, ALL, Case};
use rxt_engine::eval::default::{FEATURE_COUNT, KNOTS};

/// How much the weights at the start count: as a part of what the games say about each weight.
const PRIOR: f64 = 0.003;

/// The least that it counts, so that a weight about which nothing is known stays as it is.
const LEAST_PRIOR: f64 = 1e-6;

/// Halvings of a step that does not lead up.
const HALVINGS: u32 = 12;

/// The mean logarithm of the likelihood of some cases; `None` of none.
pub(super) fn mean_value(cases: &[Case], weights: &[f64; ALL], held_out: bool) -> Option<f64> {
    let values = cases.iter().filter(|case| case.held_out == held_out).map(|case| case.value(weights));
    let (count, sum) = values.fold((0_u64, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / count as f64)
}

/// Goes up from `start` until no step leads higher, `steps` at most. Only cases that are not held out count. Weights near
/// `anchor` are preferred a little.
pub(super) fn climb(cases: &[Case], start: &[f64; ALL], anchor: &[f64; ALL], steps: u32) -> [f64; ALL] {
    let mut weights = *start;
    for _ in 0..steps {
        let (first, second) = derivatives(cases, &weights);
        let count = cases.iter().filter(|case| !case.held_out).count().max(1) as f64;
        let prior: Vec<f64> = (0..ALL).map(|at| PRIOR * second[at][at] + LEAST_PRIOR * count).collect();
        let pull: Vec<f64> = (0..ALL).map(|at| first[at] - prior[at] * (weights[at] - anchor[at])).collect();
        let mut matrix = second;
        (0..ALL).for_each(|at| matrix[at][at] += prior[at]);
        let Some(step) = solve(matrix, pull) else { break };
        let height = |weights: &[f64; ALL]| {
            let kept: f64 = (0..ALL).map(|at| prior[at] * (weights[at] - anchor[at]).powi(2)).sum();
            mean_value(cases, weights, false).unwrap_or(0.0) * count - kept / 2.0
        };
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

/// The first derivatives of the logarithm of the likelihood, and the second ones with their sign turned.
fn derivatives(cases: &[Case], weights: &[f64; ALL]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut first = vec![0.0; ALL];
    let mut second = vec![vec![0.0; ALL]; ALL];
    for moment in 0..KNOTS - 1 {
        let mut part = Box::new([[0.0; ACTIVE]; ACTIVE]);
        for case in cases.iter().filter(|case| !case.held_out && case.moment == moment) {
            let slope = case.slope(weights, &mut part);
            (0..ACTIVE).for_each(|active| first[case.weight(active)] += slope.first[active]);
        }
        let weight = |active: usize| active / 2 * KNOTS + moment + active % 2;
        for (row, line) in part.iter().enumerate() {
            line.iter().enumerate().for_each(|(column, value)| second[weight(row)][weight(column)] += value);
        }
    }
    debug_assert_eq!(first.len(), FEATURE_COUNT * KNOTS);
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
    fn a_known_system_is_solved_and_one_that_is_not_positive_refused() {
        let matrix = vec![vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 1.0], vec![0.0, 1.0, 3.0]];
        let found = solve(matrix, vec![8.0, 15.0, 11.0]).unwrap();
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 1.0]], vec![0.0, 0.0]).is_none());
    }
}
