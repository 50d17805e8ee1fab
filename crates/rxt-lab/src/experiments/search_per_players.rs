//! Which search suits how many players?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Heat, Plot};
use crate::strength::{self, STRENGTH, estimate_of, points, verdict_text};
use crate::table::{Table, group};
use rxt_arena::stats::Estimate;

/// The experiment.
pub(super) struct SearchPerPlayers;

/// All with the same evaluation, which also orders the moves.
const SEARCHES: [&str; 6] = [
    "paranoid,order=eval,overrides=spare,eval=default",
    "maxn,order=eval,overrides=spare,eval=default",
    "brs,order=eval,overrides=spare,eval=default",
    "brs+,order=eval,overrides=spare,eval=default",
    "opps,order=eval,overrides=spare,eval=default",
    "mcts,prior=eval,bias=1,overrides=spare,eval=default",
];
const REFERENCES: [&str; 2] = ["alphabeta,order=eval,overrides=spare,eval=default", "report-2016"];
const PLAYERS: [u8; 5] = [2, 3, 4, 6, 8];
/// Limits, and in every how many-th round each number of players has a turn with it: games with more positions or more
/// players take longer, and scores of more players vary less.
const LIMITS: [(&str, [u32; 5]); 4] =
    [("1000", [1, 3, 3, 4, 4]), ("10000", [6, 12, 12, 12, 12]), ("5ms", [12; 5]), ("100000", [84; 5])];

impl SearchPerPlayers {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        let limits: &[(&str, [u32; 5])] = lab.size(&LIMITS, &[("20", [1; 5])]);
        let chosen = |limit: &str| lab.limit.as_deref().is_none_or(|only| only == limit);
        for &(limit, rounds) in limits.iter().filter(|(limit, _)| chosen(limit)) {
            for (players, every) in PLAYERS.into_iter().zip(rounds).take(lab.size(5, 2)) {
                let fields = lab.deck(&[players], Flavour::Mixed);
                // By the clock only against the first, as a spot check: such games have the machine for themselves.
                let references = if limit.ends_with("ms") { 1 } else { lab.size(2, 1) };
                for reference in REFERENCES.into_iter().take(references) {
                    for search in SEARCHES.into_iter().take(lab.size(6, 2)).filter(|_| !fields.is_empty()) {
                        let question = format!("{players} players");
                        let pairing = Pairing::new(&question, search, reference, fields.clone(), limit);
                        pairings.push(Pairing { every, ..pairing });
                    }
                }
            }
        }
        pairings
    }
}

impl Experiment for SearchPerPlayers {
    fn about(&self) -> About {
        About {
            name: "search-per-players",
            question: "Which of paranoid, max-n, BRS, BRS+, OPPS and Monte Carlo suits 2, 3, 4, 6 and 8 players?",
            source: "The 2016 and 2025 reports search as if all others stood together (paranoid), that of 2019 with best-reply search.",
            claim: "None of them compared its search with another one. The literature on similar games prefers BRS and its \
                    relatives to paranoid for more than two players, and Monte Carlo in its max-n form.",
            method: "Each search plays with the evaluation of the default engine, which also orders its moves, keeps its override stones, \
                     and is not tuned in any other way (the tuning budget of all is nothing), against the same two references: \
                     alpha-beta with the same evaluation, and the client of the 2016 report. Blocks of two games share map and opening, with \
                     the seats exchanged; 120 generated maps with special tiles for each number of players. 1000, 10 000 and \
                     100 000 positions per move, and 5 ms as a timed spot check.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(12_000, Self::pairings(lab).len() as u32)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        strength::play(lab, &Self::pairings(lab), number, 0).0
    }

    fn limits(&self) -> Vec<&'static str> {
        LIMITS.iter().map(|(limit, _)| *limit).collect()
    }

    fn measures_time(&self, lab: &Lab, number: u32) -> bool {
        strength::by_the_clock(&Self::pairings(lab), number)
    }

    fn findings(&self, data: &Data) -> Findings {
        let blocks = short_names(&data.table("strength"));
        let mut findings = Findings {
            sure: vec![strength::summary(&blocks, &["question", "limit", "second", "first"])],
            ..Findings::default()
        };
        for reference in blocks.distinct("second") {
            let mut best = MarkdownTable::new(
                &format!("The search that did best against `{reference}`, and the next"),
                &["players", "limit", "search", "score, %", "verdict", "next", "score, %"],
            );
            for (keys, rows) in blocks.only(|row| row.text("second") == reference).groups(&["question", "limit"]) {
                let searches = group(rows.iter().copied(), &["first"]).into_iter();
                let mut scores: Vec<(&str, Estimate)> =
                    searches.filter_map(|(first, rows)| Some((first[0], estimate_of(&rows, "score")?))).collect();
                scores.retain(|(_, score)| score.interval.is_some());
                scores.sort_by(|one, other| other.1.mean.total_cmp(&one.1.mean));
                let [top, next, ..] = &scores[..] else { continue };
                best.push(vec![
                    keys[0].to_owned(),
                    keys[1].to_owned(),
                    format!("`{}`", top.0),
                    points(&top.1),
                    verdict_text(&top.1),
                    format!("`{}`", next.0),
                    points(&next.1),
                ]);
            }
            let told: Vec<String> =
                best.rows.iter().map(|row| format!("{} at {}: {} {}", row[0], row[1], row[2], row[3])).collect();
            findings
                .found
                .push(format!("Best against `{reference}`, with the score in points of 100: {}.", told.join("; ")));
            findings.tables.push(best);
        }
        findings.tables.push(together(&blocks));
        findings.sure.push(
            "Who is best of six is somewhat flattered by having been picked; whether he is better than the next, their intervals say."
                .to_owned(),
        );
        findings.tables.push(strength::table(&blocks, "All comparisons", &["question", "limit", "second", "first"]));
        for (name, reference, limit) in [
            ("against-alphabeta", "alphabeta", "1000"),
            ("against-alphabeta-10000", "alphabeta", "10000"),
            ("against-alphabeta-100000", "alphabeta", "100000"),
            ("against-report-2016", "report-2016", "1000"),
            ("against-report-2016-10000", "report-2016", "10000"),
            ("against-report-2016-100000", "report-2016", "100000"),
        ] {
            findings.plots.push((name, heat(&blocks, reference, limit)));
        }
        findings
    }
}

/// The scores against both references together, searches beside each other.
fn together(blocks: &Table) -> MarkdownTable {
    let searches = blocks.distinct("first");
    let head: Vec<&str> = ["players", "limit"].into_iter().chain(searches.iter().copied()).collect();
    let mut table = MarkdownTable::new("Score against both references together, in points of 100", &head);
    for (keys, rows) in blocks.groups(&["question", "limit"]) {
        let score = |search: &&str| {
            let rows: Vec<_> = rows.iter().copied().filter(|row| row.text("first") == *search).collect();
            estimate_of(&rows, "score").map_or_else(String::new, |score| points(&score))
        };
        table.push(keys.iter().map(|key| (*key).to_owned()).chain(searches.iter().map(score)).collect());
    }
    table
}

/// The searches by their names alone; all have the same options.
fn short_names(blocks: &Table) -> Table {
    let mut table = Table::new(STRENGTH.columns);
    for row in blocks.rows() {
        let short = |column: &&str| match *column {
            "first" | "second" => row.text(column).split(',').next().unwrap_or_default().to_owned(),
            column => row.text(column).to_owned(),
        };
        table.push(STRENGTH.columns.iter().map(short).collect());
    }
    table
}

/// Searches by players.
fn heat(blocks: &Table, reference: &str, limit: &str) -> Plot {
    let played = blocks.only(|row| row.text("second") == reference && row.text("limit") == limit);
    let columns: Vec<String> = played.distinct("question").into_iter().map(str::to_owned).collect();
    let rows: Vec<String> = played.distinct("first").into_iter().map(str::to_owned).collect();
    let cell = |row: &String, column: &String| {
        let one = played.only(|found| found.text("first") == row && found.text("question") == column);
        let rows: Vec<_> = one.rows().collect();
        estimate_of(&rows, "score").filter(|score| score.interval.is_some()).map(|score| score.mean * 100.0)
    };
    let cells = rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect();
    let title =
        format!("Placement score against {reference}, points of 100, {limit} positions per move (intervals: table)");
    Heat { title, rows, columns, cells, range: (20.0, 80.0), decimals: 0 }.into()
}
