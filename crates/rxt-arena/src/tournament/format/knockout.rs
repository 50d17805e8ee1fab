//! Knockout: the best of each table goes on.

use super::{Past, blocks_for, by_score, means, players_of};
use crate::matches::GameLine;
use crate::tournament::decision::{Decision, TablePlan};
use crate::tournament::setup::Setup;

/// How many further blocks decide between those who are level, before the order of the file does.
const TIE_BREAKS: usize = 3;

pub(super) fn next(setup: &Setup, past: &Past<'_>) -> Decision {
    let Some(last) = past.decisions.last() else {
        return round(setup, 0, &(0..setup.bots.len()).collect::<Vec<_>>());
    };
    let of_stage: Vec<&Decision> = past.decisions.iter().filter(|decision| decision.stage == last.stage).collect();
    let before: usize = past.decisions.iter().filter(|d| d.stage < last.stage).map(|d| d.tables.len()).sum();
    let lines: Vec<GameLine> = past.lines.iter().filter(|line| line.block as usize >= before).cloned().collect();
    let mut lineups: Vec<Vec<usize>> = Vec::new();
    for table in &of_stage[0].tables {
        if !lineups.contains(&table.lineup) {
            lineups.push(table.lineup.clone());
        }
    }
    let score = means(setup, &lines);
    let level = |lineup: &Vec<usize>| {
        let order = by_score(lineup, &score);
        order.len() > 1 && (score[order[0]] - score[order[1]]).abs() < 1e-9
    };
    let tied: Vec<&Vec<usize>> = lineups.iter().filter(|lineup| level(lineup)).collect();
    if !tied.is_empty() && of_stage.len() <= TIE_BREAKS {
        let ground = of_stage[0].tables[0].ground;
        let tables = tied.into_iter().map(|lineup| TablePlan { ground, lineup: lineup.clone() }).collect();
        let note = format!("a further block for those who are level in round {}", last.stage + 1);
        return Decision { note, stage: last.stage, tables, order: last.order.clone(), ..Decision::default() };
    }
    let mut left: Vec<usize> = lineups.iter().map(|lineup| by_score(lineup, &score)[0]).collect();
    left.extend(&of_stage[0].byes);
    left.sort_by_key(|bot| last.order.iter().position(|seeded| seeded == bot));
    if let [winner] = left[..] {
        let mut over = Decision::over(format!("{} wins", setup.bots[winner].name));
        over.order = left;
        return over;
    }
    round(setup, last.stage + 1, &left)
}

/// How many games are played without tie-breaks.
pub(super) fn planned(setup: &Setup, games: &dyn Fn(&TablePlan) -> u64) -> u64 {
    let (mut left, mut stage, mut sum) = (setup.bots.len(), 0, 0);
    while left > 1 {
        let round = round(setup, stage, &(0..left).collect::<Vec<_>>());
        sum += round.tables.iter().map(games).sum::<u64>();
        left = round.byes.len() + round.tables.len() / setup.config.blocks as usize;
        stage += 1;
    }
    sum
}

/// Tables of those who are left, the best with the worst. In pairs, the best are free until a power of two is left.
fn round(setup: &Setup, stage: u32, left: &[usize]) -> Decision {
    let ground = stage as usize % setup.grounds.len();
    let size = players_of(setup, ground);
    let free = if size == 2 { left.len().next_power_of_two() - left.len() } else { 0 };
    let (byes, playing) = left.split_at(free);
    let count = playing.len().div_ceil(size);
    let mut lineups = vec![Vec::new(); count];
    for (at, &bot) in playing.iter().enumerate() {
        // There and back again, so that every table has some of the best and some of the worst.
        let (turn, place) = (at / count, at % count);
        lineups[if turn % 2 == 0 { place } else { count - 1 - place }].push(bot);
    }
    let alone: Vec<usize> = lineups.iter().filter(|lineup| lineup.len() == 1).map(|lineup| lineup[0]).collect();
    let lineups = lineups.iter().filter(|lineup| lineup.len() > 1);
    Decision {
        note: format!("round {}, {} are left", stage + 1, left.len()),
        stage,
        tables: lineups.flat_map(|lineup| blocks_for(setup, ground, lineup)).collect(),
        byes: byes.iter().copied().chain(alone).collect(),
        order: left.to_vec(),
        stop: false,
    }
}
