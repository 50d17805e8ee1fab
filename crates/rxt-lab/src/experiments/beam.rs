//! What does a beam cost, and what does it gain?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Axis, Chart, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher, sums, values_behind};
use crate::strength::{self, STRENGTH, estimate_of};
use crate::table::number;
use rxt_arena::stats::{Estimate, Interval, clopper_pearson};
use rxt_engine::Spec;
use rxt_engine::eval::EvalSpec;
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::rng::Rng;
use std::sync::Arc;

/// The experiment.
pub(super) struct Beam;

const WIDTHS: [&str; 5] = ["3", "5", "8", "12", "all"];
const MAPS: [&str; 5] = ["standard-8x8", "torus-2p-10x10", "plain-2p-20x20", "cross-4p-15x15", "arena-8p-20x20"];
const RECALL: Schema = Schema { name: "recall", columns: &["map", "game", "ply", "moves", "rank"] };
const EVALUATION: &str = "eval=stones,against=best";

impl Beam {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let limits: &[(&str, u32)] = lab.size(&[("1000", 1), ("10000", 8)], &[("30", 1)]);
        let mut pairings = Vec::new();
        for &(limit, every) in limits {
            for width in &WIDTHS[..4] {
                let spec = |beam: &str| format!("alphabeta,order=eval,beam={beam},{EVALUATION}");
                let fields = lab.deck(&[2, 4, 8], Flavour::Mixed);
                let pairing = Pairing::new(&format!("k = {width}"), &spec(width), &spec("all"), fields, limit);
                pairings.push(Pairing { every, ..pairing });
            }
        }
        pairings
    }

    fn searches(lab: &Lab, game: u32) -> Lines {
        let fields = lab.fields(&MAPS[..lab.size(5, 1)]);
        let field = &fields[game as usize % fields.len()];
        let watch = |beam: &&str| {
            Watcher::new(
                &format!("k = {beam}"),
                &format!("alphabeta,order=eval,beam={beam},{EVALUATION}"),
                lab.size("d4", "d2"),
            )
        };
        let shadow = ShadowGame {
            field,
            host: "alphabeta,order=eval",
            host_budget: Budget { nodes: Some(lab.size(300, 20)), ..Budget::default() },
            watchers: WIDTHS.iter().map(watch).collect(),
            opening: 6,
            every: lab.size(11, 20),
            most_plies: lab.size(200, 40),
        };
        shadow.play(lab.seed, game).into_iter().map(|row| (0, row)).collect()
    }

    /// At which place of the order by evaluation the best move of a deep search stands.
    fn recall(lab: &Lab, game: u32) -> Lines {
        let fields = lab.deck(&[2, 4, 8], Flavour::Mixed);
        let field = &fields[game as usize % fields.len()];
        let evaluation = EvalSpec::parse("stones", &[("against", "best")]).expect("the evaluation exists");
        let mut deep =
            Spec::parse(&format!("alphabeta,order=eval,{EVALUATION}")).expect("the spec is valid").engine(lab.seed);
        let budget = Budget { nodes: Some(lab.size(20_000, 50)), ..Budget::default() };
        let mut rng = Rng::derived(lab.seed, u64::from(game));
        let mut position = Position::new(Arc::clone(&field.map));
        let mut lines = Vec::new();
        for ply in 0..lab.size(300_u32, 12) {
            let moves = position.legal_moves();
            let Some(&any) = rng.pick(&moves) else { break };
            if ply % lab.size(15, 5) == 4 && moves.len() > 1 {
                let best = deep.choose(&position, &budget, &Signal::default()).mv;
                let values = values_behind(&evaluation, &position);
                let own = moves.iter().position(|&mv| mv == best).map_or(f64::NAN, |at| values[at]);
                let rank = 1 + values.iter().filter(|&&value| value > own).count();
                lines.push((
                    2,
                    vec![
                        field.name.clone(),
                        game.to_string(),
                        ply.to_string(),
                        moves.len().to_string(),
                        rank.to_string(),
                    ],
                ));
            }
            position.play(any);
        }
        lines
    }
}

impl Experiment for Beam {
    fn about(&self) -> About {
        About {
            name: "beam",
            question: "What does a search lose and gain that looks at the best k moves of each position alone?",
            source: "2019 report, fourth assignment, tasks 1 and 2.",
            claim: "A beam of five is up to a hundred times faster than no sorting at the same depth, and keeps the time per move nearly \
                    constant, so it is kept. Whether it plays better was not asked.",
            method: "Alpha-beta sorted by evaluation with beams of 3, 5, 8, 12 and all moves: positions to depth 4 in shadow games; games \
                     against the search without a beam, with the same number of positions per move, on 120 generated maps for two, four \
                     and eight players; and the place at which the best \
                     move of a search of 20 000 positions stands in the order by evaluation: the share within the first k is what a \
                     beam of k can find.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SHADOW, STRENGTH, RECALL]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(3000, 4)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        match number % 12 {
            0 => Self::searches(lab, number / 12),
            1 => Self::recall(lab, number / 12),
            _ => strength::play(lab, &Self::pairings(lab), number / 12 * 10 + number % 12 - 2, 1).0,
        }
    }

    fn measures_time(&self, _: &Lab, number: u32) -> bool {
        number.is_multiple_of(12)
    }

    fn findings(&self, data: &Data) -> Findings {
        let (searches, blocks, recall) = (data.table("searches"), data.table("strength"), data.table("recall"));
        let mut findings =
            Findings { sure: vec![strength::summary(&blocks, &["question", "limit"])], ..Findings::default() };
        let cost = cost(&searches);
        let mut found = MarkdownTable::new(
            "How often the best move of a deep search is among the first k by evaluation",
            &["k", "share, % [95 %]"],
        );
        let mut points = Vec::new();
        for width in [1, 2, 3, 5, 8, 12, 20] {
            let flagged = flagged(&recall, width);
            let rows: Vec<_> = flagged.rows().collect();
            if let Some(share) = share_of(&rows) {
                found.push(vec![width.to_string(), strength::points(&share)]);
                let interval = share.interval.unwrap_or(Interval { low: share.mean, high: share.mean });
                let point = Point::new(f64::from(width), share.mean * 100.0);
                points.push(point.between(interval.low.max(0.0) * 100.0, interval.high.min(1.0) * 100.0));
            }
        }
        let five =
            found.rows.iter().find(|row| row[0] == "5").map_or_else(|| "unknown".to_owned(), |row| row[1].clone());
        findings.found.push(format!(
            "A beam of 5 contains the move that a search of 20 000 positions prefers in {five} % of {} positions.",
            recall.len()
        ));
        let strength = strength::table(
            &blocks,
            "Strength against the same search without a beam, at equal positions",
            &["question", "limit"],
        );
        findings.found.push(strength::told(&strength, 2, "Against the search without a beam"));
        findings.tables.extend([cost, found, strength]);
        findings.plots.push((
            "recall",
            Chart {
                title: "The best move of a deep search is among the first k".to_owned(),
                x: Axis::new("k").whole(),
                y: Axis::new("share of positions, %"),
                series: vec![Series::line("recall", points)],
                ..Chart::default()
            }
            .into(),
        ));
        findings.plots.push((
            "strength",
            strength::forest(&blocks, "Beams against no beam", &["question", "limit", "players"]).into(),
        ));
        findings
    }
}

/// The table with a column that says whether the move is among the first k.
fn flagged(recall: &crate::Table, width: u32) -> crate::Table {
    let mut table = crate::Table::new(&["map", "within"]);
    for row in recall.rows() {
        let within = row.number("rank") <= f64::from(width);
        table.push(vec![row.text("map").to_owned(), u8::from(within).to_string()]);
    }
    table
}

fn cost(searches: &crate::Table) -> MarkdownTable {
    let mut cost = MarkdownTable::new(
        "Positions to depth 4 over all shadow games, and CPU time",
        &["k", "positions", "of all moves, %", "CPU time, ms per search"],
    );
    let total = |label: &str, column: &str| {
        sums(&searches.only(|row| row.text("engine") == label), &["engine"], column)
            .first()
            .map_or(f64::NAN, |found| found.1)
    };
    let rows = searches.only(|row| row.text("engine") == "k = all").len().max(1) as f64;
    for width in WIDTHS {
        let label = format!("k = {width}");
        let visited = total(&label, "nodes") + total(&label, "probes");
        let share = visited / (total("k = all", "nodes") + total("k = all", "probes")) * 100.0;
        cost.push(vec![
            width.to_owned(),
            number(visited),
            format!("{share:.0}"),
            format!("{:.2}", total(&label, "cpu_us") / rows / 1000.0),
        ]);
    }
    cost
}

/// The share with its interval over maps and positions; where all positions agree, the exact one, because drawing again cannot
/// show what was not seen.
fn share_of(rows: &[crate::Row<'_>]) -> Option<Estimate> {
    let share = estimate_of(rows, "within")?;
    let hits = rows.iter().filter(|row| row.number("within") > 0.5).count() as u64;
    let certain = hits == 0 || hits == rows.len() as u64;
    let interval = if certain { Some(clopper_pearson(hits, rows.len() as u64, 0.95)) } else { share.interval };
    Some(Estimate { interval, ..share })
}
