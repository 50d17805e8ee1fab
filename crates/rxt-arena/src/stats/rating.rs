//! How sure ratings are: blocks are drawn again and again, and the ratings of each draw are compared.

use super::Interval;
use super::plackett_luce::{Fit, Shape, fit};
use super::quantile;
use super::ranking::{Ranking, Rankings};
use rxt_rules::rng::Rng;
use std::collections::BTreeMap;

/// A strength and where the true one lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The strength, in Elo: 400 are odds of ten to one.
    pub elo: f64,
    /// 95 % of the draws lie within.
    pub interval: Interval,
    /// The best and the worst place among all competitors in 95 % of the draws.
    pub places: (usize, usize),
}

/// Ratings of all competitors, and how much each seat of each map helps.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Of each competitor.
    pub ratings: Vec<Rating>,
    /// Names of the maps.
    pub maps: Vec<String>,
    /// The advantage of each seat of each map in Elo, with the interval.
    pub seats: Vec<Vec<(f64, Interval)>>,
}

/// One unit of strength in Elo.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The part of the draws that an interval leaves out on either side.
const TAIL: f64 = 0.025;

/// Ratings with intervals from `draws` draws of whole blocks.
pub fn ratings(competitors: usize, rankings: &Rankings, draws: u32, seed: u64) -> Ratings {
    let best = fit(competitors, rankings);
    let shape = Shape::new(competitors, rankings);
    let mut blocks: BTreeMap<u32, Vec<&Ranking>> = BTreeMap::new();
    for game in &rankings.games {
        blocks.entry(game.block).or_default().push(game);
    }
    let blocks: Vec<Vec<&Ranking>> = blocks.into_values().collect();
    let guess: Vec<f64> = best.strengths.iter().copied().chain(best.seats.iter().flatten().copied()).collect();
    let draws: Vec<Fit> = (0..draws).map(|draw| drawn(&shape, &blocks, &guess, seed, draw)).collect();
    let rating = |competitor: usize| {
        let strengths: Vec<f64> = draws.iter().map(|draw| draw.strengths[competitor]).collect();
        let place = |draw: &Fit| 1 + draw.strengths.iter().filter(|&&other| other > draw.strengths[competitor]).count();
        let mut places: Vec<usize> = draws.iter().map(place).collect();
        places.sort_unstable();
        let places = quantile(&places, TAIL).zip(quantile(&places, 1.0 - TAIL)).unwrap_or((1, competitors));
        let elo = best.strengths[competitor] * ELO;
        Rating { elo, interval: spread(strengths, elo), places }
    };
    let advantage = |map: usize, seat: usize| {
        let elo = best.seats[map][seat] * ELO;
        (elo, spread(draws.iter().map(|draw| draw.seats[map][seat]).collect(), elo))
    };
    let advantages = |map: usize| (0..rankings.seats[map]).map(|seat| advantage(map, seat)).collect();
    Ratings {
        ratings: (0..competitors).map(rating).collect(),
        maps: rankings.maps.clone(),
        seats: (0..rankings.maps.len()).map(advantages).collect(),
    }
}

fn drawn(shape: &Shape, blocks: &[Vec<&Ranking>], guess: &[f64], seed: u64, draw: u32) -> Fit {
    let mut rng = Rng::derived(seed, u64::from(draw));
    let mut times = vec![0_u32; blocks.len()];
    for _ in 0..blocks.len() {
        times[rng.below(blocks.len())] += 1;
    }
    let taken = blocks.iter().zip(times).filter(|(_, times)| *times > 0);
    let games: Vec<(&Ranking, f64)> =
        taken.flat_map(|(block, times)| block.iter().map(move |game| (*game, f64::from(times)))).collect();
    shape.fit(&games, guess.to_vec())
}

fn spread(mut values: Vec<f64>, otherwise: f64) -> Interval {
    values.sort_by(f64::total_cmp);
    let at = |part| quantile(&values, part).map_or(otherwise, |value| value * ELO);
    Interval { low: at(TAIL), high: at(1.0 - TAIL) }
}
