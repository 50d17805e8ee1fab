//! Do aspiration windows pay, and why did two reports disagree?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::changed;
use crate::plots::{Axis, Chart, Panels, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher, agreement, sums};
use crate::strength::SEED;
use crate::table::Table;
use rxt_arena::stats::estimate;
use rxt_rules::agent::Budget;

/// The experiment.
pub(super) struct Aspiration;

const MAPS: [&str; 4] = ["standard-8x8", "expansion-2p-15x15", "torus-3p-15x15", "choices-4p-16x16"];
/// Maps with inversion or choice tiles, and what they are called without them.
const UPSETS: [(&str, &str); 2] =
    [("torus-3p-15x15", "torus-3p-15x15, no inversions"), ("choices-4p-16x16", "choices-4p-16x16, no choices")];
/// The evaluation of the 2025 report, and one with terms of both signs as in 2016.
const EVALUATIONS: [(&str, &str); 2] =
    [("count all", "eval=stones,against=none"), ("cancelling", "eval=stones+corner-dynamic+item,against=mean")];
const SHARES: [u32; 20] =
    [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 950, 1000];

impl Aspiration {
    fn watchers(lab: &Lab, evaluation: &str, players: u8) -> Vec<Watcher> {
        let depth = lab.size(if players > 3 { "d3" } else { "d4" }, "d2");
        let base = format!("alphabeta,order=eval,end=eval,{evaluation}");
        let watch = |label: String, options: String| Watcher::new(&label, &format!("{base},{options}"), depth);
        let mut watchers = vec![watch("none".to_owned(), "aspiration=none".to_owned())];
        for share in SHARES.into_iter().filter(|share| !lab.tiny || share % 500 == 0) {
            let share = f64::from(share) / 1000.0;
            watchers.push(watch(format!("relative {share:.2}"), format!("aspiration=relative,window={share}")));
        }
        for width in ["0.01", "0.03", "0.1", "0.3"] {
            watchers.push(watch(format!("cells {width}"), format!("aspiration=cells,window={width}")));
        }
        for width in ["2", "4", "8", "16"] {
            watchers.push(watch(format!("round {width}"), format!("aspiration=round,window={width}")));
        }
        watchers.push(watch("side 0.5".to_owned(), "aspiration=side,window=0.5".to_owned()));
        watchers
    }
}

impl Experiment for Aspiration {
    fn about(&self) -> About {
        About {
            name: "aspiration",
            question: "Do aspiration windows pay, how wide should they be, and why did 2016 and 2025 disagree?",
            source: "2016 report, fifth assignment, task 1; 2025 report, fifth assignment, sections 3 and 4.",
            claim: "2016: windows of a multiple of the score, and of points per tile, brought nothing; the widths that worked ranged \
                    from 3 to 100 and were useful in a very narrow range; switched off. 2025: windows of a share of the score have \
                    an optimum between 0.25 and 0.55 that grows with the map, found with the evaluation that counts stones.",
            method: "Shadow games: alpha-beta sorted by evaluation searches every few positions to a fixed depth (4, with four players 3) without a window and \
                     with each form: a share of the score to both sides (0.05 to 1), points per tile (`cells`), points around the \
                     score of one round before (`round`), and one bound at the score (`side`). Once with an evaluation that only \
                     counts own stones, which is always large and positive, and once with one whose terms can cancel out. Two maps \
                     are also searched with their inversion or choice tiles made ordinary. \
                     Counted are positions, those of repeated searches included; time is the thread's CPU time, in A B B A order.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[Schema { name: "count-all", columns: SHADOW.columns }, Schema { name: "cancelling", columns: SHADOW.columns }]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(144, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let mut fields = lab.fields(&MAPS);
        if lab.maps.is_empty() {
            let ordinary = |letter| if matches!(letter, 'c' | 'i') { '0' } else { letter };
            fields.extend(UPSETS.map(|(map, without)| changed(without, map, ordinary)));
        }
        let (kind, game) = (number as usize % 2, number / 2);
        let (_, evaluation) = EVALUATIONS[kind];
        let field = &fields[game as usize % fields.len()];
        let shadow = ShadowGame {
            field,
            host: "alphabeta,order=eval",
            host_budget: Budget { nodes: Some(lab.size(300, 20)), ..Budget::default() },
            watchers: Self::watchers(lab, evaluation, field.map.players()),
            opening: 6,
            every: lab.size(17, 40),
            most_plies: lab.size(240, 50),
        };
        shadow.play(lab.seed, game).into_iter().map(|row| (kind, row)).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let mut findings = Findings::default();
        let mut charts = Vec::new();
        let mut table = MarkdownTable::new(
            "Positions with a window, in percent of those without (100 is no gain); share of iterations that had to be repeated",
            &["evaluation", "map", "window", "positions, % [95 %]", "repeated per search"],
        );
        for (name, _) in EVALUATIONS {
            let data = data.table(if name == "count all" { "count-all" } else { "cancelling" });
            let best = best_forms(&data, name, &mut table);
            let list: Vec<String> =
                best.iter().map(|(map, form, percent)| format!("{form} on `{map}` ({percent:.0} %)")).collect();
            findings.found.push(format!(
                "With the evaluation \"{name}\" the fewest positions were visited by {}.",
                list.join(", ")
            ));
            let (same, all) = agreement(&data, &data.distinct("engine"), &["value"]);
            findings.found.push(format!("All windows found the same value in {same} of {all} positions, as they must where no re-search is cut short."));
            charts.extend(data.distinct("map").into_iter().map(|map| chart(&data, map, name)));
        }
        let repeats = |table: &str, form: &str| {
            let found = sums(&data.table(table).only(|row| row.text("engine") == form), &["engine"], "failed")
                .first()
                .map_or(f64::NAN, |(_, failed, searches)| failed / *searches as f64);
            format!("{found:.2}")
        };
        findings.found.push(format!(
            "Why 2016 and 2025 could disagree: a share of the score is a wide window where the score is the number of own \
             stones, and next to nothing where terms cancel out. With a share of 0.25 a search of this depth had {} repeated \
             iterations when stones were counted and {} when terms cancel; 8 points around the score of one round before had \
             {} and {}.",
            repeats("count-all", "relative 0.25"),
            repeats("cancelling", "relative 0.25"),
            repeats("count-all", "round 8"),
            repeats("cancelling", "round 8"),
        ));
        findings.found.push(upsets(data));
        findings.sure.push(format!(
            "{} searches of {} positions. Percentages are ratios of sums; intervals draw games again. Positions do not depend on \
             the machine; times do.",
            data.tables.iter().map(|(_, table)| table.len()).sum::<usize>(),
            data.tables.iter().map(|(_, table)| table.groups(&["map", "game", "ply"]).len()).sum::<usize>(),
        ));
        findings.tables.push(table);
        findings.plots.push((
            "windows",
            Panels {
                title: "Positions and CPU time by width of the relative window; the last point is without a window"
                    .to_owned(),
                charts,
                columns: 2,
            }
            .into(),
        ));
        findings
    }
}

/// What inversion and choice tiles do to windows.
fn upsets(data: &Data) -> String {
    let mut told = Vec::new();
    for (table, name) in [("count-all", "stones counted"), ("cancelling", "terms that cancel")] {
        let searches = data.table(table);
        for (with, without) in UPSETS {
            let percent = |map: &str, form: &str| {
                let here = searches.only(|row| row.text("map") == map);
                ratio(&here, form, "nodes").map_or_else(
                    || "-".to_owned(),
                    |(percent, interval)| {
                        let interval = interval.map(|(low, high)| format!(" [{low:.0}, {high:.0}]"));
                        format!("{percent:.0}{}", interval.unwrap_or_default())
                    },
                )
            };
            let pair = |form: &str| format!("{form} {} % and {} %", percent(with, form), percent(without, form));
            told.push(format!("`{with}`, {name}: {}, {}", pair("relative 0.25"), pair("round 8")));
        }
    }
    format!(
        "Positions with a window, in percent of those without, with inversion or choice tiles and with ordinary ones instead: {}.",
        told.join("; ")
    )
}

/// Adds the rows of an evaluation, and returns the best form for each map.
fn best_forms(data: &Table, name: &str, table: &mut MarkdownTable) -> Vec<(String, String, f64)> {
    let mut best = Vec::new();
    for map in data.distinct("map") {
        let here = data.only(|row| row.text("map") == map);
        let mut least: Option<(String, f64)> = None;
        for form in here.distinct("engine").into_iter().filter(|form| *form != "none") {
            let shown = ["relative 0.05", "relative 0.25", "relative 0.50", "relative 1.00"].contains(&form)
                || !form.starts_with("relative");
            let Some((percent, interval)) = ratio(&here, form, "nodes") else { continue };
            let (_, failed, searches) =
                sums(&here.only(|row| row.text("engine") == form), &["engine"], "failed")[0].clone();
            if shown {
                let interval =
                    interval.map_or_else(|| "[few games]".to_owned(), |(low, high)| format!("[{low:.0}, {high:.0}]"));
                table.push(vec![
                    name.to_owned(),
                    format!("`{map}`"),
                    form.to_owned(),
                    format!("{percent:.0} {interval}"),
                    format!("{:.2}", failed / searches as f64),
                ]);
            }
            if least.as_ref().is_none_or(|(_, so_far)| percent < *so_far) {
                least = Some((form.to_owned(), percent));
            }
        }
        best.extend(least.map(|(form, percent)| (map.to_owned(), form, percent)));
    }
    best
}

/// A column's sum with a window in percent of that without, and the interval over games.
fn ratio(here: &Table, form: &str, column: &str) -> Option<(f64, Option<(f64, f64)>)> {
    let total = |rows: &Table, engine: &str| {
        rows.rows().filter(|row| row.text("engine") == engine).map(|row| row.number(column)).sum::<f64>()
    };
    let all = total(here, form) / total(here, "none") * 100.0;
    let games: Vec<f64> = here
        .distinct("game")
        .into_iter()
        .map(|game| here.only(|row| row.text("game") == game))
        .map(|game| total(&game, form) / total(&game, "none") * 100.0)
        .filter(|percent| percent.is_finite())
        .collect();
    let interval =
        estimate(&[games], SEED).and_then(|found| found.interval).map(|interval| (interval.low, interval.high));
    all.is_finite().then_some((all, interval))
}

fn chart(data: &Table, map: &str, name: &str) -> Chart {
    let here = data.only(|row| row.text("map") == map);
    let mean = |engine: &str, column: &str| {
        let rows = here.only(|row| row.text("engine") == engine);
        rows.rows().map(|row| row.number(column)).sum::<f64>() / rows.len().max(1) as f64
    };
    let points = |column: &str| {
        let windows = here
            .distinct("engine")
            .into_iter()
            .filter_map(|engine| Some((engine, engine.strip_prefix("relative ")?.parse::<f64>().ok()?)));
        let mut points: Vec<Point> = windows.map(|(engine, share)| Point::new(share, mean(engine, column))).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        points.push(Point::new(1.05, mean("none", column)));
        points
    };
    let nodes = Series::line("positions", points("nodes"));
    let time = Series { right: true, ..Series::line("CPU time", points("cpu_us")) };
    Chart {
        title: format!("{map}, {name}"),
        x: Axis::new("half-width as a share of the score; last: none"),
        y: Axis::new("positions per search"),
        right: Some(Axis::new("CPU time, us")),
        series: vec![nodes, time],
        ..Chart::default()
    }
}
