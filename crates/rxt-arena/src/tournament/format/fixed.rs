//! Formats whose games are all known from the start.

use super::{Past, players_of};
use crate::matches::combinations;
use crate::tournament::decision::{Decision, TablePlan};
use crate::tournament::setup::Setup;

/// Decides on all games at once, block after block, so that a tournament that is cut short is still balanced.
pub(super) fn once(setup: &Setup, past: &Past<'_>, lineups: fn(&Setup, usize) -> Vec<Vec<usize>>) -> Decision {
    if !past.decisions.is_empty() {
        return Decision::over("all line-ups have played all their blocks");
    }
    let mut tables = Vec::new();
    for _ in 0..setup.config.blocks {
        for ground in 0..setup.grounds.len() {
            let lineups = lineups(setup, players_of(setup, ground));
            tables.extend(lineups.into_iter().map(|lineup| TablePlan { ground, lineup }));
        }
    }
    let order = (0..setup.bots.len()).collect();
    Decision { note: "every line-up plays its blocks".to_owned(), tables, order, ..Decision::default() }
}

/// All line-ups of a map; everybody, if there are seats enough.
pub(super) fn all_lineups(setup: &Setup, players: usize) -> Vec<Vec<usize>> {
    let bots = setup.bots.len();
    combinations(bots, players.min(bots))
}

/// Each challenger with all combinations of those who are challenged.
pub(super) fn challenges(setup: &Setup, players: usize) -> Vec<Vec<usize>> {
    let challengers = setup.config.challengers as usize;
    let others = setup.bots.len() - challengers;
    let rest = combinations(others, (players - 1).min(others));
    let lineup = |challenger: usize, rest: &Vec<usize>| {
        [&[challenger][..], &rest.iter().map(|other| other + challengers).collect::<Vec<_>>()].concat()
    };
    (0..challengers).flat_map(|challenger| rest.iter().map(move |rest| lineup(challenger, rest))).collect()
}
