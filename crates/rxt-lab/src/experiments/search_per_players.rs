//! Which search suits how many players?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Heat, Plot};
use crate::strength::{self, STRENGTH, estimate_of, points, verdict_text};

/// The experiment.
pub(super) struct SearchPerPlayers;

const SEARCHES: [&str; 6] = ["paranoid", "maxn", "brs", "brs+", "opps", "mcts"];
const REFERENCES: [&str; 2] = ["trivial", "greedy"];
const PLAYERS: [u8; 5] = [2, 3, 4, 6, 8];

impl SearchPerPlayers {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        let limits: &[(&str, u32)] = lab.size(&[("1000", 1), ("10000", 6), ("20ms", 12), ("100000", 60)], &[("20", 1)]);
        for &(limit, every) in limits {
            for players in PLAYERS.into_iter().take(lab.size(5, 2)) {
                let fields = lab.deck(&[players], Flavour::Mixed);
                for reference in REFERENCES.into_iter().take(lab.size(2, 1)) {
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
            method: "Each search plays with its default options, which were not tuned for it (the tuning budget of all is nothing), \
                     against the same two references: `trivial`, which is alpha-beta sorted by evaluation, and `greedy`, which \
                     looks one move ahead. Blocks of two games share map and opening, with \
                     the seats exchanged; forty generated maps with special tiles for each number of players. 1000, 10 000 and \
                     100 000 positions per move, and 20 ms as a timed spot check.",
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

    fn measures_time(&self, lab: &Lab, number: u32) -> bool {
        strength::by_the_clock(&Self::pairings(lab), number)
    }

    fn findings(&self, data: &Data) -> Findings {
        let blocks = data.table("strength");
        let mut findings = Findings {
            sure: vec![strength::summary(&blocks, &["question", "limit", "second", "first"])],
            ..Findings::default()
        };
        let mut best = MarkdownTable::new(
            "The search that did best against `trivial`",
            &["players", "limit", "search", "score, %", "verdict"],
        );
        for (keys, rows) in blocks.only(|row| row.text("second") == "trivial").groups(&["question", "limit"]) {
            let searches = crate::table::group(rows.iter().copied(), &["first"]).into_iter();
            let scores = searches.filter_map(|(first, rows)| Some((first[0], estimate_of(&rows, "score")?)));
            let top = scores.max_by(|one, other| one.1.mean.total_cmp(&other.1.mean));
            if let Some((search, score)) = top {
                best.push(vec![
                    keys[0].to_owned(),
                    keys[1].to_owned(),
                    format!("`{search}`"),
                    points(&score),
                    verdict_text(&score),
                ]);
            }
        }
        let told: Vec<String> =
            best.rows.iter().map(|row| format!("{} at {}: {} {}", row[0], row[1], row[2], row[3])).collect();
        findings.found.push(format!("Best against `trivial`, with the score in points of 100: {}.", told.join("; ")));
        findings.tables.push(best);
        findings.tables.push(strength::table(&blocks, "All comparisons", &["question", "limit", "second", "first"]));
        for reference in REFERENCES {
            let name = if reference == "trivial" { "against-trivial" } else { "against-greedy" };
            findings.plots.push((name, heat(&blocks, reference)));
        }
        findings
    }
}

/// Searches by players at the smallest limit that all have played.
fn heat(blocks: &crate::Table, reference: &str) -> Plot {
    let limit = blocks.distinct("limit").first().copied().unwrap_or_default().to_owned();
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
