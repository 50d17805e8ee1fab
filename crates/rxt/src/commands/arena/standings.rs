//! The table of a tournament.

use rxt_arena::matches::{GameLine, Standing, standings};
use rxt_arena::stats::Mean;
use rxt_arena::tournament::PointTable;
use std::fmt::Write;

/// The competitors, the best first, as text.
pub(super) fn table(names: &[String], lines: &[GameLine], points: Option<&[f64]>) -> String {
    let mut rows: Vec<(&String, Standing, f64)> = names
        .iter()
        .zip(standings(names.len(), lines))
        .zip(awards(names.len(), lines, points))
        .map(|((name, standing), award)| (name, standing, award))
        .collect();
    let score = |standing: &Standing| standing.score.map_or(-1.0, |score| score.mean);
    rows.sort_by(|(_, one, award), (_, other, more)| more.total_cmp(award).then(score(other).total_cmp(&score(one))));
    if points.is_none() {
        rows.sort_by(|(_, one, _), (_, other, _)| score(other).total_cmp(&score(one)));
    }
    let award = if points.is_some() { format!("{:>8} ", "points") } else { String::new() };
    let mut text = format!("{award}{:>7} {:>7} {:>7}  {:<22}  bot\n", "games", "wins", "disq.", "placement score");
    for (name, standing, award) in rows {
        if points.is_some() {
            let _ = write!(text, "{award:>8.1} ");
        }
        let Standing { games, wins, score, disqualified } = standing;
        let _ = writeln!(text, "{games:>7} {wins:>7} {disqualified:>7}  {:<22}  {name}", score_text(score));
    }
    text
}

/// What each competitor was awarded in all.
pub(super) fn awards(competitors: usize, lines: &[GameLine], points: Option<&[f64]>) -> Vec<f64> {
    let table = PointTable::new(points.map(<[f64]>::to_vec));
    let mut awards = vec![0.0; competitors];
    for line in lines {
        for (&bot, award) in line.seats.iter().zip(table.award(&line.points)) {
            awards[bot] += award;
        }
    }
    awards
}

fn score_text(score: Option<Mean>) -> String {
    match score {
        Some(Mean { mean, interval: Some(interval) }) => {
            format!("{mean:.3} [{:.3}, {:.3}]", interval.low.max(0.0), interval.high.min(1.0))
        }
        Some(Mean { mean, interval: None }) => format!("{mean:.3}, one block"),
        None => "no whole block yet".to_owned(),
    }
}
