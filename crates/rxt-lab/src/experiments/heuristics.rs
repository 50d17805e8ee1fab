//! The heuristics of the second assignment: their table, against each other, and what they cost.

use crate::contest::{Pairing, budget};
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Axis, Chart, Heat, Point, Series};
use crate::strength::{self, STRENGTH, estimate_of};
use crate::table::{group, number};
use crate::timing::{per_call, timed, turns};
use rxt_engine::Spec;
use rxt_engine::eval::{EvalSpec, Evaluation};
use rxt_rules::agent::{Agent, Signal};
use rxt_rules::referee::play_match;
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Player, Position};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The experiment.
pub(super) struct Heuristics;

/// As the report calls them, and as specs.
const REPORT: [(&str, &str); 4] = [
    ("most stones", "greedy,eval=stones,against=mean"),
    ("least stones", "greedy,eval=stones-least,against=mean"),
    ("first move", "first"),
    ("corners+borders", "greedy,eval=corners,against=mean"),
];
const EVALUATIONS: [&str; 6] = ["first", "stones", "stones-least", "corners", "corner-map", "corner-dynamic"];
const GAMES: Schema = Schema {
    name: "report-table",
    columns: &["heuristic", "limit", "seat", "own", "other", "repeat_own", "repeat_other", "same"],
};
const COST: Schema = Schema { name: "cost", columns: &["evaluation", "map", "ns_per_evaluation", "share_of_search"] };

impl Heuristics {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let spec = |eval: &str| {
            if eval == "first" {
                "greedy,eval=first".to_owned()
            } else {
                format!("alphabeta,order=eval,eval={eval},against=mean")
            }
        };
        let mut pairings = Vec::new();
        let limit = lab.size("500", "20");
        for (at, one) in EVALUATIONS.iter().enumerate().take(lab.size(6, 3)) {
            for other in EVALUATIONS.iter().take(lab.size(6, 3)).skip(at + 1) {
                pairings.push(Pairing::new("cross", &spec(one), &spec(other), lab.deck(&[2], Flavour::Plain), limit));
            }
        }
        for term in ["item", "neighbour"] {
            let pairing = Pairing::new(
                "ablation",
                &spec(&format!("stones+{term}")),
                &spec("stones"),
                lab.deck(&[2, 3, 4], Flavour::Mixed),
                limit,
            );
            pairings.push(pairing);
        }
        pairings
    }

    /// The report's own table: each heuristic against `trivial` on the standard board, both seats, two limits, twice.
    fn report_table(lab: &Lab) -> Lines {
        let field = crate::field("standard-8x8");
        let limits = lab.size(["5ms", "12ms"], ["20", "40"]);
        let mut lines = Vec::new();
        for (name, spec) in REPORT {
            for limit in limits {
                for seat in 0..2 {
                    let play = || {
                        let mut agents: Vec<Box<dyn Agent>> = ["trivial", "trivial"].map(engine).into_iter().collect();
                        agents[seat] = engine(spec);
                        let (referee, _) =
                            play_match(Arc::clone(&field.map), &mut agents, &budget(limit), |_, _, _| {
                                ControlFlow::<()>::Continue(())
                            });
                        let stones = |player: Player| referee.position().stones(player);
                        let players: Vec<Player> = Player::all(2).collect();
                        (stones(players[seat]), stones(players[1 - seat]))
                    };
                    let (one, again) = (play(), play());
                    let row = vec![
                        name.to_owned(),
                        limit.to_owned(),
                        format!("P{}", seat + 1),
                        one.0.to_string(),
                        one.1.to_string(),
                        again.0.to_string(),
                        again.1.to_string(),
                        (one == again).to_string(),
                    ];
                    lines.push((0, row));
                }
            }
        }
        lines
    }

    /// Nanoseconds for an evaluation of a position in the middle of a game, and its share of the time of a search.
    fn cost(lab: &Lab, round: u32) -> Lines {
        let maps = ["standard-8x8", "cross-4p-15x15"];
        let field = crate::field(maps[round as usize % 2]);
        let mut rng = Rng::derived(lab.seed, u64::from(round));
        let mut position = Position::new(Arc::clone(&field.map));
        for _ in 0..field.map.tile_count() / 3 {
            let Some(&mv) = rng.pick(&position.legal_moves()) else { break };
            position.play(mv);
        }
        if position.phase() != Phase::Build {
            return Vec::new();
        }
        let names = ["stones", "corners", "corner-map", "corner-dynamic", "corner-recalibrated", "item", "neighbour"];
        let mut lines = vec![Vec::new(); names.len()];
        for index in turns(names.len(), round) {
            let name = names[index];
            let spec = EvalSpec::parse(name, &[("against", "mean")]).expect("the evaluation exists");
            let mut evaluation = Evaluation::new(&spec, position.map());
            evaluation.prepare(&position);
            let player = position.to_move().unwrap_or(Player::ONE);
            let once = per_call(lab.size(9, 1), || evaluation.value(&position, player) as u64);
            let mut engine =
                Spec::parse(&format!("alphabeta,eval={name},against=mean")).expect("the spec is valid").engine(1);
            let limit = budget(lab.size("20000", "200"));
            let (took, _) = timed(|| engine.choose(&position, &limit, &Signal::default()));
            let share = once * engine.counters().leaves as f64 / took.cpu_ns.max(1.0);
            lines[index] = vec![name.to_owned(), field.name.clone(), number(once), number(share.min(1.0))];
        }
        lines.into_iter().map(|line| (2, line)).collect()
    }
}

fn engine(spec: &str) -> Box<dyn Agent> {
    Box::new(Spec::parse(spec).expect("the spec is valid").engine(1))
}

impl Experiment for Heuristics {
    fn about(&self) -> About {
        About {
            name: "heuristics",
            question: "Which of the first heuristics is best, and what do they cost?",
            source: "2025 report, second assignment, sections 4.1 and 4.2.",
            claim: "Four games of each heuristic against a simple AI on the standard board. Corners and borders had the most stable \
                    results and did not lose; a repeat with the same time limit gave the same game, so that there were four data \
                    points for each. Item and neighbour heuristics were proposed and not tested.",
            method: "First the report's own table, against `trivial` with two time limits on both seats, each game twice. Then every \
                     evaluation against every other in the same alpha-beta with 500 positions per move, with random openings and both seats, \
                     on 120 generated maps without special tiles; item and neighbour added to stones on maps with them; and the time of one evaluation.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[GAMES, STRENGTH, COST]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(8000, 8)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        match (number, number % 20) {
            (0, _) => Self::report_table(lab),
            (_, 1) => Self::cost(lab, number / 20),
            _ => strength::play(lab, &Self::pairings(lab), number - number / 20 - 1, 1).0,
        }
    }

    fn measures_time(&self, _: &Lab, number: u32) -> bool {
        number == 0 || number % 20 == 1
    }

    fn findings(&self, data: &Data) -> Findings {
        let (games, blocks, cost) = (data.table("report-table"), data.table("strength"), data.table("cost"));
        let mut findings =
            Findings { sure: vec![strength::summary(&blocks, &["first", "second"])], ..Findings::default() };
        let mut own = MarkdownTable::new(
            "The report's table: stones of ours and of `trivial`, and of a second game",
            &["heuristic", "limit", "seat", "stones", "second game", "the same"],
        );
        for row in games.rows() {
            let pair = |one: &str, other: &str| format!("{} / {}", row.text(one), row.text(other));
            own.push(vec![
                row.text("heuristic").to_owned(),
                row.text("limit").to_owned(),
                row.text("seat").to_owned(),
                pair("own", "other"),
                pair("repeat_own", "repeat_other"),
                row.text("same").to_owned(),
            ]);
        }
        let same = games.rows().filter(|row| row.text("same") == "true").count();
        let won = games.rows().filter(|row| row.number("own") > row.number("other")).count();
        findings.found.push(format!("In the report's own setting our heuristics won {won} of {} games, and {same} of the repeats ended with the same stones: with a limit of time a repeat need not be the same game, because the depth that is reached depends on the machine.", games.len()));
        if let Some((best, score)) = ranking(&blocks).first() {
            findings
                .found
                .push(format!("Against each other, {best} scored most: {} points of 100.", strength::points(score)));
        }
        findings.tables.push(own);
        findings.tables.push(strength::table(
            &blocks.only(|row| row.text("question") == "cross"),
            "Each against each",
            &["first", "second"],
        ));
        findings.tables.push(strength::table(
            &blocks.only(|row| row.text("question") == "ablation"),
            "Item and neighbour added to stones",
            &["first", "second"],
        ));
        findings.tables.push(cost_table(&cost));
        findings.plots.push(("cross-table", heat(&blocks).into()));
        findings.plots.push(("cost", cost_chart(&cost).into()));
        findings
    }
}

fn evaluation_of(spec: &str) -> &str {
    spec.split(',').find_map(|option| option.strip_prefix("eval=")).unwrap_or(spec)
}

/// The mean score of each evaluation over all others, best first.
fn ranking(blocks: &crate::Table) -> Vec<(String, rxt_arena::stats::Estimate)> {
    let mut both = crate::Table::new(&["evaluation", "map", "score"]);
    for row in blocks.rows().filter(|row| row.text("question") == "cross") {
        both.push(vec![
            evaluation_of(row.text("first")).to_owned(),
            row.text("map").to_owned(),
            row.text("score").to_owned(),
        ]);
        both.push(vec![
            evaluation_of(row.text("second")).to_owned(),
            row.text("map").to_owned(),
            number(1.0 - row.number("score")),
        ]);
    }
    let groups = both.groups(&["evaluation"]).into_iter();
    let mut scores: Vec<_> =
        groups.filter_map(|(keys, rows)| Some((format!("`{}`", keys[0]), estimate_of(&rows, "score")?))).collect();
    scores.sort_by(|one, other| other.1.mean.total_cmp(&one.1.mean));
    scores
}

fn heat(blocks: &crate::Table) -> Heat {
    let cross = blocks.only(|row| row.text("question") == "cross");
    let score = |one: &str, other: &str| {
        let rows: Vec<_> = cross
            .rows()
            .filter(|row| evaluation_of(row.text("first")) == one && evaluation_of(row.text("second")) == other)
            .collect();
        estimate_of(&rows, "score").map(|score| score.mean * 100.0)
    };
    let cell = |one: &str, other: &str| score(one, other).or_else(|| score(other, one).map(|score| 100.0 - score));
    Heat {
        title: "Score of the row against the column, points of 100 (intervals: table)".to_owned(),
        rows: EVALUATIONS.map(str::to_owned).to_vec(),
        columns: EVALUATIONS.map(str::to_owned).to_vec(),
        cells: EVALUATIONS.iter().map(|one| EVALUATIONS.iter().map(|other| cell(one, other)).collect()).collect(),
        range: (0.0, 100.0),
        decimals: 0,
    }
}

fn cost_table(cost: &crate::Table) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        "CPU time of one evaluation, and its share of the time of an alpha-beta search",
        &["evaluation", "map", "ns [95 %]", "share of search, %"],
    );
    for (keys, rows) in cost.groups(&["evaluation", "map"]) {
        let mean =
            |column: &str| rxt_arena::stats::mean(&rows.iter().map(|row| row.number(column)).collect::<Vec<_>>());
        let (Some(time), Some(share)) = (mean("ns_per_evaluation"), mean("share_of_search")) else { continue };
        let Some(interval) = time.interval else { continue };
        table.push(vec![
            format!("`{}`", keys[0]),
            format!("`{}`", keys[1]),
            format!("{:.0} [{:.0}, {:.0}]", time.mean, interval.low.max(0.0), interval.high),
            format!("{:.0}", share.mean * 100.0),
        ]);
    }
    table
}

fn cost_chart(cost: &crate::Table) -> Chart {
    let names = cost.distinct("evaluation");
    let series = cost.distinct("map").into_iter().map(|map| {
        let points = names.iter().enumerate().filter_map(|(index, name)| {
            let rows = cost.rows().filter(|row| row.text("map") == map && row.text("evaluation") == *name);
            let groups = group(rows, &["map"]);
            let samples: Vec<f64> = groups.first()?.1.iter().map(|row| row.number("ns_per_evaluation")).collect();
            let mean = rxt_arena::stats::mean(&samples)?;
            let point = Point::new(index as f64, mean.mean);
            Some(mean.interval.map_or(point, |interval| point.between(interval.low.max(0.0), interval.high)))
        });
        Series::bars(map, points.collect())
    });
    Chart {
        title: "CPU time of one evaluation".to_owned(),
        x: Axis::new("evaluation").named(names.iter().map(|&name| name.to_owned())),
        y: Axis::new("ns"),
        series: series.collect(),
        ..Chart::default()
    }
}
