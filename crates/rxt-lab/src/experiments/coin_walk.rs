//! How far does a walk by coin tosses go?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use rxt_arena::stats::mean;
use rxt_rules::rng::Rng;

/// The experiment.
pub(super) struct CoinWalk;

const WALKS: Schema = Schema { name: "walks", columns: &["walk", "tosses", "sum"] };
const DISTANCES: Schema = Schema { name: "distances", columns: &["runs", "tosses", "mean_distance", "square_mean"] };
/// The report's number of tosses, and how often the sum is noted.
const TOSSES: u32 = 10_000;
const STEP: u32 = 100;
/// Runs of one job; ten jobs are the report's 500.
const RUNS: u32 = 50;

impl Experiment for CoinWalk {
    fn about(&self) -> About {
        About {
            name: "coin-walk",
            question: "Does the sum of fair coin tosses come back to 0, and what does that teach about win rates?",
            source: "2025 report, second assignment, task 4.",
            claim: "The sum of n tosses of +1 and -1 has mean 0 and variance n, so that its distance from 0 grows with n; shown by three \
                    walks and by the mean distance over 500 walks of 10 000 tosses. No figure was compared with the theory.",
            method: "Three walks, and the mean distance over 500 walks beside the expectation sqrt(2n/pi).",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[WALKS, DISTANCES]
    }

    fn jobs(&self, _: &Lab) -> u32 {
        11
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let walks = if number == 0 { 3 } else { RUNS };
        let mut sums = vec![(0.0, 0.0); (TOSSES / STEP) as usize];
        let mut lines = Vec::new();
        for walk in 0..walks {
            let mut rng = Rng::derived(lab.seed, u64::from(number * RUNS + walk));
            let mut sum = 0_i64;
            for toss in 1..=TOSSES {
                sum += if rng.next_u64() & 1 == 0 { 1 } else { -1 };
                if toss % STEP == 0 {
                    let place = &mut sums[(toss / STEP - 1) as usize];
                    *place = (place.0 + sum.unsigned_abs() as f64, place.1 + (sum * sum) as f64);
                    if number == 0 {
                        lines.push((0, vec![(walk + 1).to_string(), toss.to_string(), sum.to_string()]));
                    }
                }
            }
        }
        if number > 0 {
            for (index, (distance, square)) in sums.into_iter().enumerate() {
                let tosses = (index as u32 + 1) * STEP;
                lines.push((
                    1,
                    vec![
                        RUNS.to_string(),
                        tosses.to_string(),
                        self::number(distance / f64::from(RUNS)),
                        self::number(square / f64::from(RUNS)),
                    ],
                ));
            }
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let (walks, distances) = (data.table("walks"), data.table("distances"));
        let expected = |tosses: f64| (2.0 * tosses / std::f64::consts::PI).sqrt();
        let mut table = MarkdownTable::new(
            "Mean distance from 0",
            &["tosses", "mean distance [95 %]", "sqrt(2n/pi)", "distance per toss"],
        );
        let mut points = Vec::new();
        for (keys, rows) in distances.groups(&["tosses"]) {
            let tosses: f64 = keys[0].parse().unwrap_or(0.0);
            let samples: Vec<f64> = rows.iter().map(|row| row.number("mean_distance")).collect();
            let Some((middle, interval)) = mean(&samples).and_then(|mean| Some((mean.mean, mean.interval?))) else {
                continue;
            };
            points.push(Point::new(tosses, middle).between(interval.low, interval.high));
            if [100.0, 1000.0, 5000.0, 10_000.0].contains(&tosses) {
                table.push(vec![
                    keys[0].to_owned(),
                    format!("{middle:.1} [{:.1}, {:.1}]", interval.low, interval.high),
                    format!("{:.1}", expected(tosses)),
                    format!("{:.4}", middle / tosses),
                ]);
            }
        }
        let theory = points.iter().map(|point| Point::new(point.x, expected(point.x))).collect();
        let last = table.rows.last().cloned().unwrap_or_default();
        let told = last.get(1).cloned().unwrap_or_default();
        let walk = |name: &str| {
            Series::line(
                &format!("walk {name}"),
                walks
                    .rows()
                    .filter(|row| row.text("walk") == name)
                    .map(|row| Point::new(row.number("tosses"), row.number("sum")))
                    .collect(),
            )
        };
        let chart = |title: &str, label: &str, series: Vec<Series>| Chart {
            title: title.to_owned(),
            x: Axis::new("tosses"),
            y: Axis::new(label),
            series,
            ..Chart::default()
        };
        Findings {
            found: vec![
                format!("After 10 000 tosses the mean distance from 0 was {told}; the theory says {:.1}. The sum does not come back to 0, but its distance per toss does: the mean of the tosses converges, the sum does not.", expected(10_000.0)),
                "The lesson for win rates: the standard error of a rate near one half is 0.5 / sqrt(n). Eight games tell it to 35 points either way, a hundred to 10, a thousand to 3.".to_owned(),
            ],
            sure: vec![format!("{} walks; the interval is Student's over ten groups of fifty.", distances.groups(&["tosses"]).first().map_or(0, |(_, rows)| rows.len() * RUNS as usize))],
            tables: vec![table],
            plots: vec![
                ("walks", chart("Three walks", "sum", walks.distinct("walk").into_iter().map(walk).collect()).into()),
                ("distance", chart("Mean distance from 0 over 500 walks", "distance", vec![Series::line("measured", points), Series::line("sqrt(2n/pi)", theory)]).into()),
            ],
        }
    }
}
