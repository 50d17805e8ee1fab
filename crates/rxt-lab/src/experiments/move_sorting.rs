//! What does sorting moves save, and what does it cost?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Panels, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher};
use crate::strength::SEED;
use crate::table::{Row, Table, group};
use rxt_arena::stats::estimate;
use rxt_rules::agent::Budget;

/// The experiment.
pub(super) struct MoveSorting;

const WAYS: [(&str, &str); 4] = [
    ("no sort", "alphabeta,order=none"),
    ("full sort", "alphabeta,order=eval"),
    ("insertion", "alphabeta,order=insertion"),
    ("beam of 5", "alphabeta,order=insertion,beam=5"),
];
const MAPS: [&str; 4] = ["standard-8x8", "wild-3p-12x17", "expansion-2p-15x15", "cross-4p-15x15"];

impl Experiment for MoveSorting {
    fn about(&self) -> About {
        About {
            name: "move-sorting",
            question: "What does sorting moves by evaluation save, what does it cost, and what is the worst case?",
            source: "2019 report, fourth assignment, tasks 1 and 2; 2025 report, first assignment, section 4.2.",
            claim: "2019: sorting makes searches of depth 4 three to ten times faster, a beam of five up to a hundred times, with nearly constant \
                    time per move; without sorting, alpha-beta was called useless. 2025: proposed as \"biased\" pruning, with the fear that the \
                    worst case gets worse.",
            method: "Shadow games: the same positions to depth 3 or 4, and for a fixed CPU time, unsorted, with a full sort, with insertion \
                     into a list of all moves, and with a beam of five. Positions that are made only to sort are counted apart. The worst case \
                     is the largest multiple of the unsorted search's states.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SHADOW]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(80, 1)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&MAPS);
        let field = &fields[number as usize % fields.len()];
        let depth = if field.map.tile_count() <= 64 { "d4" } else { "d3" };
        let limits = lab.size([depth, "20ms"], ["d2", "1ms"]);
        let watch = |limit: &'static str| {
            WAYS.map(|(label, spec)| Watcher::new(label, &format!("{spec},eval=stones,against=best,clock=cpu"), limit))
        };
        let shadow = ShadowGame {
            field,
            host: "trivial",
            host_budget: Budget { nodes: Some(lab.size(300, 20)), ..Budget::default() },
            watchers: limits.into_iter().flat_map(watch).collect(),
            opening: 4,
            every: lab.size(if field.map.tile_count() <= 64 { 2 } else { 7 }, 15),
            most_plies: 300,
        };
        shadow.play(lab.seed, number).into_iter().map(|row| (0, row)).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let searches = data.table("searches");
        let fixed = searches.only(|row| row.text("limit").starts_with('d'));
        let timed = searches.only(|row| row.text("limit").ends_with("ms"));
        let mut table = MarkdownTable::new(
            "To a fixed depth, in percent of the unsorted search",
            &[
                "map",
                "way",
                "states, % [95 %]",
                "states and probes, %",
                "CPU time, %",
                "worst case, states",
                "probes of all, %",
            ],
        );
        for map in fixed.distinct("map") {
            let here = fixed.only(|row| row.text("map") == map);
            for (way, _) in WAYS.into_iter().skip(1) {
                table.push(row(&here, map, way));
            }
        }
        let told: Vec<String> = table
            .rows
            .iter()
            .filter(|row| row[1] == "full sort")
            .map(|row| format!("{} % of the states and {} % of the time on {}", row[2], row[4], row[0]))
            .collect();
        let worst: Vec<String> = table
            .rows
            .iter()
            .filter(|row| row[1] == "full sort")
            .map(|row| format!("{} on {}", row[5], row[0]))
            .collect();
        let charts = vec![
            chart(&fixed, "States per move, fixed depth", "states", &|row| row.number("nodes")),
            chart(&fixed, "Time per move, fixed depth", "CPU time, us", &|row| row.number("cpu_us")),
            chart(&timed, "States per move, fixed time", "states", &|row| row.number("nodes")),
            chart(&timed, "Time per state, fixed time", "CPU time, us", &|row| {
                row.number("cpu_us") / row.number("nodes").max(1.0)
            }),
        ];
        Findings {
            found: vec![
                format!("A full sort needs {}, probes not counted among the states.", told.join(", ")),
                format!("The worst single position took this multiple of the unsorted search's states: {}.", worst.join(", ")),
                "Insertion into a list of all moves finds the same order as the sort and visits the same states; it pays only where the list is short, as in a beam.".to_owned(),
            ],
            sure: vec![format!("{} searches in {} games; intervals draw games again.", searches.len(), searches.groups(&["map", "game"]).len())],
            tables: vec![table],
            plots: vec![("over-a-game", Panels { title: "The four plots of 2019, on the standard board (means over games)".to_owned(), charts, columns: 2 }.into())],
        }
    }
}

fn row(here: &Table, map: &str, way: &str) -> Vec<String> {
    let sum = |rows: &Table, way: &str, column: &str| {
        rows.rows().filter(|row| row.text("engine") == way).map(|row| row.number(column)).sum::<f64>()
    };
    let percent = |column: &str| sum(here, way, column) / sum(here, "no sort", column) * 100.0;
    let games: Vec<f64> = here
        .distinct("game")
        .into_iter()
        .map(|game| here.only(|row| row.text("game") == game))
        .map(|game| sum(&game, way, "nodes") / sum(&game, "no sort", "nodes") * 100.0)
        .collect();
    let interval = estimate(&[games], SEED).and_then(|found| found.interval);
    let interval = interval.map_or_else(
        || "[few games]".to_owned(),
        |interval| format!("[{:.0}, {:.0}]", interval.low.max(0.0), interval.high),
    );
    let worst = here.groups(&["game", "ply"]).into_iter().filter_map(|(_, rows)| {
        let nodes = |way: &str| rows.iter().find(|row| row.text("engine") == way).map(|row| row.number("nodes"));
        Some(nodes(way)? / nodes("no sort")?.max(1.0))
    });
    let worst = worst.fold(0.0, f64::max);
    let (nodes, probes) = (sum(here, way, "nodes"), sum(here, way, "probes"));
    let with_probes = (nodes + probes) / sum(here, "no sort", "nodes") * 100.0;
    vec![
        format!("`{map}`"),
        way.to_owned(),
        format!("{:.0} {interval}", percent("nodes")),
        format!("{with_probes:.0}"),
        format!("{:.0}", percent("cpu_us")),
        format!("x{worst:.1}"),
        format!("{:.0}", probes / (nodes + probes).max(1.0) * 100.0),
    ]
}

fn chart(data: &Table, title: &str, label: &str, value: &dyn Fn(&Row<'_>) -> f64) -> Chart {
    let map = data.distinct("map").first().copied().unwrap_or_default().to_owned();
    let series = WAYS.iter().map(|(way, _)| {
        let rows = data.rows().filter(|row| row.text("engine") == *way && row.text("map") == map);
        let groups = group(rows, &["ply"]);
        let mut points: Vec<Point> = groups
            .iter()
            .map(|(keys, rows)| {
                Point::new(keys[0].parse().unwrap_or(0.0), rows.iter().map(value).sum::<f64>() / rows.len() as f64)
            })
            .filter(|point| point.y > 0.0)
            .collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series::line(way, points)
    });
    Chart {
        title: title.to_owned(),
        x: Axis::new("move of the game"),
        y: Axis::new(label).logarithmic(),
        series: series.collect(),
        ..Chart::default()
    }
}
