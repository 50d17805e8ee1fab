//! Who meets whom: each format makes its next decision from what was decided and played before.

mod adaptive;
mod fixed;
mod knockout;
mod ladder;
mod pairing;
mod sequential;
mod swiss;

use super::config::Format;
use super::decision::{Block, Decision, TablePlan, games_of};
use super::setup::Setup;
use super::table::PointTable;
use crate::matches::GameLine;

/// What was decided and played so far.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// All decisions.
    pub decisions: &'a [Decision],
    /// The games of all of them.
    pub lines: &'a [GameLine],
}

/// What is to be done next, once all games of earlier decisions are played. It depends on nothing but its arguments.
pub fn next_decision(setup: &Setup, past: &Past<'_>) -> Decision {
    match setup.config.format {
        Format::RoundRobin => fixed::once(setup, past, fixed::all_lineups),
        Format::Gauntlet => fixed::once(setup, past, fixed::challenges),
        Format::Swiss => swiss::next(setup, past),
        Format::Knockout => knockout::next(setup, past),
        Format::Ladder => ladder::next(setup, past),
        Format::Sprt => sequential::next(setup, past),
        Format::Adaptive => adaptive::next(setup, past),
    }
}

/// How many games are planned at most, as far as that is known before the first is played.
pub fn planned_games(setup: &Setup) -> u64 {
    let games = |table: &TablePlan| {
        let block = Block { number: 0, decision: 0, table: table.clone(), seed: 0 };
        games_of(setup, "", &block, 0).len() as u64
    };
    let first = next_decision(setup, &Past { decisions: &[], lines: &[] });
    let sum: u64 = first.tables.iter().map(games).sum();
    match setup.config.format {
        Format::RoundRobin | Format::Gauntlet => sum,
        Format::Swiss => sum * u64::from(swiss::rounds(setup)),
        Format::Ladder => sum * u64::from(ladder::rounds(setup)),
        Format::Adaptive => sum * u64::from(adaptive::rounds(setup)),
        Format::Sprt => {
            let each = first.tables.first().map_or(2, games);
            u64::from(setup.config.blocks) * each
        }
        Format::Knockout => knockout::planned(setup, &games),
    }
}

/// How many seats the map of a round has; maps take turns.
fn players_of(setup: &Setup, ground: usize) -> usize {
    usize::from(setup.grounds[ground].map.players())
}

/// As many blocks of a line-up as the tournament plays, on the maps in turn from `ground`, those alone that have as many
/// seats.
fn blocks_for(setup: &Setup, ground: usize, lineup: &[usize]) -> Vec<TablePlan> {
    let players = players_of(setup, ground);
    let count = setup.grounds.len();
    let alike: Vec<usize> =
        (0..count).map(|offset| (ground + offset) % count).filter(|&g| players_of(setup, g) == players).collect();
    let table = |block: usize| TablePlan { ground: alike[block % alike.len()], lineup: lineup.to_vec() };
    (0..setup.config.blocks as usize).map(table).collect()
}

/// What each bot has been awarded, and in how many seats.
fn awards(setup: &Setup, lines: &[GameLine]) -> Vec<(f64, u32)> {
    let table = PointTable::new(setup.config.points.clone());
    let mut awards = vec![(0.0, 0); setup.bots.len()];
    for line in lines.iter().filter(|line| !line.broken) {
        for (&bot, award) in line.seats.iter().zip(table.award(&line.points)) {
            awards[bot].0 += award;
            awards[bot].1 += 1;
        }
    }
    awards
}

/// The mean award of each bot; 0 without games.
fn means(setup: &Setup, lines: &[GameLine]) -> Vec<f64> {
    awards(setup, lines).into_iter().map(|(sum, seats)| if seats == 0 { 0.0 } else { sum / f64::from(seats) }).collect()
}

/// Bots by what they have reached, the best first; who is level stays in the order of the file.
fn by_score(bots: &[usize], score: &[f64]) -> Vec<usize> {
    let mut order = bots.to_vec();
    order.sort_by(|&one, &other| score[other].total_cmp(&score[one]).then(one.cmp(&other)));
    order
}

#[cfg(test)]
mod tests;
