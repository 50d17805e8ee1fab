//! The result of a match for people and for programs.

use super::Args;
use miette::{IntoDiagnostic, Result};
use rxt_arena::matches::{GameLine, Standing, standings};
use rxt_arena::stats::{Interval, Mean, Outcome, duel_scores, outcome};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Serialize)]
struct Report {
    complete: bool,
    /// What the sequential test says of the first engine, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    competitors: Vec<Competitor>,
    /// The same for each map.
    maps: BTreeMap<String, Vec<Competitor>>,
}

#[derive(Serialize)]
struct Competitor {
    name: String,
    games: u32,
    wins: u32,
    placement_score: Option<f64>,
    interval: Option<[f64; 2]>,
    disqualified: u32,
}

pub(super) fn json(args: &Args, lines: &[GameLine], complete: bool) -> Result<String> {
    let verdict = args.sprt.map(|size| word(outcome(&duel_scores(lines, 0, 1), size)));
    let maps = by_map(lines).into_iter().map(|(map, lines)| (map, competitors(&args.engines, &lines))).collect();
    let report = Report { complete, verdict, competitors: competitors(&args.engines, lines), maps };
    Ok(serde_json::to_string(&report).into_diagnostic()? + "\n")
}

fn competitors(names: &[String], lines: &[GameLine]) -> Vec<Competitor> {
    let competitor = |(name, standing): (String, Standing)| Competitor {
        name,
        games: standing.games,
        wins: standing.wins,
        placement_score: standing.score.map(|score| score.mean),
        interval: standing.score.and_then(|score| score.interval).map(bounds),
        disqualified: standing.disqualified,
    };
    rows(names, lines).into_iter().map(competitor).collect()
}

fn by_map(lines: &[GameLine]) -> BTreeMap<String, Vec<GameLine>> {
    let mut maps: BTreeMap<String, Vec<GameLine>> = BTreeMap::new();
    for line in lines {
        maps.entry(line.map.clone()).or_default().push(line.clone());
    }
    maps
}

/// Each map with its competitors, the best first.
pub(super) fn tables_by_map(names: &[String], lines: &[GameLine]) -> String {
    let mut text = String::new();
    for (map, lines) in by_map(lines) {
        let _ = write!(text, "\n{map}\n{}", table(names, &lines));
    }
    text
}

/// The competitors, the best first.
pub(super) fn table(names: &[String], lines: &[GameLine]) -> String {
    let mut rows = rows(names, lines);
    let score = |standing: &Standing| standing.score.map_or(0.0, |score| score.mean);
    rows.sort_by(|(_, one), (_, other)| score(other).total_cmp(&score(one)));
    let mut text = format!("{:>7} {:>7} {:>7}  {:<24} engine\n", "games", "wins", "disq.", "placement score");
    for (name, standing) in rows {
        let Standing { games, wins, score, disqualified } = standing;
        let _ = writeln!(text, "{games:>7} {wins:>7} {disqualified:>7}  {:<24} {name}", score_text(score));
    }
    text
}

/// What the sequential test says, in a line.
pub(super) fn verdict(size: f64, lines: &[GameLine]) -> String {
    let scores = duel_scores(lines, 0, 1);
    let said = match outcome(&scores, size) {
        Some(Outcome::Gain) => "the first engine is better",
        Some(Outcome::Loss) => "the first engine is worse",
        Some(Outcome::NotShown) => "no difference of this size is shown",
        None => "open: more games are needed",
    };
    format!("sequential test, difference {size}: {said} ({} blocks)\n", scores.len())
}

fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Gain) => "gain",
        Some(Outcome::Loss) => "loss",
        Some(Outcome::NotShown) => "not shown",
        None => "open",
    }
}

/// The scores in one line.
pub(super) fn brief(competitors: usize, lines: &[GameLine]) -> String {
    let standings = standings(competitors, lines);
    let score =
        |standing: &Standing| standing.score.map_or_else(|| "-".to_owned(), |score| format!("{:.3}", score.mean));
    standings.iter().map(score).collect::<Vec<_>>().join(" : ")
}

fn rows(names: &[String], lines: &[GameLine]) -> Vec<(String, Standing)> {
    names.iter().cloned().zip(standings(names.len(), lines)).collect()
}

/// A figure without an interval is none.
fn score_text(score: Option<Mean>) -> String {
    match score.and_then(|score| Some((score.mean, score.interval?))) {
        Some((mean, interval)) => {
            let [low, high] = bounds(interval);
            format!("{mean:.3} [{low:.3}, {high:.3}]")
        }
        None => "open: too few games".to_owned(),
    }
}

/// An interval within what a placement score can be.
fn bounds(interval: Interval) -> [f64; 2] {
    [interval.low.max(0.0), interval.high.min(1.0)]
}
