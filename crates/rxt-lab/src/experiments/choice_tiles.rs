//! What do choice tiles do to a lead?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::{Flavour, changed};
use crate::plots::{Axis, Chart, Point, Series};
use crate::strength::{self, SEED, STRENGTH};
use crate::table::number;
use rxt_arena::stats::estimate;
use rxt_record::Record;
use rxt_record::record::Entry;
use rxt_rules::{Cell, Phase, Player, Position, rank};

/// The experiment.
pub(super) struct ChoiceTiles;

const MAPS: [&str; 3] = ["choices-4p-16x16", "arena-4p-20x20", "band-6p-8x24"];
const LEADS: Schema =
    Schema { name: "leads", columns: &["map", "choices", "block", "stage", "leader_score", "taken", "swapped"] };
const ENGINE: &str = "alphabeta,order=eval,eval=stones,against=best";

impl ChoiceTiles {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        let limit = lab.size("300", "10");
        for map in &MAPS[..lab.size(3, 1)] {
            let plain = changed(map, map, |letter| if letter == 'c' { '0' } else { letter });
            for (question, field) in [("with choices", crate::field(map)), ("without choices", plain)] {
                pairings.push(Pairing::new(question, ENGINE, &format!("{ENGINE},ties=random"), vec![field], limit));
            }
        }
        for players in [3, 4, 6].into_iter().take(lab.size(3, 1)) {
            pairings.push(Pairing::new(
                &format!("looks behind a choice, {players} players"),
                &format!("{ENGINE},quiesce=upset"),
                ENGINE,
                lab.deck(&[players], Flavour::Choices),
                limit,
            ));
        }
        pairings
    }
}

/// The final score of whoever has most stones at half and at three quarters, the choices taken, and the real swaps among them.
fn leads(record: &Record, points: &[Option<u32>]) -> ([f64; 2], u32, u32) {
    let mut positions: Vec<Position> = Vec::new();
    let (mut taken, mut swapped) = (0, 0);
    let mut replay = record.replay();
    loop {
        let position = replay.position().clone();
        match replay.step() {
            Some(Ok(Entry::Move(mv))) => {
                if position.phase() == Phase::Build {
                    let choice = position.cell_at(mv.answer.x, mv.answer.y) == Cell::CHOICE;
                    taken += u32::from(choice);
                    swapped += u32::from(choice && mv.answer.special != mv.player.number());
                    positions.push(position);
                }
            }
            Some(Ok(_)) => {}
            _ => break,
        }
    }
    let scores = rank::placements(points);
    let leader = |part: f64| {
        let Some(position) = positions.get((positions.len() as f64 * part) as usize) else { return f64::NAN };
        let most = Player::all(position.players()).max_by_key(|&player| position.stones(player));
        most.map_or(f64::NAN, |player| scores[player.index()].score)
    };
    ([leader(0.5), leader(0.75)], taken, swapped)
}

impl Experiment for ChoiceTiles {
    fn about(&self) -> About {
        About {
            name: "choice-tiles",
            question: "What do choice tiles do to a lead, and does it help to look behind them?",
            source: "2025 report, fifth assignment, section 5.3; second assignment, section 4.1.6.",
            claim: "Choices turn the meaning of a good position around; the report saw no way to deal with them, because what will happen cannot be \
                    told.",
            method: "The same engine on all seats, on maps with choice tiles and on the same maps with these tiles made ordinary: the final \
                     placement score of whoever leads at half and at three quarters of the building phase, 1 for the first and 0 for the last. \
                     Then a search that goes on to the end of the round behind an inversion, a choice or an override (`quiesce=upset`) against \
                     one that does not, on 120 generated maps with choice tiles for each number of players.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH, LEADS]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(900, 3)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let pairings = Self::pairings(lab);
        let (index, _) = crate::contest::turn(&pairings, number);
        let (lines, block) = strength::play(lab, &pairings, number, 0);
        let Some(block) = block.filter(|_| pairings[index].question.ends_with("choices")) else { return lines };
        let mut rows = Vec::new();
        for (game, record) in &block.games {
            let (scores, taken, swapped) = leads(record, &game.points);
            for (stage, score) in ["1/2", "3/4"].into_iter().zip(scores) {
                let row = vec![
                    block.map.clone(),
                    pairings[index].question.clone(),
                    number.to_string(),
                    stage.to_owned(),
                    self::number(score),
                    taken.to_string(),
                    swapped.to_string(),
                ];
                rows.push((1, row));
            }
        }
        rows
    }

    fn findings(&self, data: &Data) -> Findings {
        let (blocks, leads) = (data.table("strength"), data.table("leads"));
        let mut findings = strength::findings(&blocks, "Looking behind choices against not looking", &["question"]);
        let mut table = MarkdownTable::new(
            "Final score of the leader, points of 100 [95 %]",
            &["map", "choices", "at 1/2", "at 3/4", "choices taken per game", "of them swaps, %"],
        );
        let value = |map: &str, choices: &str, stage: &str| {
            let rows = leads
                .only(|row| row.text("map") == map && row.text("choices") == choices && row.text("stage") == stage);
            let samples: Vec<f64> = rows
                .groups(&["block"])
                .iter()
                .map(|(_, rows)| rows.iter().map(|row| row.number("leader_score")).sum::<f64>() / rows.len() as f64)
                .collect();
            estimate(&[samples], SEED)
        };
        for (keys, rows) in leads.groups(&["map", "choices"]) {
            let told =
                |stage: &str| value(keys[0], keys[1], stage).as_ref().map_or_else(|| "-".to_owned(), strength::points);
            let sum = |column: &str| rows.iter().map(|row| row.number(column)).sum::<f64>();
            let swaps = if sum("taken") > 0.0 {
                format!("{:.0}", sum("swapped") / sum("taken") * 100.0)
            } else {
                "-".to_owned()
            };
            table.push(vec![
                format!("`{}`", keys[0]),
                keys[1].to_owned(),
                told("1/2"),
                told("3/4"),
                format!("{:.1}", sum("taken") / rows.len() as f64),
                swaps,
            ]);
        }
        let told: Vec<String> =
            table.rows.iter().map(|row| format!("{} {}: {} and {}", row[0], row[1], row[2], row[3])).collect();
        findings
            .found
            .insert(0, format!("The final score of whoever leads at half and at three quarters: {}.", told.join("; ")));
        let maps = leads.distinct("map");
        let series = ["with choices", "without choices"].map(|choices| {
            let points = maps.iter().enumerate().filter_map(|(index, map)| {
                let found = value(map, choices, "3/4")?;
                let point = Point::new(index as f64, found.mean * 100.0);
                Some(found.interval.map_or(point, |interval| {
                    point.between(interval.low.max(0.0) * 100.0, interval.high.min(1.0) * 100.0)
                }))
            });
            Series::marks(choices, points.collect())
        });
        let chart = Chart {
            title: "What a lead at three quarters is worth".to_owned(),
            x: Axis::new("map").named(maps.iter().map(|&map| map.to_owned())),
            y: Axis::new("final score of the leader, points of 100"),
            series: series.to_vec(),
            ..Chart::default()
        };
        findings.tables.insert(0, table);
        findings.plots.push(("leads", chart.into()));
        findings
    }
}
