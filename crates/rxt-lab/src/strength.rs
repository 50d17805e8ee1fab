//! What blocks of games say about who is stronger: rows, intervals, verdicts, tables and plots.

use crate::contest::{Block, Pairing, turn};
use crate::experiment::{Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Forest, ForestRow};
use crate::table::{Row, Table, group, number};
use rxt_arena::stats::{Estimate, Verdict, estimate, verdict};

/// One row for each block.
pub(crate) const STRENGTH: Schema = Schema {
    name: "strength",
    columns: &["question", "first", "second", "limit", "players", "map", "block", "games", "score"],
};

/// The seed of all intervals, so that pages can be made again.
pub(crate) const SEED: u64 = 7;

/// Plays the block of a job and returns its row, for the table at a place.
pub(crate) fn play(lab: &Lab, pairings: &[Pairing], job: u32, place: usize) -> (Lines, Option<Block>) {
    let (index, block) = turn(pairings, job);
    let pairing = &pairings[index];
    let Some(played) = pairing.play(lab, block) else { return (Vec::new(), None) };
    let row = vec![
        pairing.question.clone(),
        pairing.first.clone(),
        pairing.second.clone(),
        pairing.limit.clone(),
        played.players.to_string(),
        played.map.clone(),
        block.to_string(),
        played.games.len().to_string(),
        number(played.score),
    ];
    (vec![(place, row)], Some(played))
}

/// Whether the block of a job is played by the clock.
pub(crate) fn by_the_clock(pairings: &[Pairing], job: u32) -> bool {
    pairings[turn(pairings, job).0].by_the_clock()
}

/// The mean of a column over maps and blocks, with its interval.
pub(crate) fn estimate_of(rows: &[Row<'_>], column: &str) -> Option<Estimate> {
    let maps: Vec<Vec<f64>> = group(rows.iter().copied(), &["map"])
        .into_iter()
        .map(|(_, rows)| rows.iter().map(|row| row.number(column)).filter(|value| value.is_finite()).collect())
        .collect();
    estimate(&maps, SEED)
}

/// A score with its interval in points of 100, and nothing without one.
pub(crate) fn points(score: &Estimate) -> String {
    let to = |value: f64| value.clamp(0.0, 1.0) * 100.0;
    score.interval.map_or_else(
        || "too few".to_owned(),
        |interval| format!("{:.1} [{:.1}, {:.1}]", to(score.mean), to(interval.low), to(interval.high)),
    )
}

/// A verdict in words.
pub(crate) fn verdict_text(score: &Estimate) -> String {
    match verdict(score) {
        Verdict::Stronger => "stronger".to_owned(),
        Verdict::Weaker => "weaker".to_owned(),
        Verdict::Level => "no difference beyond the interval".to_owned(),
        Verdict::Open(Some(needed)) => format!("open: about {needed} blocks needed"),
        Verdict::Open(None) => "open: too few blocks".to_owned(),
    }
}

/// A table of scores, one row for each combination of these columns.
pub(crate) fn table(data: &Table, caption: &str, by: &[&str]) -> MarkdownTable {
    let mut head: Vec<&str> = by.to_vec();
    head.extend(["blocks", "score of the first, %", "verdict"]);
    let mut table = MarkdownTable::new(caption, &head);
    for (keys, rows) in data.groups(by) {
        let Some(score) = estimate_of(&rows, "score") else { continue };
        let mut cells: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        cells.extend([score.samples.to_string(), points(&score), verdict_text(&score)]);
        table.push(cells);
    }
    table
}

/// The same as a picture; the label of a row is made of its keys.
pub(crate) fn forest(data: &Table, title: &str, by: &[&str]) -> Forest {
    let rows = data.groups(by).into_iter().filter_map(|(keys, rows)| {
        let score = estimate_of(&rows, "score")?;
        let interval = score.interval?;
        let percent = |value: f64| value.clamp(0.0, 1.0) * 100.0;
        Some(ForestRow {
            label: keys.join(" | "),
            mean: percent(score.mean),
            low: percent(interval.low),
            high: percent(interval.high),
        })
    });
    Forest {
        title: title.to_owned(),
        label: "placement score of the first, points of 100 (95 % interval)".to_owned(),
        rows: rows.collect(),
        reference: Some(50.0),
    }
}

/// How many questions are settled and how many are open, in a sentence.
pub(crate) fn summary(data: &Table, by: &[&str]) -> String {
    let scores: Vec<Estimate> = data.groups(by).iter().filter_map(|(_, rows)| estimate_of(rows, "score")).collect();
    let open = scores.iter().filter(|score| matches!(verdict(score), Verdict::Open(_))).count();
    let games: f64 = data.rows().map(|row| row.number("games")).sum();
    format!(
        "{games:.0} games in {} blocks. Of {} comparisons {} are settled with a half-width of at most 5 points; {open} are \
         open, and the table says how many blocks each would need. Intervals are 95 %, by drawing maps and then blocks again; \
         a verdict needs at least 20 blocks as well. With so many comparisons one in twenty is expected to look settled by \
         chance.",
        data.len(),
        scores.len(),
        scores.len() - open
    )
}

/// The scores of a table in a sentence, those without an interval left out.
pub(crate) fn told(table: &MarkdownTable, keys: usize, about: &str) -> String {
    let with = table.rows.iter().filter(|row| row[keys + 1].contains('['));
    let told: Vec<String> =
        with.map(|row| format!("{}: {} ({})", row[..keys].join(" "), row[keys + 1], row[keys + 2])).collect();
    if told.is_empty() {
        return "No comparison has been played often enough for an interval.".to_owned();
    }
    format!("{about}: {}.", told.join("; "))
}

/// Findings of blocks alone: a sentence with all scores, the table and the picture.
pub(crate) fn findings(blocks: &Table, title: &str, by: &[&str]) -> crate::experiment::Findings {
    let table = table(blocks, title, by);
    let keys = by.len();
    let found = told(&table, keys, "Score of the first in points of 100, 50 being equal");
    crate::experiment::Findings {
        found: vec![found],
        sure: vec![summary(blocks, by)],
        plots: vec![("strength", forest(blocks, title, by).into())],
        tables: vec![table],
    }
}
