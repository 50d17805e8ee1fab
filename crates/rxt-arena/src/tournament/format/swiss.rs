//! Swiss: each round, those who are level meet, and nobody the same again if it can be helped.

use super::pairing::{Meetings, tables};
use super::{Past, awards, blocks_for, by_score, players_of};
use crate::tournament::decision::Decision;
use crate::tournament::setup::Setup;

/// How many rounds are played.
pub(super) fn rounds(setup: &Setup) -> u32 {
    setup.config.rounds.unwrap_or_else(|| setup.bots.len().next_power_of_two().ilog2() + 1)
}

pub(super) fn next(setup: &Setup, past: &Past<'_>) -> Decision {
    let stage = past.decisions.len() as u32;
    let bots: Vec<usize> = (0..setup.bots.len()).collect();
    let score = scores(setup, past);
    let order = by_score(&bots, &score);
    if stage >= rounds(setup) {
        let mut over = Decision::over(format!("{stage} rounds are played"));
        over.order = order;
        return over;
    }
    let ground = stage as usize % setup.grounds.len();
    let pause = (order.len() % 2 == 1 && players_of(setup, ground) == 2).then(|| who_pauses(&order, past));
    let playing: Vec<usize> = order.iter().copied().filter(|&bot| Some(bot) != pause).collect();
    let (lineups, left) = tables(&playing, players_of(setup, ground), &Meetings::of(bots.len(), past.lines));
    Decision {
        note: format!("round {} of {}", stage + 1, rounds(setup)),
        stage,
        tables: lineups.iter().flat_map(|lineup| blocks_for(setup, ground, lineup)).collect(),
        byes: pause.into_iter().chain(left).collect(),
        order,
        stop: false,
    }
}

/// What each has: the mean award of each round, and for a round off as much as a win.
fn scores(setup: &Setup, past: &Past<'_>) -> Vec<f64> {
    let best = setup.config.points.as_ref().and_then(|points| points.first().copied()).unwrap_or(1.0);
    let mut sums: Vec<f64> = awards(setup, past.lines)
        .into_iter()
        .map(|(sum, seats)| if seats == 0 { 0.0 } else { sum / f64::from(seats) })
        .collect();
    let played = |bot: usize| past.decisions.iter().filter(|round| !round.byes.contains(&bot)).count() as f64;
    for (bot, sum) in sums.iter_mut().enumerate() {
        let byes = past.decisions.iter().filter(|round| round.byes.contains(&bot)).count() as f64;
        *sum = *sum * played(bot) + best * byes;
    }
    sums
}

/// The last who has not had a round off.
fn who_pauses(order: &[usize], past: &Past<'_>) -> usize {
    let byes = |bot: usize| past.decisions.iter().filter(|round| round.byes.contains(&bot)).count();
    *order.iter().rev().min_by_key(|&&bot| byes(bot)).expect("there is an odd number of bots")
}
