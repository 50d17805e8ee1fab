//! A sequential test: two bots are compared until it is clear whether the first is better.

use super::{Past, players_of};
use crate::matches::combinations;
use crate::stats::{TestVerdict, duel_scores, sprt};
use crate::tournament::decision::{Decision, TablePlan};
use crate::tournament::setup::Setup;

pub(super) fn next(setup: &Setup, past: &Past<'_>) -> Decision {
    let test = setup.config.test.unwrap_or_default();
    let played: u32 = past.decisions.iter().map(|decision| decision.tables.len() as u32).sum();
    let scores = duel_scores(past.lines, 0, 1);
    let state = sprt(&scores, &test.into());
    let figures = format!(
        "log-likelihood ratio {:.2} of [{:.2}, {:.2}] after {} blocks",
        state.ratio,
        state.lower,
        state.upper,
        scores.len()
    );
    let (first, second) = (&setup.bots[0].name, &setup.bots[1].name);
    match state.verdict {
        TestVerdict::Better => return Decision::over(format!("{first} is better than {second}: {figures}")),
        TestVerdict::NotBetter => return Decision::over(format!("{first} is not better than {second}: {figures}")),
        TestVerdict::Open if played >= setup.config.blocks => {
            return Decision::over(format!("undecided between {first} and {second}: {figures}"));
        }
        TestVerdict::Open => {}
    }
    let batch = test.batch.min(setup.config.blocks - played);
    let tables = (played..played + batch).map(|block| table(setup, block as usize)).collect();
    Decision { note: figures, stage: past.decisions.len() as u32, tables, order: vec![0, 1], ..Decision::default() }
}

/// Both, and whoever else is needed to fill the map, in turn.
fn table(setup: &Setup, block: usize) -> TablePlan {
    let ground = block % setup.grounds.len();
    let others = setup.bots.len() - 2;
    let rest = combinations(others, (players_of(setup, ground) - 2).min(others));
    let rest = &rest[block / setup.grounds.len() % rest.len()];
    TablePlan { ground, lineup: [&[0, 1][..], &rest.iter().map(|other| other + 2).collect::<Vec<_>>()].concat() }
}
