//! How late do answers leave, on an idle machine and on a busy one?

use crate::contest::budget;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use rxt_arena::stats::clopper_pearson;
use rxt_engine::Spec;
use rxt_measure::monotonic_ns;
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::rng::Rng;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The experiment.
pub(super) struct Watchdog;

const REPLIES: Schema = Schema { name: "replies", columns: &["map", "load", "guard", "limit_ms", "late_us"] };
const MAPS: [&str; 3] = ["standard-8x8", "arena-4p-20x20", "plain-8p-50x50"];

/// Microseconds after the limit at which an answer was there. `search` trusts the search to look at the clock; `watchdog`
/// lets another thread tell it to stop and takes what it has made known.
fn late(position: &Position, guard: &str, limit: Duration) -> f64 {
    let mut engine = Spec::parse("alphabeta,order=eval").expect("the spec is valid").engine(1);
    let start = monotonic_ns();
    let took = if guard == "search" {
        engine.choose(position, &Budget { time: Some(limit), ..Budget::default() }, &Signal::default());
        monotonic_ns() - start
    } else {
        let signal = Signal::default();
        thread::scope(|scope| {
            scope.spawn(|| engine.choose(position, &Budget::default(), &signal));
            thread::sleep(limit);
            black_box(signal.latest());
            let took = monotonic_ns() - start;
            signal.stop();
            took
        })
    };
    (took as f64 - limit.as_nanos() as f64) / 1000.0
}

impl Experiment for Watchdog {
    fn about(&self) -> About {
        About {
            name: "watchdog",
            question: "How late do answers leave after their time, on an idle machine and on a busy one?",
            source: "2019 report, fourth assignment, task 3.",
            claim: "A check of the clock in every node stops the search 100 ms before the time is up. Whether 100 ms are enough, or far too \
                    much, was not measured.",
            method: "Searches with a limit of 30 ms on three maps; once the search looks at the clock itself, and once a second thread waits, \
                     takes the best move made known, and stops it. Both with nothing else from us, and with four threads for each core that \
                     compute all the time.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[REPLIES]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(60, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let load = if number.is_multiple_of(2) { "idle" } else { "busy" };
        let limit = budget(lab.size("30ms", "2ms")).time.unwrap_or_default();
        let busy = Arc::new(AtomicBool::new(true));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..if load == "busy" { 4 * cores } else { 0 })
            .map(|worker| {
                let busy = Arc::clone(&busy);
                thread::spawn(move || {
                    let mut rng = Rng::new(worker as u64);
                    while busy.load(Ordering::Relaxed) {
                        black_box(rng.next_u64());
                    }
                })
            })
            .collect();
        let mut lines = Vec::new();
        let mut rng = Rng::derived(lab.seed, u64::from(number));
        for repeat in 0..lab.size(8_usize, 1) {
            let field = crate::field(MAPS[repeat % lab.size(3, 1)]);
            let mut position = Position::new(Arc::clone(&field.map));
            for _ in 0..rng.below(field.map.tile_count() / 3) {
                let Some(&mv) = rng.pick(&position.legal_moves()) else { break };
                position.play(mv);
            }
            if position.to_move().is_none() {
                continue;
            }
            for guard in ["search", "watchdog"] {
                let late = late(&position, guard, limit);
                lines.push((
                    0,
                    vec![
                        field.name.clone(),
                        load.to_owned(),
                        guard.to_owned(),
                        limit.as_millis().to_string(),
                        self::number(late),
                    ],
                ));
            }
        }
        busy.store(false, Ordering::Relaxed);
        for worker in workers {
            drop(worker.join());
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let replies = data.table("replies");
        let head = ["load", "guard", "answers", "over 1 ms, % [95 %]", "over 10 ms, % [95 %]", "over 100 ms, % [95 %]"];
        let mut table = MarkdownTable::new("Answers that came so long after the limit", &head);
        let mut series = Vec::new();
        for (keys, rows) in replies.groups(&["load", "guard"]) {
            let mut late: Vec<f64> = rows.iter().map(|row| row.number("late_us") / 1000.0).collect();
            late.sort_by(f64::total_cmp);
            let over = |limit: f64| {
                let hits = late.iter().filter(|late| **late > limit).count() as u64;
                let interval = clopper_pearson(hits, late.len() as u64, 0.95);
                let percent = hits as f64 / late.len() as f64 * 100.0;
                format!("{percent:.1} [{:.1}, {:.1}]", interval.low * 100.0, interval.high * 100.0)
            };
            table.push(vec![
                keys[0].to_owned(),
                keys[1].to_owned(),
                late.len().to_string(),
                over(1.0),
                over(10.0),
                over(100.0),
            ]);
            let points = late
                .iter()
                .enumerate()
                .map(|(index, late)| Point::new((index as f64 + 0.5) / rows.len() as f64 * 100.0, late.max(0.001)));
            series.push(Series::line(&format!("{}, {}", keys[0], keys[1]), points.collect()));
        }
        let told: Vec<String> = table.rows.iter().map(|row| format!("{} {}: {}", row[0], row[1], row[5])).collect();
        let chart = Chart {
            title: "How late answers are, sorted".to_owned(),
            x: Axis::new("share of the answers that are earlier, %"),
            y: Axis::new("after the limit, ms").logarithmic(),
            series,
            ..Chart::default()
        };
        Findings {
            found: vec![
                format!("Answers more than the 100 ms of the report after the limit, in percent: {}.", told.join("; ")),
                "What makes answers late is not the search, which looks at the clock far more often than every millisecond, but the system, which gives the CPU to somebody else. A fixed margin has to cover the worst of that; a client that measures it can do with less, which is what `rxt client` does.".to_owned(),
            ],
            sure: vec![format!("{} answers; intervals are exact (Clopper and Pearson). What was not seen can still happen: where no answer was so late, the upper end says how often it may.", replies.len())],
            tables: vec![table],
            plots: vec![("late", chart.into())],
        }
    }
}
