//! Can the time of the next iteration be told?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::strength::{SEED, points};
use crate::table::number;
use rxt_arena::stats::{estimate, line};
use rxt_engine::Spec;
use rxt_measure::{Clocks, Content, start, stop};
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Position};
use std::sync::Arc;

/// The experiment.
pub(super) struct TimePrediction;

const MAPS: [&str; 3] = ["standard-8x8", "expansion-2p-15x15", "cross-4p-15x15"];
const ITERATIONS: Schema =
    Schema { name: "iterations", columns: &["map", "game", "move", "depth", "us", "predicted_us", "by"] };
const SCALES: [f64; 7] = [0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0];

/// What the next depth will probably take: as long as for the move before, or what an exponential through the depths so far
/// says, as the 2025 report does it.
fn predicted(before: &[f64], now: &[f64]) -> (f64, &'static str) {
    if let Some(&time) = before.get(now.len()) {
        return (time, "move before");
    }
    let logs: Vec<(f64, f64)> =
        now.iter().enumerate().map(|(depth, time)| (depth as f64, time.max(0.001).ln())).collect();
    let next = line(&logs)
        .map_or_else(|| now.last().copied().unwrap_or(0.0), |fit| (fit.intercept + fit.slope * now.len() as f64).exp());
    (next, "regression")
}

/// The times of the iterations of one search to a depth, in microseconds.
fn iterations(engine: &mut rxt_engine::Engine, position: &Position, depth: u32) -> Vec<f64> {
    start(Clocks::Both);
    engine.choose(position, &Budget { depth: Some(depth), ..Budget::default() }, &Signal::default());
    let spans = stop().into_iter().filter(|sample| sample.series == "engine.iteration");
    spans
        .filter_map(|sample| {
            if let Content::Time { cpu_ns, wall_ns } = sample.content {
                Some(cpu_ns.unwrap_or(wall_ns) as f64 / 1000.0)
            } else {
                None
            }
        })
        .collect()
}

impl Experiment for TimePrediction {
    fn about(&self) -> About {
        About {
            name: "time-prediction",
            question: "Can the time of the next iteration be told, and does it matter?",
            source: "2025 report, fifth assignment, task 1; 2019 report, fourth assignment, task 3.",
            claim: "2025: the next depth takes as long as the same depth for the move before; for the first move an exponential is fitted. About \
                    60 percent of the searches were stopped by the estimate and not by the deadline, and scaling the estimate could make it 100. \
                    2019: no iteration is begun after a fifth of the time.",
            method: "Games in which one player searches every position to a fixed depth, the CPU time of each iteration measured by the \
                     instrument inside the search. Afterwards each rule is replayed on the same times with a budget of the middle time of the \
                     last depth: which searches would have been stopped by the estimate, which by the deadline, and how much of the budget was \
                     used for iterations that ended.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[ITERATIONS]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(60, 1)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&MAPS);
        let field = &fields[number as usize % fields.len()];
        let depth = lab.size(if field.map.tile_count() <= 64 { 6 } else { 4 }, 2);
        let mut engine =
            Spec::parse("alphabeta,order=eval,eval=stones,against=best").expect("the spec is valid").engine(1);
        let mut rng = Rng::derived(lab.seed, u64::from(number));
        let mut position = Position::new(Arc::clone(&field.map));
        let (mut before, mut lines, mut own) = (Vec::new(), Vec::new(), 0);
        for ply in 0..lab.size(80_u32, 16) {
            let Some(&mv) = rng.pick(&position.legal_moves()) else { break };
            if position.phase() != Phase::Build {
                break;
            }
            if ply % u32::from(field.map.players()) == 0 && ply > 3 {
                let now = iterations(&mut engine, &position, depth);
                for (index, time) in now.iter().enumerate().skip(1) {
                    let (expected, by) = predicted(&before, &now[..index]);
                    lines.push((
                        0,
                        vec![
                            field.name.clone(),
                            number.to_string(),
                            own.to_string(),
                            (index + 1).to_string(),
                            self::number(*time),
                            self::number(expected),
                            by.to_owned(),
                        ],
                    ));
                }
                before = now;
                own += 1;
            }
            position.play(mv);
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let iterations = data.table("iterations");
        let mut table = MarkdownTable::new(
            "Rules replayed, in percent of the searches [95 % over games]",
            &["rule", "stopped by the estimate", "stopped by the deadline", "budget used by iterations that ended"],
        );
        let mut curve = Vec::new();
        for scale in SCALES {
            let rule = |rest: f64, predicted: f64, _: f64| predicted * scale > rest;
            let row = replayed(&iterations, &rule);
            if let Some(estimate) = row[0] {
                let at =
                    estimate.interval.map_or((estimate.mean, estimate.mean), |interval| (interval.low, interval.high));
                curve.push(
                    Point::new(scale, estimate.mean * 100.0).between(at.0.max(0.0) * 100.0, at.1.min(1.0) * 100.0),
                );
            }
            push(&mut table, &format!("estimate times {scale}"), row);
        }
        push(&mut table, "a fifth of the budget", replayed(&iterations, &|_, _, spent| spent > 0.2));
        let errors = |by: &str| -> Vec<f64> {
            iterations
                .rows()
                .filter(|row| row.text("by") == by)
                .map(|row| (row.number("predicted_us") / row.number("us")).ln().abs())
                .filter(|error| error.is_finite())
                .collect()
        };
        let told = |by: &str| {
            estimate(&[errors(by)], SEED).and_then(|found| Some((found.mean, found.interval?))).map_or_else(
                || "unknown".to_owned(),
                |(mean, interval)| format!("{:.2} [{:.2}, {:.2}]", mean.exp(), interval.low.exp(), interval.high.exp()),
            )
        };
        let over = over_game(&iterations);
        let shares = Chart {
            title: "Searches stopped by the estimate, by what it is multiplied with".to_owned(),
            x: Axis::new("scale of the estimate").logarithmic(),
            y: Axis::new("share, %"),
            series: vec![Series::line("stopped by the estimate", curve)],
            ..Chart::default()
        };
        Findings {
            found: vec![
                format!("A prediction from the move before is wrong by a factor of {} on average, one by regression by {}.", told("move before"), told("regression")),
                "Scaling makes the share of searches that are stopped by the estimate whatever one wants, as the report says; the last column shows that this is no success: who stops early uses less of the time. With partial iterations kept (`partial=keep`, the default) a search that the deadline stops has lost nothing but what it could not finish.".to_owned(),
            ],
            sure: vec![format!("{} iterations in {} games.", iterations.len(), iterations.groups(&["map", "game"]).len())],
            tables: vec![table],
            plots: vec![("over-a-game", over.into()), ("scale", shares.into())],
        }
    }
}

fn push(table: &mut MarkdownTable, name: &str, row: [Option<rxt_arena::stats::Estimate>; 3]) {
    let told = |found: Option<rxt_arena::stats::Estimate>| found.as_ref().map_or_else(|| "-".to_owned(), points);
    table.push(std::iter::once(name.to_owned()).chain(row.map(told)).collect());
}

/// Of all searches, the shares that a rule stops and that the deadline stops, and the share of the budget that iterations used
/// which ended. The rule is given the time left, the prediction, and the share of the budget spent.
fn replayed(
    iterations: &crate::Table,
    rule: &dyn Fn(f64, f64, f64) -> bool,
) -> [Option<rxt_arena::stats::Estimate>; 3] {
    let mut samples: [Vec<f64>; 3] = Default::default();
    for (_, rows) in iterations.groups(&["map", "game"]) {
        let moves = crate::table::group(rows.iter().copied(), &["move"]);
        let mut last: Vec<f64> = moves.iter().filter_map(|(_, rows)| Some(rows.last()?.number("us"))).collect();
        last.sort_by(f64::total_cmp);
        let Some(&budget) = last.get(last.len() / 2) else { continue };
        let mut sums = [0.0; 3];
        for (_, rows) in &moves {
            let mut spent = 0.0;
            for row in rows {
                if rule(budget - spent, row.number("predicted_us"), spent / budget) {
                    sums[0] += 1.0;
                    break;
                }
                if spent + row.number("us") > budget {
                    sums[1] += 1.0;
                    break;
                }
                spent += row.number("us");
            }
            sums[2] += spent / budget;
        }
        for (sample, sum) in samples.iter_mut().zip(sums) {
            sample.push(sum / moves.len().max(1) as f64);
        }
    }
    samples.map(|samples| estimate(&[samples], SEED))
}

fn over_game(iterations: &crate::Table) -> Chart {
    let first = iterations
        .rows()
        .next()
        .map(|row| (row.text("map").to_owned(), row.text("game").to_owned()))
        .unwrap_or_default();
    let one = iterations.only(|row| row.text("map") == first.0 && row.text("game") == first.1);
    let series = |name: &str, column: &str| {
        Series::line(
            name,
            one.rows()
                .enumerate()
                .map(|(index, row)| Point::new(index as f64 + 1.0, row.number(column)))
                .filter(|point| point.y > 0.0)
                .collect(),
        )
    };
    Chart {
        title: format!("Predicted and real time of each iteration of a game on {}", first.0),
        x: Axis::new("iteration, move after move"),
        y: Axis::new("CPU time, us").logarithmic(),
        series: vec![series("real", "us"), series("predicted", "predicted_us")],
        ..Chart::default()
    }
}
