//! What does pruning save over a game, and why less at its end?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Panels, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher, agreement};
use crate::strength::SEED;
use crate::table::{Row, Table};
use rxt_arena::stats::{estimate, line};
use rxt_rules::agent::Budget;

/// The experiment.
pub(super) struct Pruning;

const ENGINES: [(&str, &str); 3] = [
    ("minimax", "minimax,successors=executed,end=eval,eval=stones,against=best"),
    ("alpha-beta", "alphabeta,successors=executed,end=eval,eval=stones,against=best"),
    ("alpha-beta, sorted", "alphabeta,order=eval,end=eval,eval=stones,against=best"),
];

impl Experiment for Pruning {
    fn about(&self) -> About {
        About {
            name: "pruning",
            question: "What does alpha-beta save over a whole game, why less at its end, and why does a state take longer there?",
            source: "2025 report, first assignment, section 5.6.",
            claim: "Pruning needs much less time and far fewer states; the gain is largest around move 10 and small at the end, perhaps because \
                    ratings are less distinct then. The time per state rises in the last moves, because a call costs something however few \
                    states it has.",
            method: "Shadow games on the standard board: minimax as Drei does it, the same with alpha-beta, and alpha-beta with sorting, all to \
                     depth 4 in every position. For each position the states, the time, the moves there are, how far the values behind them are \
                     apart, and how many moves were tried before one cut off. Then the line time = a + b * states.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SHADOW]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(60, 1)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&["standard-8x8"]);
        let shadow = ShadowGame {
            field: &fields[number as usize % fields.len()],
            host: "trivial",
            host_budget: Budget { nodes: Some(lab.size(400, 20)), ..Budget::default() },
            watchers: ENGINES.iter().map(|(label, spec)| Watcher::new(label, spec, lab.size("d4", "d2"))).collect(),
            opening: 4,
            every: lab.size(1, 9),
            most_plies: 200,
        };
        shadow.play(lab.seed, number).into_iter().map(|row| (0, row)).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let searches = data.table("searches");
        let (same, all) = agreement(&searches, &["minimax", "alpha-beta"], &["value", "move"]);
        let (table, fits) = (by_part(&searches), fits(&searches));
        let (first, last) =
            (table.rows.first().cloned().unwrap_or_default(), table.rows.last().cloned().unwrap_or_default());
        let at = |row: &[String], index: usize| row.get(index).cloned().unwrap_or_default();
        let number = |row: &[String], index: usize| at(row, index).parse::<f64>().unwrap_or(f64::NAN);
        let panel = |title: &str, label: &str, log: bool, value: &dyn Fn(&Row<'_>) -> f64| {
            chart(&searches, title, label, log, value)
        };
        let mut spread = panel("Spread of the values behind the moves", "stones", false, &|row| row.number("spread"));
        // It is the same for all of them.
        spread.series.truncate(1);
        let charts = vec![
            panel("States per move", "states", true, &|row| row.number("nodes")),
            panel("Time per move", "CPU time, us", true, &|row| row.number("cpu_us")),
            panel("Time per state", "CPU time, us", true, &|row| row.number("cpu_us") / row.number("nodes").max(1.0)),
            spread,
        ];
        Findings {
            found: vec![
                format!("Alpha-beta found the move and the value of minimax in {same} of {all} positions."),
                format!(
                    "It visits {} % of the states of minimax early (moves {}), and {} % at the end (moves {}). The spread of the values behind the moves is {} stones at the end against {} early, so ratings are {} distinct there; the number of moves is {} against {}: where few are left, there is little to cut.",
                    at(&first, 2),
                    at(&first, 0),
                    at(&last, 2),
                    at(&last, 0),
                    at(&last, 5),
                    at(&first, 5),
                    if number(&last, 5) < number(&first, 5) { "less" } else { "not less" },
                    at(&last, 4),
                    at(&first, 4)
                ),
                "The late spike of the time per state is the constant a of the second table, spread over few states."
                    .to_owned(),
            ],
            sure: vec![format!(
                "{} searches of {} positions in {} games. States do not depend on the machine; a is the mean over games, and its interval draws games again.",
                searches.len(),
                all,
                searches.distinct("game").len()
            )],
            tables: vec![table, fits],
            plots: vec![(
                "over-a-game",
                Panels {
                    title: "Minimax and alpha-beta to depth 4 over games on the standard board (means over games)"
                        .to_owned(),
                    charts,
                    columns: 2,
                }
                .into(),
            )],
        }
    }
}

fn chart(searches: &Table, title: &str, label: &str, log: bool, value: &dyn Fn(&Row<'_>) -> f64) -> Chart {
    let series = ENGINES.iter().map(|(engine, _)| {
        let rows = searches.rows().filter(|row| row.text("engine") == *engine);
        let groups = crate::table::group(rows, &["ply"]);
        let mut points: Vec<Point> = groups
            .iter()
            .map(|(keys, rows)| {
                Point::new(keys[0].parse().unwrap_or(0.0), rows.iter().map(value).sum::<f64>() / rows.len() as f64)
            })
            .filter(|point| point.y.is_finite() && (!log || point.y > 0.0))
            .collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series::line(engine, points)
    });
    let y = if log { Axis::new(label).logarithmic() } else { Axis::new(label) };
    Chart { title: title.to_owned(), x: Axis::new("move of the game"), y, series: series.collect(), ..Chart::default() }
}

fn by_part(searches: &Table) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        "By part of the game, means over positions",
        &[
            "moves made",
            "states of minimax",
            "alpha-beta, %",
            "sorted, %",
            "moves",
            "spread of values, stones",
            "tried before a cutoff",
        ],
    );
    for (low, high) in [(4, 15), (15, 30), (30, 45), (45, 53), (53, 70)] {
        let here = searches.only(|row| (f64::from(low)..f64::from(high)).contains(&row.number("ply")));
        let sum = |engine: &str, column: &str| {
            here.rows().filter(|row| row.text("engine") == engine).map(|row| row.number(column)).sum::<f64>()
        };
        let count = here.rows().filter(|row| row.text("engine") == "minimax").count().max(1) as f64;
        let states = sum("minimax", "nodes");
        table.push(vec![
            format!("{low} to {}", high - 1),
            format!("{:.0}", states / count),
            format!("{:.0}", sum("alpha-beta", "nodes") / states * 100.0),
            format!("{:.0}", sum("alpha-beta, sorted", "nodes") / states * 100.0),
            format!("{:.1}", sum("minimax", "moves") / count),
            format!("{:.1}", sum("minimax", "spread") / count),
            format!("{:.2}", sum("alpha-beta", "tried") / sum("alpha-beta", "cutoffs").max(1.0)),
        ]);
    }
    table
}

fn fits(searches: &Table) -> MarkdownTable {
    let mut fits = MarkdownTable::new(
        "CPU time of a search as a + b * states",
        &["engine", "a, us [95 %]", "b, us", "explained, %"],
    );
    for (engine, _) in ENGINES {
        let rows: Vec<Row<'_>> = searches.rows().filter(|row| row.text("engine") == engine).collect();
        let points: Vec<(f64, f64)> = rows.iter().map(|row| (row.number("nodes"), row.number("cpu_us"))).collect();
        let games: Vec<f64> = crate::table::group(rows.iter().copied(), &["game"])
            .iter()
            .filter_map(|(_, rows)| {
                Some(
                    line(&rows.iter().map(|row| (row.number("nodes"), row.number("cpu_us"))).collect::<Vec<_>>())?
                        .intercept,
                )
            })
            .collect();
        let Some(fit) = line(&points) else { continue };
        let constant = estimate(&[games], SEED).and_then(|found| Some((found.mean, found.interval?)));
        let told = constant.map_or_else(
            || "[few games]".to_owned(),
            |(mean, interval)| format!("{mean:.0} [{:.0}, {:.0}]", interval.low, interval.high),
        );
        fits.push(vec![engine.to_owned(), told, format!("{:.3}", fit.slope), format!("{:.0}", fit.explained * 100.0)]);
    }
    fits
}
