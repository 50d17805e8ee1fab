//! Ladder: neighbours meet, round after round, and the ladder is ordered by the live rating.

use super::{Past, blocks_for, by_score, players_of};
use crate::stats::live_ratings;
use crate::tournament::decision::Decision;
use crate::tournament::setup::Setup;

/// How many rounds are played.
pub(super) fn rounds(setup: &Setup) -> u32 {
    setup.config.rounds.unwrap_or(2 * setup.bots.len() as u32)
}

pub(super) fn next(setup: &Setup, past: &Past<'_>) -> Decision {
    let stage = past.decisions.len() as u32;
    let bots: Vec<usize> = (0..setup.bots.len()).collect();
    let ratings = live_ratings(bots.len(), past.lines);
    let shown: Vec<f64> =
        ratings.last().expect("there is a rating before the first game").iter().map(|r| r.mean).collect();
    let order = by_score(&bots, &shown);
    if stage >= rounds(setup) {
        let mut over = Decision::over(format!("{stage} rounds are played"));
        over.order = order;
        return over;
    }
    let ground = stage as usize % setup.grounds.len();
    let size = players_of(setup, ground).min(order.len());
    // Every other round begins half a table further down, so that nobody is stuck between two tables.
    let first = if stage % 2 == 1 && order.len() > size { size / 2 } else { 0 };
    let mut lineups: Vec<Vec<usize>> = order[first..].chunks(size).map(<[usize]>::to_vec).collect();
    let mut byes: Vec<usize> = order[..first].to_vec();
    if byes.len() > 1 {
        lineups.push(std::mem::take(&mut byes));
    }
    byes.extend(lineups.iter().filter(|lineup| lineup.len() == 1).map(|lineup| lineup[0]));
    lineups.retain(|lineup| lineup.len() > 1);
    Decision {
        note: format!("round {} of {}: neighbours on the ladder meet", stage + 1, rounds(setup)),
        stage,
        tables: lineups.iter().flat_map(|lineup| blocks_for(setup, ground, lineup)).collect(),
        byes,
        order,
        stop: false,
    }
}
