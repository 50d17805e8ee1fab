//! Did the changes of the last assignment improve the places?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::strength::{self, STRENGTH};
use rxt_arena::stats::mean;

/// The experiment.
pub(super) struct Placements;

const OPPONENTS: [&str; 2] = ["trivial", "report-2019"];
const CLIENTS: [(&str, &str); 2] = [("before", "report-2025-minimax"), ("after", "report-2025-final")];
const PLAYERS: [u8; 5] = [2, 3, 4, 6, 8];
const PLACES: Schema = Schema { name: "places", columns: &["client", "opponent", "players", "map", "block", "place"] };

impl Placements {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for players in PLAYERS.into_iter().take(lab.size(5, 2)) {
            let fields = lab.deck(&[players], Flavour::Mixed);
            for opponent in OPPONENTS.into_iter().take(lab.size(2, 1)) {
                for (name, spec) in CLIENTS {
                    pairings.push(Pairing::new(
                        &format!("{name}, {players} players"),
                        spec,
                        opponent,
                        fields.clone(),
                        lab.size("2000", "20"),
                    ));
                }
            }
            pairings.push(Pairing::new(
                &format!("after against before, {players} players"),
                CLIENTS[1].1,
                CLIENTS[0].1,
                fields,
                lab.size("2000", "20"),
            ));
        }
        pairings
    }
}

impl Experiment for Placements {
    fn about(&self) -> About {
        About {
            name: "placements",
            question: "Did the changes of the last assignment improve the client's places?",
            source: "2025 report, fifth assignment, section 5.7.",
            claim: "Two tables of places on the course's server, two days apart: with eight players first places rose from 0 to 6 of 56. \
                    Recomputed, the mean place with eight players improved from 5.29 to 4.07, with two and three players by less than \
                    chance allows, and with four and six players it became worse (3.00 to 3.25 and 3.33 to 3.50); the opponents had \
                    changed in between.",
            method: "The client before (`report-2025-minimax`) and after (`report-2025-final`), each against the same two frozen opponents, \
                     and against each other, with 2000 positions per move on 120 generated maps for each number of players.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH, PLACES]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(3000, 5)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let pairings = Self::pairings(lab);
        let (mut lines, block) = strength::play(lab, &pairings, number, 0);
        let (index, round) = crate::contest::turn(&pairings, number);
        let pairing = &pairings[index];
        for (game, _) in block.iter().flat_map(|block| &block.games) {
            let places = rxt_rules::rank::placements(&game.points);
            for (_, placement) in game.seats.iter().zip(places).filter(|(seat, _)| **seat == 0) {
                let players = game.seats.len().to_string();
                let row = vec![
                    pairing.first.clone(),
                    pairing.second.clone(),
                    players,
                    game.map.clone(),
                    round.to_string(),
                    placement.place.to_string(),
                ];
                lines.push((1, row));
            }
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let mut findings =
            strength::findings(&data.table("strength"), "Scores against frozen opponents", &["question", "second"]);
        let places = data.table("places");
        let mut table = MarkdownTable::new(
            "Places, as the report counts them",
            &["client", "opponent", "players", "1st", "2nd", "3rd", "4th", "5th and later", "mean place [95 %]"],
        );
        for (keys, rows) in places.groups(&["client", "opponent", "players"]) {
            let found: Vec<f64> = rows.iter().map(|row| row.number("place")).collect();
            let count =
                |low: f64, high: f64| found.iter().filter(|place| (low..high).contains(*place)).count().to_string();
            let blocks: Vec<f64> = crate::table::group(rows.iter().copied(), &["block"])
                .iter()
                .map(|(_, rows)| rows.iter().map(|row| row.number("place")).sum::<f64>() / rows.len() as f64)
                .collect();
            let told = mean(&blocks).and_then(|mean| Some((mean.mean, mean.interval?)));
            let told = told.map_or_else(
                || "one block".to_owned(),
                |(mean, interval)| format!("{mean:.2} [{:.2}, {:.2}]", interval.low.max(1.0), interval.high),
            );
            table.push(vec![
                format!("`{}`", keys[0]),
                format!("`{}`", keys[1]),
                keys[2].to_owned(),
                count(0.5, 1.5),
                count(1.5, 2.5),
                count(2.5, 3.5),
                count(3.5, 4.5),
                count(4.5, 9.0),
                told,
            ]);
        }
        findings.tables.insert(0, table);
        findings
    }
}
