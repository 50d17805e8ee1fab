//! The minimum of a smooth convex function, by the quasi-Newton method with limited memory (L-BFGS).

use std::collections::VecDeque;

/// Steps that are remembered.
const MEMORY: usize = 10;
/// Steps at most.
const STEPS: usize = 500;
/// Where the slope is this small, it is the minimum.
const FLAT: f64 = 1e-6;
/// Where a step gains less than this part of the value, it is as good as the minimum.
const NO_GAIN: f64 = 1e-11;
/// Part of the expected decrease that a step has to reach.
const ENOUGH: f64 = 1e-4;

/// Finds the minimum from a first guess; the function writes its gradient.
pub(super) fn minimise(guess: Vec<f64>, function: impl Fn(&[f64], &mut [f64]) -> f64) -> Vec<f64> {
    let mut at = guess;
    let mut slope = vec![0.0; at.len()];
    let mut value = function(&at, &mut slope);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>, f64)> = VecDeque::new();
    for _ in 0..STEPS {
        if slope.iter().all(|slope| slope.abs() < FLAT) {
            break;
        }
        let direction = direction(&memory, &slope);
        let expected = dot(&direction, &slope);
        let mut step = if memory.is_empty() { 1.0 / dot(&slope, &slope).sqrt().max(1.0) } else { 1.0 };
        let mut next = at.clone();
        let mut next_slope = slope.clone();
        let mut next_value;
        loop {
            for ((next, at), direction) in next.iter_mut().zip(&at).zip(&direction) {
                *next = at + step * direction;
            }
            next_value = function(&next, &mut next_slope);
            if next_value <= value + ENOUGH * step * expected {
                break;
            }
            step /= 2.0;
            if step < 1e-12 {
                return at;
            }
        }
        let moved: Vec<f64> = next.iter().zip(&at).map(|(next, at)| next - at).collect();
        let bent: Vec<f64> = next_slope.iter().zip(&slope).map(|(next, slope)| next - slope).collect();
        let curvature = dot(&moved, &bent);
        if curvature > 1e-14 {
            if memory.len() == MEMORY {
                memory.pop_front();
            }
            memory.push_back((moved, bent, 1.0 / curvature));
        }
        let gain = value - next_value;
        (at, slope, value) = (next, next_slope, next_value);
        if gain < NO_GAIN * value.abs() {
            break;
        }
    }
    at
}

/// Downhill, as far as the last steps tell how the slope bends.
fn direction(memory: &VecDeque<(Vec<f64>, Vec<f64>, f64)>, slope: &[f64]) -> Vec<f64> {
    let mut direction: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    let mut factors = Vec::new();
    for (moved, bent, inverse) in memory.iter().rev() {
        let factor = inverse * dot(moved, &direction);
        add(&mut direction, bent, -factor);
        factors.push(factor);
    }
    if let Some((moved, bent, _)) = memory.back() {
        let scale = dot(moved, bent) / dot(bent, bent);
        for direction in &mut direction {
            *direction *= scale;
        }
    }
    for ((moved, bent, inverse), factor) in memory.iter().zip(factors.into_iter().rev()) {
        let back = inverse * dot(bent, &direction);
        add(&mut direction, moved, factor - back);
    }
    direction
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add(to: &mut [f64], what: &[f64], factor: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}
