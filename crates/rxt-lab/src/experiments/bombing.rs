//! How should the area of a bomb be found?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use crate::timing::{per_call, timed, turns};
use rxt_arena::matches::Field;
use rxt_arena::stats::mean;
use rxt_engine::historic::bombs::{MAX_STRENGTH, by_counter, by_lists, by_marks};
use rxt_rules::bombs::blast_area;
use rxt_rules::rng::Rng;
use rxt_rules::{Direction, Map, Tile};

/// The experiment.
pub(super) struct Bombing;

const WAYS: [&str; 5] = ["counter", "two lists", "DFS, plain", "DFS, step counts", "BFS"];
const STRENGTHS: [u8; 10] = [1, 2, 3, 4, 5, 6, 10, 20, 50, 255];
const MAPS: [&str; 3] = ["bombs-4p-25x25", "torus-8p-24x24", "plain-8p-50x50"];
const FRESH: Schema =
    Schema { name: "fresh", columns: &["map", "strength", "way", "tiles", "ns_per_bomb", "ns_per_tile"] };
const SHRINKING: Schema =
    Schema { name: "shrinking", columns: &["map", "strength", "way", "bombs", "on_holes", "ns_per_bomb"] };
/// Plain depth-first search tries every walk; beyond this it never ends.
const MOST_PLAIN: u8 = 4;

/// The tiles that a way finds; `None` where it would take too long.
fn area(way: &str, map: &Map, target: Tile, strength: u8, exists: &dyn Fn(Tile) -> bool) -> Option<Vec<Tile>> {
    match way {
        "counter" => (strength <= MAX_STRENGTH).then(|| by_counter(map, target, strength, exists)).flatten(),
        "two lists" => Some(by_lists(map, target, strength, exists)),
        "DFS, plain" => (strength <= MOST_PLAIN).then(|| plain(map, target, strength, exists)),
        "DFS, step counts" => Some(by_marks(map, target, strength, exists)),
        _ => Some(blast_area(map, target, strength, exists)),
    }
}

/// Depth-first search without any memory of how a tile was reached.
fn plain(map: &Map, target: Tile, strength: u8, exists: &dyn Fn(Tile) -> bool) -> Vec<Tile> {
    fn walk(map: &Map, tile: Tile, left: u8, exists: &dyn Fn(Tile) -> bool, found: &mut [bool]) {
        found[tile.index()] = true;
        if left == 0 {
            return;
        }
        for direction in Direction::ALL {
            if let Some((next, _)) = map.step(tile, direction).filter(|&(next, _)| exists(next)) {
                walk(map, next, left - 1, exists, found);
            }
        }
    }
    let mut found = vec![false; map.tile_count()];
    walk(map, target, strength, exists, &mut found);
    map.tiles().filter(|tile| found[tile.index()]).collect()
}

fn fresh(lab: &Lab, field: &Field, round: u32) -> Lines {
    let map = &field.map;
    let mut rng = Rng::derived(lab.seed, u64::from(round));
    let tiles: Vec<Tile> = map.tiles().collect();
    let mut lines = Vec::new();
    for strength in STRENGTHS.into_iter().filter(|&strength| !lab.tiny || strength <= 2) {
        let target = *rng.pick(&tiles).expect("a map has tiles");
        let expected = blast_area(map, target, strength, |_| true);
        for index in turns(WAYS.len(), round) {
            let Some(found) = area(WAYS[index], map, target, strength, &|_| true) else { continue };
            assert_eq!(found, expected, "{} finds the area", WAYS[index]);
            let rounds = if strength > 4 { 1 } else { lab.size(3, 1) };
            let time = per_call(rounds, || {
                area(WAYS[index], map, target, strength, &|_| true).map_or(0, |area| area.len() as u64)
            });
            lines.push((
                0,
                vec![
                    field.name.clone(),
                    strength.to_string(),
                    WAYS[index].to_owned(),
                    found.len().to_string(),
                    number(time),
                    number(time / found.len() as f64),
                ],
            ));
        }
    }
    lines
}

/// The report's own protocol: fifteen bombs on random tiles of a map that shrinks, holes among the targets.
fn shrinking(lab: &Lab, field: &Field, round: u32) -> Lines {
    const BOMBS: u32 = 15;
    let map = &field.map;
    let tiles: Vec<Tile> = map.tiles().collect();
    let mut lines = Vec::new();
    for strength in 1..=lab.size(5, 2) {
        for index in turns(WAYS.len(), round) {
            let mut rng = Rng::derived(lab.seed ^ 0xb0, u64::from(round));
            let mut gone = vec![false; map.tile_count()];
            let (mut time, mut on_holes, mut thrown) = (0.0, 0, 0);
            for _ in 0..BOMBS {
                let target = *rng.pick(&tiles).expect("a map has tiles");
                on_holes += u32::from(gone[target.index()]);
                let exists = |tile: Tile| !gone[tile.index()];
                let (took, found) = timed(|| area(WAYS[index], map, target, strength, &exists));
                let Some(found) = found else { break };
                time += took.cpu_ns;
                thrown += 1;
                for tile in found {
                    gone[tile.index()] = true;
                }
            }
            if thrown == BOMBS {
                lines.push((
                    1,
                    vec![
                        field.name.clone(),
                        strength.to_string(),
                        WAYS[index].to_owned(),
                        BOMBS.to_string(),
                        on_holes.to_string(),
                        number(time / f64::from(BOMBS)),
                    ],
                ));
            }
        }
    }
    lines
}

impl Experiment for Bombing {
    fn about(&self) -> About {
        About {
            name: "bombing",
            question: "How should the tiles that a bomb destroys be found?",
            source: "2025 report, first assignment, section 1.2; 2016 report, fifth assignment, task 2.",
            claim: "2025: counting all walks of r steps (10 to the power of r) against two lists: 19 us against 25 us for strength 1, 24 ms \
                    against 51 us for strength 5; the new way was said to be exponential in the worst case. Fifteen bombs on random tiles of \
                    one map, where later bombs meet holes. 2016: depth-first search with step counts saves looking at tiles twice.",
            method: "Five ways, all proved to find the same tiles: the counter, two lists, depth-first search with and without step counts, \
                     breadth-first search. On fresh boards up to strength 255, per destroyed tile; then the report's own protocol.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[FRESH, SHRINKING]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(60, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&MAPS[..lab.size(3, 1)]);
        let field = &fields[number as usize / 2 % fields.len()];
        if number.is_multiple_of(2) { fresh(lab, field, number / 2) } else { shrinking(lab, field, number / 2) }
    }

    fn findings(&self, data: &Data) -> Findings {
        let (fresh, shrinking) = (data.table("fresh"), data.table("shrinking"));
        let table = |data: &crate::Table, caption: &str, column: &str| {
            let mut table =
                MarkdownTable::new(caption, &["strength", "counter", "two lists", "DFS", "DFS, steps", "BFS"]);
            for strength in data.distinct("strength") {
                let cell = |way: &str| told(data, strength, way, column);
                table.push(std::iter::once(strength.to_owned()).chain(WAYS.iter().map(|way| cell(way))).collect());
            }
            table
        };
        let per_tile = table(
            &fresh,
            "Fresh boards: CPU nanoseconds per destroyed tile, mean over maps and targets [95 %]",
            "ns_per_tile",
        );
        let per_bomb = table(
            &shrinking,
            "The report's protocol: CPU nanoseconds per bomb on a shrinking map [95 %]",
            "ns_per_bomb",
        );
        let holes: f64 = shrinking
            .rows()
            .filter(|row| row.text("strength") == "5")
            .map(|row| row.number("on_holes") / row.number("bombs"))
            .sum::<f64>();
        let count = shrinking.rows().filter(|row| row.text("strength") == "5").count().max(1) as f64;
        let growth = |way: &str, strength: &str| {
            let at = |strength: &str| value(&fresh, strength, way, "ns_per_tile").map_or(f64::NAN, |found| found.0);
            format!("{:.1}", at(strength) / at("2"))
        };
        let series = WAYS.iter().map(|way| {
            let points = fresh.distinct("strength").into_iter().filter_map(|strength| {
                let (middle, interval) = value(&fresh, strength, way, "ns_per_tile")?;
                let point = Point::new(strength.parse().ok()?, middle);
                Some(interval.map_or(point, |(low, high)| point.between(low.max(middle / 10.0), high)))
            });
            Series::line(way, points.collect())
        });
        let chart = Chart {
            title: "Time per destroyed tile on fresh boards".to_owned(),
            x: Axis::new("strength of the bomb").logarithmic(),
            y: Axis::new("CPU time per tile, ns").logarithmic(),
            series: series.collect(),
            ..Chart::default()
        };
        Findings {
            found: vec![
                format!(
                    "Two lists and breadth-first search touch every tile once: from strength 2 to 255 their time per destroyed tile \
                     changes by a factor of {} and {}, so there is no exponential worst case. From strength 2 to 4 that of the \
                     counter grows by a factor of {}, that of depth-first search without step counts by {}, with step counts by {}.",
                    growth("two lists", "255"),
                    growth("BFS", "255"),
                    growth("counter", "4"),
                    growth("DFS, plain", "4"),
                    growth("DFS, step counts", "4"),
                ),
                format!(
                    "In the report's protocol {:.0} % of the bombs of strength 5 fell on holes, which is why its times fell from strength 3 to 4.",
                    holes / count * 100.0
                ),
            ],
            sure: vec![format!(
                "{} timings on fresh boards and {} series of fifteen bombs; every area was compared with that of the rules.",
                fresh.len(),
                shrinking.len()
            )],
            tables: vec![per_tile, per_bomb],
            plots: vec![("time-per-tile", chart.into())],
        }
    }
}

fn value(data: &crate::Table, strength: &str, way: &str, column: &str) -> Option<(f64, Option<(f64, f64)>)> {
    let rows = data.rows().filter(|row| row.text("strength") == strength && row.text("way") == way);
    let found = mean(&rows.map(|row| row.number(column)).collect::<Vec<_>>())?;
    Some((found.mean, found.interval.map(|interval| (interval.low, interval.high))))
}

fn told(data: &crate::Table, strength: &str, way: &str, column: &str) -> String {
    match value(data, strength, way, column) {
        Some((middle, Some((low, high)))) => format!("{middle:.0} [{:.0}, {high:.0}]", low.max(0.0)),
        _ => "-".to_owned(),
    }
}
