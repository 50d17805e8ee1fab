//! Strengths compared with a simulated truth, and with a slow and obvious second implementation.

use super::*;
use crate::stats::{ELO, ratings};
use rxt_rules::rng::Rng;

fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Draws games of the model itself: all rotations of a random line-up are a block.
fn simulate(strengths: &[f64], seats: &[f64], blocks: u32, ties: bool, rng: &mut Rng) -> Rankings {
    let mut rankings = Rankings { maps: vec!["map".to_owned()], seats: vec![seats.len()], games: Vec::new() };
    for block in 0..blocks {
        let mut all: Vec<usize> = (0..strengths.len()).collect();
        rng.shuffle(&mut all);
        let lineup = &all[..seats.len()];
        for rotation in 0..seats.len() {
            let competitors: Vec<usize> =
                (0..seats.len()).map(|seat| lineup[(seat + rotation) % seats.len()]).collect();
            let mut left: Vec<usize> = (0..seats.len()).collect();
            let mut groups: Vec<Vec<usize>> = Vec::new();
            while !left.is_empty() {
                let weight = |seat: usize| (strengths[competitors[seat]] + seats[seat]).exp();
                let mut draw = uniform(rng) * left.iter().map(|&seat| weight(seat)).sum::<f64>();
                let mut at = 0;
                while at + 1 < left.len() && draw >= weight(left[at]) {
                    draw -= weight(left[at]);
                    at += 1;
                }
                let seat = left.remove(at);
                match groups.last_mut() {
                    Some(group) if ties && uniform(rng) < 0.2 => group.push(seat),
                    _ => groups.push(vec![seat]),
                }
            }
            rankings.games.push(Ranking { block, map: 0, competitors, groups });
        }
    }
    rankings
}

/// The same likelihood, written as it is defined: every order of those who are level is gone through.
fn slow_misfit(competitors: usize, rankings: &Rankings, parameters: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (at, parameter) in parameters.iter().enumerate() {
        sum += if at < competitors { parameter * parameter / 18.0 } else { parameter * parameter / 2.0 };
    }
    for game in &rankings.games {
        let utility = |seat: usize| parameters[game.competitors[seat]] + parameters[competitors + seat];
        let orders = orders(&game.groups);
        for order in &orders {
            for at in 0..order.len() {
                let total: f64 = order[at..].iter().map(|&seat| utility(seat).exp()).sum();
                sum += (total.ln() - utility(order[at])) / orders.len() as f64;
            }
        }
    }
    sum
}

/// All orders of seats that agree with the groups.
fn orders(groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let Some((group, rest)) = groups.split_first() else { return vec![Vec::new()] };
    let mut heads = vec![Vec::new()];
    for _ in group {
        let longer = |head: Vec<usize>| {
            let next = group.iter().filter(|seat| !head.contains(seat)).copied().collect::<Vec<_>>();
            next.into_iter().map(move |seat| [&head[..], &[seat]].concat())
        };
        heads = heads.into_iter().flat_map(longer).collect();
    }
    let tails = orders(rest);
    heads.iter().flat_map(|head| tails.iter().map(move |tail| [&head[..], tail].concat())).collect()
}

/// One parameter after the other, in ever smaller steps.
fn slow_fit(competitors: usize, rankings: &Rankings) -> Vec<f64> {
    let mut parameters = vec![0.0; competitors + rankings.seats[0]];
    let mut step = 0.5;
    let mut best = slow_misfit(competitors, rankings, &parameters);
    while step > 1e-5 {
        let mut improved = false;
        for at in 0..parameters.len() {
            for by in [step, -step] {
                parameters[at] += by;
                let value = slow_misfit(competitors, rankings, &parameters);
                if value < best {
                    best = value;
                    improved = true;
                } else {
                    parameters[at] -= by;
                }
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    let mean = parameters[..competitors].iter().sum::<f64>() / competitors as f64;
    parameters[..competitors].iter().map(|strength| strength - mean).collect()
}

#[test]
fn a_second_implementation_finds_the_same_strengths() {
    for (seed, ties) in [(1, false), (2, true)] {
        let mut rng = Rng::new(seed);
        let rankings = simulate(&[0.8, 0.3, -0.2, -0.9], &[0.4, 0.0, -0.4], 12, ties, &mut rng);
        let fast = fit(4, &rankings).strengths;
        let slow = slow_fit(4, &rankings);
        let distance = fast.iter().zip(&slow).map(|(fast, slow)| (fast - slow).abs()).fold(0.0, f64::max);
        assert!(distance < 2e-3, "{fast:?} {slow:?}");
    }
    println!("proof: 2 sets of 36 games, with and without ties, rated alike by two implementations");
}

#[test]
fn the_gradient_is_that_of_the_function() {
    let mut rng = Rng::new(5);
    let rankings = simulate(&[0.5, 0.0, -0.5, 0.2], &[0.3, 0.0, -0.3, 0.0], 5, true, &mut rng);
    let shape = Shape::new(4, &rankings);
    let games: Vec<(&Ranking, f64)> = rankings.games.iter().map(|game| (game, 1.5)).collect();
    let parameters: Vec<f64> = (0..shape.parameters).map(|_| uniform(&mut rng) - 0.5).collect();
    let mut gradient = vec![0.0; shape.parameters];
    shape.misfit(&games, &parameters, &mut gradient);
    for at in 0..shape.parameters {
        let moved = |by: f64| {
            let mut moved = parameters.clone();
            moved[at] += by;
            shape.misfit(&games, &moved, &mut vec![0.0; shape.parameters])
        };
        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!((slope - gradient[at]).abs() < 1e-4, "{at}: {slope} {}", gradient[at]);
    }
}

#[test]
fn a_simulated_truth_is_found_with_its_seats_even_where_bots_are_tied_to_seats() {
    let truth: Vec<f64> = (0..8).map(|bot| 1.4 - 0.4 * f64::from(bot)).collect();
    let seats = [0.6, 0.2, -0.2, -0.6];
    let mut rng = Rng::new(11);
    let mut rankings = simulate(&truth, &seats, 400, false, &mut rng);
    // Without half of the rotations, good seats are no longer shared fairly.
    rankings.games.retain(|game| game.competitors[0] < game.competitors[3]);
    let found = fit(8, &rankings);
    for (found, truth) in found.strengths.iter().zip(&truth) {
        assert!((found - truth).abs() < 0.35, "{found} for {truth}");
    }
    for (found, truth) in found.seats[0].iter().zip(&seats) {
        assert!((found - truth).abs() < 0.25, "seat: {found} for {truth}");
    }
}

#[test]
fn intervals_contain_the_truth_about_as_often_as_they_say() {
    let truth = [0.9, 0.3, 0.0, -0.4, -0.8];
    let (mut within, mut all) = (0, 0);
    for seed in 0..24 {
        let rankings = simulate(&truth, &[0.3, 0.0, -0.3], 40, false, &mut Rng::new(100 + seed));
        for (rating, truth) in ratings(5, &rankings, 80, seed).ratings.iter().zip(&truth) {
            all += 1;
            within += u32::from(rating.interval.low <= truth * ELO && truth * ELO <= rating.interval.high);
        }
    }
    println!("proof: {within} of {all} intervals contain the simulated truth");
    assert!(within * 100 >= all * 86, "{within} of {all}");
}
