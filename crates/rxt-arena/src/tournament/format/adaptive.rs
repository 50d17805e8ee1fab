//! Adaptive pairing: those meet whose order is least clear, and whoever has played least is seated first.

use super::pairing::Meetings;
use super::{Past, players_of};
use crate::stats::{fit, rankings};
use crate::tournament::decision::{Decision, TablePlan};
use crate::tournament::setup::Setup;

/// How many rounds are played; each bot plays a block in almost every one.
pub(super) fn rounds(setup: &Setup) -> u32 {
    setup.config.rounds.unwrap_or(setup.config.blocks)
}

pub(super) fn next(setup: &Setup, past: &Past<'_>) -> Decision {
    let stage = past.decisions.len() as u32;
    if stage >= rounds(setup) {
        return Decision::over(format!("{stage} rounds are played"));
    }
    let bots = setup.bots.len();
    let strengths = fit(bots, &rankings(past.lines)).strengths;
    let meetings = Meetings::of(bots, past.lines);
    let mut waiting: Vec<usize> = (0..bots).collect();
    // Those with the least blocks play, so that nobody is ever more than two blocks behind.
    waiting.sort_by_key(|&bot| (blocks_played(past, bot), bot));
    let ground = stage as usize % setup.grounds.len();
    let size = players_of(setup, ground).min(bots);
    let byes = waiting.split_off(waiting.len() / size * size);
    let mut tables = Vec::new();
    while !waiting.is_empty() {
        let mut lineup = vec![waiting.remove(0)];
        while lineup.len() < size {
            let unclear = |bot: usize| -> f64 {
                lineup.iter().map(|&other| information(&strengths, &meetings, bot, other)).sum()
            };
            let next = (0..waiting.len())
                .max_by(|&one, &other| unclear(waiting[one]).total_cmp(&unclear(waiting[other])).then(other.cmp(&one)))
                .expect("there are as many as the table needs");
            lineup.push(waiting.remove(next));
        }
        tables.push(TablePlan { ground, lineup });
    }
    Decision {
        note: format!("round {} of {}: those whose order is least clear meet", stage + 1, rounds(setup)),
        stage,
        tables,
        byes,
        order: (0..bots).collect(),
        stop: false,
    }
}

/// How much a game between two says: most when they are level and have met seldom.
fn information(strengths: &[f64], meetings: &Meetings, one: usize, other: usize) -> f64 {
    let wins = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
    wins * (1.0 - wins) / (1.0 + f64::from(meetings.between(one, other)))
}

fn blocks_played(past: &Past<'_>, bot: usize) -> usize {
    let tables = past.decisions.iter().flat_map(|decision| &decision.tables);
    tables.filter(|table| table.lineup.contains(&bot)).count()
}
