//! What does measuring itself cost, and what was the first outlier?

use crate::contest::budget;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use rxt_arena::stats::{mean, quantile};
use rxt_engine::Spec;
use rxt_measure::{Clocks, Content, overhead, span, start, stop};
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Signal};
use std::sync::Arc;

/// The experiment.
pub(super) struct MeasurementOverhead;

const SPANS: Schema =
    Schema { name: "spans", columns: &["run", "thread", "number", "outer_ns", "inner_ns", "difference_ns"] };
const COST: Schema = Schema { name: "cost", columns: &["run", "state", "wall_clock_ns", "cpu_clock_ns", "span_ns"] };

/// Two spans right inside one another around each search of a game, in a thread that has not measured before.
fn game(lab: &Lab, run: u32) -> Vec<Vec<String>> {
    let map = crate::field("standard-8x8").map;
    let limit = budget(lab.size("500", "20"));
    let moves = lab.size(60, 6);
    let work = move || {
        let mut engine = Spec::parse("alphabeta,order=eval").expect("the spec is valid").engine(1);
        let mut position = Position::new(Arc::clone(&map));
        for _ in 0..moves {
            if position.to_move().is_none() {
                break;
            }
            let choice = {
                let _outer = span("outer");
                let _inner = span("inner");
                engine.choose(&position, &limit, &Signal::default())
            };
            position.play(choice.mv);
        }
    };
    start(Clocks::Both);
    let finished = std::thread::spawn(work).join().is_ok();
    let samples = stop();
    if !finished {
        return Vec::new();
    }
    let times = |series: &str| -> Vec<f64> {
        let samples = samples.iter().filter(|sample| sample.series == series);
        samples
            .filter_map(
                |sample| if let Content::Time { wall_ns, .. } = sample.content { Some(wall_ns as f64) } else { None },
            )
            .collect()
    };
    let (outer, inner) = (times("outer"), times("inner"));
    let row = |(index, (outer, inner)): (usize, (&f64, &f64))| {
        vec![
            run.to_string(),
            "new".to_owned(),
            (index + 1).to_string(),
            number(*outer),
            number(*inner),
            number(outer - inner),
        ]
    };
    outer.iter().zip(&inner).enumerate().map(row).collect()
}

impl Experiment for MeasurementOverhead {
    fn about(&self) -> About {
        About {
            name: "measurement-overhead",
            question: "What does measuring itself cost, and what was the outlier of the first call?",
            source: "2025 report, first assignment, section 5.5.",
            claim: "Two measurements, one right inside the other, differ by about 0.1 ms, but for one outlier that stayed when lists were made \
                    beforehand; nested measurements were avoided for that.",
            method: "An outer and an inner span around each search of a game, in a thread that has never measured before, with buffers that are \
                     allocated when a thread measures first; the difference is what the inner span costs. Then the clocks and spans alone, \
                     with measuring off and on.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SPANS, COST]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(20, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let mut lines: Lines = game(lab, number).into_iter().map(|row| (0, row)).collect();
        for state in ["off", "on"] {
            if state == "on" {
                start(Clocks::Both);
            }
            let cost = overhead();
            stop();
            lines.push((
                1,
                vec![
                    number.to_string(),
                    state.to_owned(),
                    self::number(cost.wall_clock_ns),
                    self::number(cost.cpu_clock_ns),
                    self::number(cost.span_ns),
                ],
            ));
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let (spans, cost) = (data.table("spans"), data.table("cost"));
        let differences = |first: bool| {
            let rows = spans.rows().filter(|row| (row.text("number") == "1") == first);
            let mut found: Vec<f64> = rows.map(|row| row.number("difference_ns")).collect();
            found.sort_by(f64::total_cmp);
            found
        };
        let (first, rest) = (differences(true), differences(false));
        let mut table = MarkdownTable::new(
            "What the inner span adds to the outer one, wall nanoseconds",
            &["calls", "least", "middle", "99 %", "most"],
        );
        for (name, sorted) in [("the first of a thread", &first), ("all others", &rest)] {
            let at = |part: f64| quantile(sorted, part).map_or_else(|| "-".to_owned(), |value| format!("{value:.0}"));
            table.push(vec![format!("{name} ({})", sorted.len()), at(0.0), at(0.5), at(0.99), at(1.0)]);
        }
        let mut costs = MarkdownTable::new(
            "Nanoseconds, mean over runs [95 %]",
            &["measuring is", "wall clock", "CPU clock", "span"],
        );
        for (keys, rows) in cost.groups(&["state"]) {
            let told = |column: &str| {
                mean(&rows.iter().map(|row| row.number(column)).collect::<Vec<_>>())
                    .and_then(|mean| Some((mean.mean, mean.interval?)))
                    .map_or_else(
                        || "one run".to_owned(),
                        |(mean, interval)| format!("{mean:.1} [{:.1}, {:.1}]", interval.low.max(0.0), interval.high),
                    )
            };
            costs.push(vec![keys[0].to_owned(), told("wall_clock_ns"), told("cpu_clock_ns"), told("span_ns")]);
        }
        let on = |column: &str| {
            let rows = cost.rows().filter(|row| row.text("state") == "on");
            mean(&rows.map(|row| row.number(column)).collect::<Vec<_>>()).map_or(f64::NAN, |mean| mean.mean)
        };
        let middle = |sorted: &[f64]| quantile(sorted, 0.5).unwrap_or(f64::NAN);
        let one = |column: &str| {
            spans
                .rows()
                .filter(|row| row.text("run") == "0")
                .map(|row| Point::new(row.number("number"), row.number(column)))
                .filter(|point| point.y > 0.0)
                .collect::<Vec<_>>()
        };
        let chart = Chart {
            title: "Outer and inner span around each search of a game, and their difference".to_owned(),
            x: Axis::new("move"),
            y: Axis::new("wall time, ns").logarithmic(),
            series: vec![
                Series::line("outer", one("outer_ns")),
                Series::line("inner", one("inner_ns")),
                Series::line("difference", one("difference_ns")),
            ],
            ..Chart::default()
        };
        Findings {
            found: vec![
                format!("An inner span adds {:.0} ns in the middle, where the report saw about 100 000; the first of a thread adds {:.0} ns.", middle(&rest), middle(&first)),
                "The outlier belongs to the first call: code, stack and buffer are touched for the first time then, and in Java the class is loaded besides. Here the buffer is allocated when the outer span begins, before its clock is read, so that what is left is the first use of memory by the system.".to_owned(),
                format!(
                    "A span reads the thread's CPU clock twice, which the system has to be asked for: that is {:.0} % of its cost.",
                    2.0 * on("cpu_clock_ns") / on("span_ns") * 100.0
                ),
            ],
            sure: vec![format!("{} pairs of spans in {} games, each in a new thread.", spans.len(), spans.distinct("run").len())],
            tables: vec![table, costs],
            plots: vec![("nested-spans", chart.into())],
        }
    }
}
