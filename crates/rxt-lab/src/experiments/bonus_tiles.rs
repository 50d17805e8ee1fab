//! Do bonus tiles decide games?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Axis, Chart, Point, Series};
use crate::strength::{self, SEED, STRENGTH};
use crate::table::number;
use rxt_arena::stats::estimate;
use rxt_record::Record;
use rxt_record::record::Entry;
use rxt_rules::{Cell, Player, rank};

/// The experiment.
pub(super) struct BonusTiles;

const MAPS: [&str; 4] = ["torus-2p-10x10", "wild-3p-12x17", "cross-4p-15x15", "islands-4p-19x19"];
const TAKEN: Schema = Schema { name: "taken", columns: &["map", "players", "game", "place", "taken", "of"] };
const NORMAL: &str = "alphabeta,order=eval,eval=stones+item,against=mean";
const BLIND: &str = "alphabeta,order=eval,eval=stones+item,against=mean,override=0,bomb=0";

/// How many bonus tiles each player took.
fn taken(record: &Record) -> Vec<u32> {
    let mut taken = vec![0; usize::from(record.map.players())];
    let mut replay = record.replay();
    loop {
        let position = replay.position().clone();
        match replay.step() {
            Some(Ok(Entry::Move(mv))) => {
                let bonus = position.cell_at(mv.answer.x, mv.answer.y) == Cell::BONUS;
                taken[mv.player.index()] += u32::from(bonus);
            }
            Some(Ok(_)) => {}
            _ => return taken,
        }
    }
}

impl BonusTiles {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for map in &MAPS[..lab.size(4, 1)] {
            let fields = lab.fields(&[map]);
            pairings.push(Pairing::new(
                "same engine",
                NORMAL,
                "alphabeta,order=eval,eval=stones+item,against=mean,ties=random",
                fields,
                lab.size("500", "20"),
            ));
        }
        for players in [2, 3, 4, 8].into_iter().take(lab.size(4, 1)) {
            let fields = lab.deck(&[players], Flavour::Bonuses);
            let question = format!("bonus valued, {players} players");
            pairings.push(Pairing::new(&question, NORMAL, BLIND, fields, lab.size("500", "20")));
        }
        pairings
    }
}

impl Experiment for BonusTiles {
    fn about(&self) -> About {
        About {
            name: "bonus-tiles",
            question: "Do bonus tiles decide games, or do those who win anyway take them?",
            source: "2025 report, fifth assignment, section 5.4.",
            claim: "In eight games on a map for four players, the first to fourth had taken 24, 9, 5 and 2 of 40 bonus tiles. The tiles of a game \
                    are not independent of each other, and what causes what is open.",
            method: "First the report's table, from games of the same engine on all seats. Then an intervention: the same engine values \
                     override stones and bombs as usual, or not at all, so that it takes bonus tiles only by chance; both sit on every seat. If \
                     taking bonus tiles causes wins, the one that values them wins. This on 120 generated maps with bonus tiles for each \
                     number of players.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH, TAKEN]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(1200, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let pairings = Self::pairings(lab);
        let (lines, block) = strength::play(lab, &pairings, number, 0);
        let (index, _) = crate::contest::turn(&pairings, number);
        let Some(block) = block else { return lines };
        if pairings[index].question != "same engine" {
            return lines;
        }
        let mut rows = Vec::new();
        for (at, (game, record)) in block.games.iter().enumerate() {
            let taken = taken(record);
            let all: u32 = taken.iter().sum();
            for (player, placement) in Player::all(block.players).zip(rank::placements(&game.points)) {
                let row = vec![
                    block.map.clone(),
                    block.players.to_string(),
                    format!("{number}.{at}"),
                    placement.place.to_string(),
                    taken[player.index()].to_string(),
                    all.to_string(),
                ];
                rows.push((1, row));
            }
        }
        rows
    }

    fn findings(&self, data: &Data) -> Findings {
        let (blocks, taken) = (data.table("strength"), data.table("taken"));
        let mut findings =
            strength::findings(&blocks, "The intervention: bonus tiles valued against not valued", &["question"]);
        let mut table = MarkdownTable::new(
            "Bonus tiles by final place, games of one engine",
            &["map", "place", "tiles taken", "share of the game's, % [95 %]"],
        );
        let mut series = Vec::new();
        for map in taken.distinct("map") {
            let mut curve = Vec::new();
            let here = taken.only(|row| row.text("map") == map && row.number("of") > 0.0);
            let mut places = here.distinct("place");
            places.sort_by(|one, other| one.parse::<f64>().unwrap_or(0.0).total_cmp(&other.parse().unwrap_or(0.0)));
            for place in places.into_iter().filter(|place| !place.contains('.')) {
                let rows: Vec<_> = here.rows().filter(|row| row.text("place") == place).collect();
                let shares: Vec<f64> = rows.iter().map(|row| row.number("taken") / row.number("of")).collect();
                let total: f64 = rows.iter().map(|row| row.number("taken")).sum();
                let Some((share, interval)) =
                    estimate(&[shares], SEED).and_then(|found| Some((found.mean, found.interval?)))
                else {
                    continue;
                };
                table.push(vec![
                    format!("`{map}`"),
                    place.to_owned(),
                    number(total),
                    format!("{:.0} [{:.0}, {:.0}]", share * 100.0, interval.low * 100.0, interval.high * 100.0),
                ]);
                curve.push(
                    Point::new(place.parse().unwrap_or(0.0), share * 100.0)
                        .between(interval.low.max(0.0) * 100.0, interval.high * 100.0),
                );
            }
            series.push(Series::line(map, curve));
        }
        let told: Vec<String> =
            table.rows.iter().filter(|row| row[1] == "1").map(|row| format!("{} % on {}", row[3], row[0])).collect();
        findings.found.insert(0, format!("The winner had taken this share of the bonus tiles: {}.", told.join(", ")));
        findings.tables.insert(0, table);
        let chart = Chart {
            title: "Bonus tiles by final place".to_owned(),
            x: Axis::new("place").whole(),
            y: Axis::new("share of the bonus tiles, %"),
            series,
            ..Chart::default()
        };
        findings.plots.push(("by-place", chart.into()));
        findings
    }
}
