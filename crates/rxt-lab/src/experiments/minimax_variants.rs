//! Zwei, Drei and Vier: three ways to find the positions behind a position.

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Panels, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher, agreement};
use crate::strength::SEED;
use rxt_arena::matches::Field;
use rxt_arena::stats::estimate;
use rxt_rules::Map;
use rxt_rules::agent::Budget;
use std::sync::Arc;

/// The experiment.
pub(super) struct MinimaxVariants;

const FORMS: [(&str, &str); 4] =
    [("Zwei", "validated"), ("Drei", "executed"), ("Vier", "delta"), ("generator", "generated")];
/// Maps with the depths that are searched in most games, and in every eighth, which are dear.
const MAPS: [(&str, &[u32], &[u32]); 4] = [
    ("standard-8x8", &[2, 3, 4, 5], &[6, 7]),
    ("expansion-2p-15x15", &[2, 3], &[4]),
    ("torus-3p-15x15", &[2, 3], &[4]),
    ("plain-2p-20x20", &[2, 3], &[4]),
];
/// The map of the report on which around a thousand moves are possible.
const THEIR_MAP: &str = "8p_50x50_50-50-8-25-rnd-1.map";

fn their_map(lab: &Lab) -> Option<Field> {
    let path = lab.more_maps.as_ref()?.join(THEIR_MAP);
    let bytes = std::fs::read(path).ok()?;
    let (map, _) = Map::parse(&bytes).ok()?;
    Some(Field { name: THEIR_MAP.trim_end_matches(".map").to_owned(), map: Arc::new(map) })
}

impl Experiment for MinimaxVariants {
    fn about(&self) -> About {
        About {
            name: "minimax-variants",
            question: "How do MiniMaxZwei, MiniMaxDrei and MiniMaxVier compare, with and without alpha-beta?",
            source: "2025 report, first assignment, sections 2.1 and 4, figures 4 to 7.",
            claim: "Time per state on four maps: Vier, which values the last ply by what a move changes, was fastest; Drei, made to be faster \
                    than Zwei, was slower in eleven of thirteen rows, which the report could not explain. States of Vier are not made, so time \
                    per state does not compare like with like.",
            method: "Shadow games on the standard board (depths 2 to 7), on 15x15 and 20x20 boards and, if it is there, on the report's board \
                     of 50x50: Zwei checks each tile and then makes the \
                     move, Drei tries each tile and makes the move if it captures, Vier does not make the last ply, and the generator lists the \
                     legal moves at once. All visit the same states, which is checked. The same four under alpha-beta.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SHADOW]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(80, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let own: Vec<(Field, Vec<u32>, Vec<u32>)> = if lab.maps.is_empty() {
            let own = MAPS.iter();
            own.map(|(map, depths, dear)| (crate::field(map), depths.to_vec(), dear.to_vec())).collect()
        } else {
            lab.maps.iter().map(|field| (field.clone(), vec![2], vec![2])).collect()
        };
        let theirs = their_map(lab).map(|field| (field, vec![1], vec![2]));
        let games: Vec<_> = own.into_iter().chain(theirs).take(lab.size(5, 1)).collect();
        let (field, cheap, dear) = &games[number as usize % games.len()];
        let deep = !lab.tiny && number as usize / games.len() % 8 == 7;
        let depths = if deep { dear } else { cheap };
        let depths: Vec<u32> = depths.iter().copied().filter(|&depth| !lab.tiny || depth == 2).collect();
        let mut watchers = Vec::new();
        for depth in depths {
            for (name, form) in FORMS {
                for search in ["minimax", "alphabeta"] {
                    let label = if search == "minimax" { name.to_owned() } else { format!("{name}, alpha-beta") };
                    let spec = format!("{search},successors={form},end=eval,eval=stones,against=none");
                    watchers.push(Watcher::new(&label, &spec, &format!("d{depth}")));
                }
            }
        }
        let shadow = ShadowGame {
            field,
            host: "trivial",
            host_budget: Budget { nodes: Some(lab.size(200, 20)), ..Budget::default() },
            watchers,
            opening: 4,
            every: lab.size(
                if field.map.tile_count() > 1000 {
                    97
                } else if deep {
                    17
                } else {
                    13
                },
                30,
            ),
            most_plies: lab.size(if field.map.tile_count() > 1000 { 300 } else { 120 }, 40),
        };
        shadow.play(lab.seed, number).into_iter().map(|row| (0, row)).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let searches = data.table("searches");
        let plain: Vec<&str> = FORMS.iter().map(|(name, _)| *name).collect();
        let (same, all) = agreement(&searches, &plain, &["nodes", "value", "move"]);
        let pruned: Vec<String> = FORMS.iter().map(|(name, _)| format!("{name}, alpha-beta")).collect();
        let pruned: Vec<&str> = pruned.iter().map(String::as_str).collect();
        let (same_values, all_values) = agreement(&searches, &[&plain[..1], &pruned[..]].concat(), &["value", "move"]);
        let mut table = MarkdownTable::new(
            "CPU microseconds per state [95 % over positions]",
            &["map", "depth", "Zwei", "Drei", "Vier", "generator", "Drei / Zwei", "alpha-beta: states of minimax, %"],
        );
        for keys in maps_and_depths(&searches) {
            let here = searches.only(|row| row.text("map") == keys[0] && row.text("limit") == keys[1]);
            let per_state = |engine: &str| per_state(&here, engine);
            let told = |engine: &str| match per_state(engine) {
                Some((mean, Some((low, high)))) => format!("{mean:.3} [{low:.3}, {high:.3}]"),
                _ => "-".to_owned(),
            };
            let ratio = per_state("Drei").zip(per_state("Zwei")).map_or(f64::NAN, |(drei, zwei)| drei.0 / zwei.0);
            let nodes = |engine: &str| {
                here.rows().filter(|row| row.text("engine") == engine).map(|row| row.number("nodes")).sum::<f64>()
            };
            let share = nodes("generator, alpha-beta") / nodes("generator") * 100.0;
            let mut row = vec![format!("`{}`", keys[0]), keys[1].trim_start_matches('d').to_owned()];
            row.extend(plain.iter().map(|engine| told(engine)));
            row.extend([format!("{ratio:.2}"), format!("{share:.0}")]);
            table.push(row);
        }
        let ratios: Vec<f64> =
            table.rows.iter().filter_map(|row| row[6].parse().ok()).filter(|ratio: &f64| ratio.is_finite()).collect();
        let slower = ratios.iter().filter(|ratio| **ratio > 1.0).count();
        let charts = searches.distinct("map").into_iter().map(|map| chart(&searches, map)).collect();
        Findings {
            found: vec![
                format!(
                    "Zwei, Drei, Vier and the generator visited the same number of states and found the same move and value in {same} of {all} searches; with alpha-beta, move and value were those of minimax in {same_values} of {all_values}."
                ),
                format!(
                    "Drei was slower per state than Zwei in {slower} of {} rows here. Why it can be: Drei has to find all captures of a tile before it knows that there is none, Zwei stops at the first; see [execute-if-possible](execute-if-possible.md).",
                    ratios.len()
                ),
            ],
            sure: vec![format!(
                "{} searches. State counts, values and moves do not depend on the machine; times are CPU times in A B B A order, the first search of a game not counted.",
                searches.len()
            )],
            tables: vec![table, to_depth(&searches)],
            plots: vec![("time-per-state", Panels { title: "Time per state".to_owned(), charts, columns: 2 }.into())],
        }
    }
}

/// All maps with all their limits, each map from the smallest depth on.
fn maps_and_depths(searches: &crate::Table) -> Vec<[&str; 2]> {
    let mut keys: Vec<[&str; 2]> =
        searches.groups(&["map", "limit"]).into_iter().map(|(keys, _)| [keys[0], keys[1]]).collect();
    let maps = searches.distinct("map");
    let place = |map: &str| maps.iter().position(|found| *found == map);
    keys.sort_by_key(|[map, limit]| (place(map), limit.trim_start_matches('d').parse::<u32>().unwrap_or(0)));
    keys
}

/// How long each took to its depth, with and without alpha-beta.
fn to_depth(searches: &crate::Table) -> MarkdownTable {
    let engines: Vec<String> =
        FORMS.iter().flat_map(|(name, _)| [(*name).to_owned(), format!("{name}, alpha-beta")]).collect();
    let head: Vec<&str> = ["map", "depth", "positions"].into_iter().chain(engines.iter().map(String::as_str)).collect();
    let mut table = MarkdownTable::new("CPU milliseconds to the depth, mean over positions [95 %]", &head);
    for keys in maps_and_depths(searches) {
        let here = searches.only(|row| row.text("map") == keys[0] && row.text("limit") == keys[1]);
        let times = |engine: &str| -> Vec<f64> {
            let rows = here.rows().filter(|row| row.text("engine") == engine);
            rows.map(|row| row.number("cpu_us") / 1000.0).collect()
        };
        let told = |engine: &String| {
            let found = estimate(&[times(engine)], SEED).and_then(|found| Some((found.mean, found.interval?)));
            found.map_or_else(
                || "-".to_owned(),
                |(mean, interval)| format!("{mean:.2} [{:.2}, {:.2}]", interval.low, interval.high),
            )
        };
        let mut row = vec![format!("`{}`", keys[0]), keys[1].trim_start_matches('d').to_owned()];
        row.push(times(FORMS[0].0).len().to_string());
        row.extend(engines.iter().map(told));
        table.push(row);
    }
    table
}

fn per_state(here: &crate::Table, engine: &str) -> Option<(f64, Option<(f64, f64)>)> {
    let rows = here.rows().filter(|row| row.text("engine") == engine);
    let samples: Vec<f64> = rows.map(|row| row.number("cpu_us") / row.number("nodes").max(1.0)).collect();
    let found = estimate(&[samples], SEED)?;
    Some((found.mean, found.interval.map(|interval| (interval.low, interval.high))))
}

fn chart(searches: &crate::Table, map: &str) -> Chart {
    let here = searches.only(|row| row.text("map") == map);
    let series = FORMS.iter().map(|(name, _)| {
        let points = here.distinct("limit").into_iter().filter_map(|limit| {
            let one = here.only(|row| row.text("limit") == limit);
            let (mean, interval) = per_state(&one, name)?;
            let point = Point::new(limit.trim_start_matches('d').parse().ok()?, mean);
            Some(interval.map_or(point, |(low, high)| point.between(low, high)))
        });
        Series::line(name, points.collect())
    });
    Chart {
        title: map.to_owned(),
        x: Axis::new("depth").whole(),
        y: Axis::new("CPU time per state, us"),
        series: series.collect(),
        ..Chart::default()
    }
}
