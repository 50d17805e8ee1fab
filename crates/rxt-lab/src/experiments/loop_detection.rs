//! How does a walk notice that it goes round in circles?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use crate::timing::{per_call, turns};
use rxt_arena::stats::mean;
use rxt_engine::historic::{HashState, Key, LoopDetection, NeighbourTable, Owner, tile_walk};
use rxt_rules::{Direction, Player, Position};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The experiment.
pub(super) struct Loops;

const MAPS: [&str; 6] =
    ["standard-8x8", "rings-2p-7x13", "torus-2p-10x10", "moebius-2p-6x16", "torus-3p-15x15", "torus-8p-24x24"];
const WALKS: Schema = Schema { name: "walks", columns: &["map", "detector", "kind", "walks", "ns_per_walk", "agree"] };

impl Experiment for Loops {
    fn about(&self) -> About {
        About {
            name: "loop-detection",
            question: "Which of three ways to notice an endless walk is best, and is the one that was kept right?",
            source: "2025 report, second assignment, section 2.4.",
            claim: "A counter up to eight times the tiles, a list of all places visited, or a look whether the walk is back at its start in its \
                    first direction. The third was kept: it notices as early as the second and compares as little as the first. That it \
                    notices every loop was assumed.",
            method: "Boards full of enemy stones, on which every walk along a ring is endless when an enemy stone is overridden. From every \
                     tile in every direction all three ways walk, and have to find the same; walks that loop and walks that end are timed \
                     apart.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[WALKS]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(48, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&MAPS[..lab.size(6, 2)]);
        let field = &fields[number as usize % fields.len()];
        let position = Position::new(Arc::clone(&field.map));
        let (Some(table), Some(_)) = (NeighbourTable::new(&field.map), HashState::new(&position)) else {
            return Vec::new();
        };
        let me = Player::ONE;
        let enemy = Player::all(2).last().unwrap_or(me);
        // Looking a tile up costs the same for all three, so it is an array here.
        let owner = |_: Key| Owner::stone(enemy);
        let starts: Vec<(Key, Direction)> = field
            .map
            .tiles()
            .flat_map(|tile| {
                let (x, y) = field.map.place(tile);
                Direction::ALL.map(|direction| (Key::tile(x, y), direction))
            })
            .collect();
        let walk = |detection, (start, direction)| tile_walk(&table, owner, start, direction, me, detection);
        let (looping, ending): (Vec<_>, Vec<_>) =
            starts.iter().copied().partition(|&start| walk(LoopDetection::List, start).looped);
        let mut lines = BTreeMap::new();
        for (kind, walks) in [("loop", looping), ("end", ending)].into_iter().filter(|(_, walks)| !walks.is_empty()) {
            for index in turns(3, number / fields.len() as u32) {
                let detection = LoopDetection::ALL[index];
                let agree =
                    walks.iter().filter(|&&start| walk(detection, start) == walk(LoopDetection::List, start)).count();
                let time =
                    per_call(lab.size(3, 1), || walks.iter().map(|&start| walk(detection, start).length as u64).sum());
                let name = format!("{detection:?}").to_lowercase();
                let row = vec![
                    field.name.clone(),
                    name,
                    kind.to_owned(),
                    walks.len().to_string(),
                    self::number(time / walks.len() as f64),
                    agree.to_string(),
                ];
                lines.insert((kind, index), row);
            }
        }
        lines.into_values().map(|row| (0, row)).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let walks = data.table("walks");
        let (agree, all): (f64, f64) = walks
            .rows()
            .map(|row| (row.number("agree"), row.number("walks")))
            .fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
        let mut table =
            MarkdownTable::new("CPU nanoseconds per walk", &["map", "walks that", "counter", "list", "start"]);
        let told = |map: &str, kind: &str, detector: &str| {
            let rows = walks
                .rows()
                .filter(|row| row.text("map") == map && row.text("kind") == kind && row.text("detector") == detector);
            let found = mean(&rows.map(|row| row.number("ns_per_walk")).collect::<Vec<_>>());
            found.and_then(|mean| Some((mean.mean, mean.interval?))).map_or_else(
                || "-".to_owned(),
                |(mean, interval)| format!("{mean:.0} [{:.0}, {:.0}]", interval.low.max(0.0), interval.high),
            )
        };
        for (keys, _) in walks.groups(&["map", "kind"]) {
            let kind = if keys[1] == "loop" { "loop" } else { "end" };
            table.push(vec![
                format!("`{}`", keys[0]),
                kind.to_owned(),
                told(keys[0], kind, "counter"),
                told(keys[0], kind, "list"),
                told(keys[0], kind, "start"),
            ]);
        }
        let loops = walks.only(|row| row.text("kind") == "loop");
        let names = loops.distinct("map");
        let series = loops.distinct("detector").into_iter().map(|detector| {
            let points = names.iter().enumerate().filter_map(|(index, map)| {
                let rows = loops.rows().filter(|row| row.text("map") == *map && row.text("detector") == detector);
                let found = mean(&rows.map(|row| row.number("ns_per_walk")).collect::<Vec<_>>())?;
                let point = Point::new(index as f64, found.mean);
                Some(found.interval.map_or(point, |interval| point.between(interval.low.max(1.0), interval.high)))
            });
            Series::marks(detector, points.collect())
        });
        let chart = Chart {
            title: "Walks that go round in circles".to_owned(),
            x: Axis::new("map").named(names.iter().map(|&name| name.to_owned())),
            y: Axis::new("CPU time per walk, ns").logarithmic(),
            series: series.collect(),
            ..Chart::default()
        };
        let slower = |detector: &str| {
            let time = |detector: &str| {
                let rows = loops.rows().filter(|row| row.text("detector") == detector);
                mean(&rows.map(|row| row.number("ns_per_walk")).collect::<Vec<_>>()).map_or(f64::NAN, |mean| mean.mean)
            };
            time(detector) / time("start")
        };
        Findings {
            found: vec![format!("The three ways agreed in {agree:.0} of {all:.0} walks. The assumption holds for a reason: transitions work both ways, so a step from a tile in a direction has exactly one step before it, and a walk that never ends can only be a ring through its start. On loops the counter takes {:.0} times as long as the look at the start, because it goes round a small ring many times, and the list {:.1} times, because it grows with the square of the ring.", slower("counter"), slower("list"))],
            sure: vec!["Agreement was counted walk by walk and does not depend on the machine. Times are means with Student's interval over rounds.".to_owned()],
            tables: vec![table],
            plots: vec![("loops", chart.into())],
        }
    }
}
