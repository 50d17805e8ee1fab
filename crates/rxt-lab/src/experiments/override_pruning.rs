//! Which override moves are worth searching?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Axis, Chart, Point, Series};
use crate::shadow::{SHADOW, ShadowGame, Watcher, sums};
use crate::strength::{self, STRENGTH};
use crate::table::number;
use rxt_rules::agent::Budget;

/// The experiment.
pub(super) struct OverridePruning;

const RULES: [&str; 5] = ["all", "spare", "weak", "corners", "late"];
const MAPS: [&str; 4] = ["overrides-2p-13x13", "expansion-2p-15x15", "wild-3p-12x17", "cross-4p-15x15"];

impl OverridePruning {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let limits: &[(&str, u32)] = lab.size(&[("1000", 1), ("10000", 8)], &[("30", 1)]);
        let mut pairings = Vec::new();
        for search in ["alphabeta,order=eval", "brs+"].into_iter().take(lab.size(2, 1)) {
            for &(limit, every) in limits {
                for rule in &RULES[1..] {
                    let (first, second) = (format!("{search},overrides={rule}"), format!("{search},overrides=all"));
                    let fields = lab.deck(&[2, 3, 4], Flavour::Overrides);
                    pairings.push(Pairing { every, ..Pairing::new(rule, &first, &second, fields, limit) });
                }
            }
        }
        pairings
    }

    fn searches(lab: &Lab, game: u32) -> Lines {
        let fields = lab.fields(&MAPS[..lab.size(4, 1)]);
        let field = &fields[game as usize % fields.len()];
        let watch = |limit: &'static str| {
            RULES.map(|rule| Watcher::new(rule, &format!("alphabeta,order=eval,overrides={rule}"), limit))
        };
        let mut watchers = watch(lab.size("d3", "d1")).to_vec();
        if !lab.tiny {
            watchers.extend(watch("5000"));
        }
        let shadow = ShadowGame {
            field,
            host: "alphabeta,order=eval,overrides=spare",
            host_budget: Budget { nodes: Some(lab.size(300, 20)), ..Budget::default() },
            watchers,
            opening: 6,
            every: lab.size(9, 12),
            most_plies: 400,
        };
        shadow.play(lab.seed, game).into_iter().map(|row| (0, row)).collect()
    }
}

impl Experiment for OverridePruning {
    fn about(&self) -> About {
        About {
            name: "override-pruning",
            question: "Should override moves be searched while there are ordinary moves?",
            source: "2025 report, first assignment, section 4.3.",
            claim: "Override stones are worth most at the end, so override moves could be left out while another move is possible. The \
                    report expected an enormous gain in speed and was not sure of the quality; it proposed to look at overrides only \
                    if nothing else is good, or only on corners, and tested none of this.",
            method: "Five rules: `all`; none while there are ordinary moves (`spare`); all if no ordinary move gains anything (`weak`); \
                     those on tiles that nobody can capture (`corners`); all late in the game (`late`). In shadow games all five \
                     search the same positions to the same depth, and with the same number of positions; then each plays against \
                     `all`, with alpha-beta and with BRS+, on 120 generated maps for two, three and four players with two to six \
                     override stones each and bonus tiles.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[SHADOW, STRENGTH]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(2000, 5)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        if number.is_multiple_of(10) {
            return Self::searches(lab, number / 10);
        }
        strength::play(lab, &Self::pairings(lab), number - number / 10 - 1, 1).0
    }

    fn measures_time(&self, _: &Lab, number: u32) -> bool {
        number.is_multiple_of(10)
    }

    fn findings(&self, data: &Data) -> Findings {
        let (searches, blocks) = (data.table("searches"), data.table("strength"));
        let mut findings =
            Findings { sure: vec![strength::summary(&blocks, &["first", "limit"])], ..Findings::default() };
        let mut cost = MarkdownTable::new(
            "Positions for the same depth on the same positions, and depth for the same number of positions",
            &["map", "rule", "positions, fixed depth", "of `all`, %", "mean depth at 5000"],
        );
        let fixed = searches.only(|row| row.text("limit").starts_with('d'));
        let free = searches.only(|row| !row.text("limit").starts_with('d'));
        for map in fixed.distinct("map") {
            let here = fixed.only(|row| row.text("map") == map);
            let all = sums(&here, &["engine"], "nodes")
                .iter()
                .find(|(keys, ..)| keys[0] == "all")
                .map_or(f64::NAN, |found| found.1);
            for (keys, nodes, _) in sums(&here, &["engine"], "nodes") {
                let deep = free.only(|row| row.text("map") == map && row.text("engine") == keys[0]);
                let depth = deep.rows().map(|row| row.number("depth")).sum::<f64>() / deep.len().max(1) as f64;
                cost.push(vec![
                    format!("`{map}`"),
                    format!("`{}`", keys[0]),
                    number(nodes),
                    format!("{:.0}", nodes / all * 100.0),
                    format!("{depth:.2}"),
                ]);
            }
        }
        let spare = cost.rows.iter().filter(|row| row[1] == "`spare`").map(|row| format!("{} % on {}", row[3], row[0]));
        findings.found.push(format!(
            "To the same depth, `spare` visits of the positions of `all`: {}.",
            spare.collect::<Vec<_>>().join(", ")
        ));
        let strength = strength::table(&blocks, "Strength against `all`", &["first", "limit"]);
        findings.found.push(strength::told(&strength, 2, "Played against `all`"));
        findings.tables.extend([cost, strength]);
        findings.plots.push((
            "strength",
            strength::forest(
                &blocks,
                "Override rules against searching all overrides",
                &["question", "limit", "players"],
            )
            .into(),
        ));
        findings.plots.push(("positions", over_game(&fixed).into()));
        findings
    }
}

fn over_game(fixed: &crate::Table) -> Chart {
    let map = fixed.distinct("map").first().copied().unwrap_or_default().to_owned();
    let here = fixed.only(|row| row.text("map") == map);
    let series = RULES.iter().map(|rule| {
        let rows = here.only(|row| row.text("engine") == *rule);
        let points = rows.groups(&["ply"]).into_iter().map(|(keys, rows)| {
            let nodes = rows.iter().map(|row| row.number("nodes")).sum::<f64>() / rows.len() as f64;
            Point::new(keys[0].parse().unwrap_or(0.0), nodes.max(1.0))
        });
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series::line(rule, points)
    });
    Chart {
        title: format!("Positions searched to the same depth over a game on {map}"),
        x: Axis::new("move of the game"),
        y: Axis::new("positions").logarithmic(),
        series: series.collect(),
        ..Chart::default()
    }
}
