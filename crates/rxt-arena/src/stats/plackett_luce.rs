//! Strengths from rankings, by the model of Plackett and Luce with an advantage of each seat of each map.
//!
//! The first of a game is drawn in proportion to `exp(strength + advantage)`, the second among the rest, and so on. Players
//! who share a place count as all orders of them, each with the same weight. A weak pull towards 0 keeps strengths
//! finite where somebody always wins.

use super::minimise::minimise;
use super::ranking::{Ranking, Rankings};

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The strength of each competitor, in natural logarithms of odds; their mean is 0.
    pub strengths: Vec<f64>,
    /// The advantage of each seat of each map, likewise.
    pub seats: Vec<Vec<f64>>,
}

/// How much strengths are pulled towards 0: as if they were drawn with a standard deviation of 3.
const PULL: f64 = 1.0 / 9.0;
/// How much advantages are: a standard deviation of 1.
const SEAT_PULL: f64 = 1.0;

/// Finds the strengths and advantages that explain the rankings best.
pub fn fit(competitors: usize, rankings: &Rankings) -> Fit {
    let shape = Shape::new(competitors, rankings);
    let games: Vec<(&Ranking, f64)> = rankings.games.iter().map(|game| (game, 1.0)).collect();
    shape.fit(&games, vec![0.0; shape.parameters])
}

/// Where in a list of parameters what is.
pub(super) struct Shape {
    competitors: usize,
    /// Where the advantages of each map begin.
    first: Vec<usize>,
    seats: Vec<usize>,
    pub(super) parameters: usize,
}

impl Shape {
    pub(super) fn new(competitors: usize, rankings: &Rankings) -> Self {
        let mut parameters = competitors;
        let mut first = Vec::new();
        for seats in &rankings.seats {
            first.push(parameters);
            parameters += seats;
        }
        Self { competitors, first, seats: rankings.seats.clone(), parameters }
    }

    /// Fits games with weights, from a first guess.
    pub(super) fn fit(&self, games: &[(&Ranking, f64)], guess: Vec<f64>) -> Fit {
        let found = minimise(guess, |parameters, gradient| self.misfit(games, parameters, gradient));
        let mean = found[..self.competitors].iter().sum::<f64>() / self.competitors.max(1) as f64;
        let strengths = found[..self.competitors].iter().map(|strength| strength - mean).collect();
        let seats = self.first.iter().zip(&self.seats).map(|(&first, &seats)| {
            let own = &found[first..first + seats];
            let mean = own.iter().sum::<f64>() / seats.max(1) as f64;
            own.iter().map(|advantage| advantage - mean).collect()
        });
        Fit { strengths, seats: seats.collect() }
    }

    /// The negative logarithm of the likelihood, and its gradient.
    pub(super) fn misfit(&self, games: &[(&Ranking, f64)], parameters: &[f64], gradient: &mut [f64]) -> f64 {
        let mut sum = 0.0;
        for (at, (parameter, slope)) in parameters.iter().zip(gradient.iter_mut()).enumerate() {
            let pull = if at < self.competitors { PULL } else { SEAT_PULL };
            sum += pull * parameter * parameter / 2.0;
            *slope = pull * parameter;
        }
        for (game, weight) in games {
            sum += weight * self.game(game, *weight, parameters, gradient);
        }
        sum
    }

    fn game(&self, game: &Ranking, weight: f64, parameters: &[f64], gradient: &mut [f64]) -> f64 {
        let first = self.first[game.map];
        let utility = |seat: usize| parameters[game.competitors[seat]] + parameters[first + seat];
        let weights: Vec<f64> = (0..game.competitors.len()).map(|seat| utility(seat).exp()).collect();
        let mut slopes = vec![0.0; weights.len()];
        let mut sum = 0.0;
        // From the last group to the first; `below` is the weight of all who came after.
        let mut below = 0.0;
        let mut after: Vec<usize> = Vec::new();
        for group in game.groups.iter().rev() {
            sum += tied(group, &weights, below, &after, &mut slopes);
            for &seat in group {
                sum -= utility(seat);
                slopes[seat] -= 1.0;
            }
            below += group.iter().map(|&seat| weights[seat]).sum::<f64>();
            after.extend(group);
        }
        for (seat, slope) in slopes.into_iter().enumerate() {
            gradient[game.competitors[seat]] += weight * slope;
            gradient[first + seat] += weight * slope;
        }
        sum
    }
}

/// The logarithms of what each of a group is drawn from, as a mean over all orders of the group. At each step a subset of
/// it is left, every subset of a size with the same probability.
fn tied(group: &[usize], weights: &[f64], below: f64, after: &[usize], slopes: &mut [f64]) -> f64 {
    if let [seat] = *group {
        let total = below + weights[seat];
        for &seat in after.iter().chain([&seat]) {
            slopes[seat] += weights[seat] / total;
        }
        return total.ln();
    }
    let mut sum = 0.0;
    for subset in 1..1_usize << group.len() {
        let is_left = |at: &usize| subset >> at & 1 == 1;
        let left: Vec<usize> = (0..group.len()).filter(is_left).map(|at| group[at]).collect();
        let share = 1.0 / ways(group.len(), left.len());
        let total = below + left.iter().map(|&seat| weights[seat]).sum::<f64>();
        sum += share * total.ln();
        for &seat in left.iter().chain(after) {
            slopes[seat] += share * weights[seat] / total;
        }
    }
    sum
}

/// How many subsets of a size there are.
fn ways(of: usize, chosen: usize) -> f64 {
    (0..chosen).map(|at| (of - at) as f64 / (at + 1) as f64).product::<f64>().round()
}

#[cfg(test)]
#[path = "plackett_luce_tests.rs"]
mod tests;
