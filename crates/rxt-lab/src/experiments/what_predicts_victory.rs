//! What predicts victory, and when?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::plots::{Axis, Chart, Panels, Point, Series};
use crate::strength::SEED;
use crate::table::{Table, number};
use rxt_arena::stats::{Estimate, estimate};
use rxt_engine::eval::{EvalSpec, Evaluation, UNIT};
use rxt_record::Record;
use rxt_rules::moves::TileList;
use rxt_rules::{Cell, Direction, Phase, Player, Position, rank};

/// The experiment.
pub(super) struct WhatPredictsVictory;

const FEATURES: [&str; 7] = ["stones", "corners", "mobility", "stability", "bonus tiles", "overrides", "bombs"];
const STAGES: [(&str, f64); 4] = [("1/4", 0.25), ("1/2", 0.5), ("3/4", 0.75), ("end", 1.0)];
const PLAYERS: [u8; 4] = [2, 3, 4, 6];
const AGREEMENT: Schema = Schema {
    name: "agreement",
    columns: &["map", "kind", "block", "games", "stage", "feature", "auc", "likelihood", "inversions_left"],
};
/// Games of one job, which are one sample.
const GAMES: u32 = 8;

/// What each player has at a moment, by feature.
fn features(position: &Position, bonus: &[u32]) -> Vec<Vec<f64>> {
    let corners = EvalSpec::parse("corners", &[("corner", "1"), ("border", "0")]).expect("the evaluation exists");
    let corners = Evaluation::new(&corners, position.map());
    let mut scratch = TileList::new(position.map());
    let stable = stable(position);
    Player::all(position.players())
        .map(|player| {
            vec![
                f64::from(position.stones(player)),
                f64::from(corners.value(position, player)) / f64::from(UNIT),
                f64::from(position.mobility(player, &mut scratch)),
                f64::from(stable[player.index()]),
                f64::from(bonus[player.index()]),
                f64::from(position.overrides(player)),
                f64::from(position.bombs(player)),
            ]
        })
        .collect()
}

/// How many stones of each player nobody can capture any more by setting stones: along each axis there is an end, or an own
/// stone that is stable itself, on one side.
fn stable(position: &Position) -> Vec<u32> {
    const AXES: [Direction; 4] = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];
    let map = position.map();
    let mut stable = vec![false; map.tile_count()];
    let mut counts = vec![0; usize::from(position.players())];
    loop {
        let mut changed = false;
        for tile in map.tiles() {
            let Some(owner) = position.cell(tile).owner().filter(|_| !stable[tile.index()]) else { continue };
            let holds = |direction: Direction| {
                map.step(tile, direction).is_none_or(|(next, _)| {
                    next != tile && stable[next.index()] && position.cell(next).owner() == Some(owner)
                })
            };
            if AXES.iter().all(|&axis| holds(axis) || holds(axis.opposite())) {
                stable[tile.index()] = true;
                counts[owner.index()] += 1;
                changed = true;
            }
        }
        if !changed {
            return counts;
        }
    }
}

/// The features at each stage of the building phase, the inversions left there, and the places.
type Told = (Vec<(Vec<Vec<f64>>, u32)>, Vec<f64>);

fn told(record: &Record) -> Option<Told> {
    let mut positions = Vec::new();
    let mut bonus = vec![0; usize::from(record.map.players())];
    let mut replay = record.replay();
    loop {
        let position = replay.position().clone();
        if position.phase() == Phase::Build {
            positions.push((position.clone(), bonus.clone()));
        }
        match replay.step() {
            Some(Ok(rxt_record::record::Entry::Move(mv))) => {
                bonus[mv.player.index()] += u32::from(position.cell_at(mv.answer.x, mv.answer.y) == Cell::BONUS);
            }
            Some(Ok(_)) => {}
            _ => break,
        }
    }
    let last = positions.len().checked_sub(1)?;
    let stages = STAGES.iter().map(|(_, part)| {
        let (position, bonus) = &positions[(last as f64 * part).round() as usize];
        (features(position, bonus), position.count(Cell::INVERSION))
    });
    let places = rank::placements(record.result.as_ref()?).iter().map(|placement| placement.place).collect();
    Some((stages.collect(), places))
}

/// Of all pairs of players of a game with different places, the share in which the better one has more; equal counts half.
fn concordance(values: &[f64], places: &[f64]) -> Option<f64> {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for one in 0..values.len() {
        for other in (0..values.len()).filter(|&other| places[one] < places[other]) {
            pairs += 1.0;
            sum += if values[one] > values[other] {
                1.0
            } else if values[one] < values[other] {
                0.0
            } else {
                0.5
            };
        }
    }
    (pairs > 0.0).then(|| sum / pairs)
}

/// The logarithm of the probability of the places, in bits per game above chance, if players are drawn in the order of their
/// places with odds `exp(weight * value)` (Plackett and Luce), for the best weight.
fn likelihood(games: &[(Vec<f64>, Vec<f64>)]) -> f64 {
    let bits = |weight: f64| {
        let game = |(values, places): &(Vec<f64>, Vec<f64>)| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by(|&one, &other| places[one].total_cmp(&places[other]));
            let spread = values.iter().fold(1e-9_f64, |most, value| most.max(value.abs()));
            (0..order.len() - 1)
                .map(|at| {
                    let odds = |player: &usize| (weight * values[*player] / spread).exp();
                    (odds(&order[at]) / order[at..].iter().map(odds).sum::<f64>()).log2()
                        + ((order.len() - at) as f64).log2()
                })
                .sum::<f64>()
        };
        games.iter().map(game).sum::<f64>() / games.len().max(1) as f64
    };
    (-40..=80).map(|step| bits(f64::from(step) / 4.0)).fold(f64::NEG_INFINITY, f64::max)
}

impl Experiment for WhatPredictsVictory {
    fn about(&self) -> About {
        About {
            name: "what-predicts-victory",
            question: "What predicts victory: stones, corners, mobility, stability, or stocks? And at which stage?",
            source: "2025 report, fifth assignment, sections 5.1 and 5.2.",
            claim: "In eight games, who had more corners at the half, at three quarters and at the end won seven times; who had more stones, four \
                    times at the half and every time later. So corners were thought to tell early and stones late. Four and seven of eight do not \
                    differ by more than chance allows (p = 0.28).",
            method: "Games of one engine with 200 positions per move and random openings. At a quarter, half, three quarters and the end of the \
                     building phase, for every pair of players: does the one who ends in front have more of it? The share is the area under the \
                     curve (0.5 tells nothing). Beside it the gain in the likelihood of the whole order by Plackett and Luce, with one weight \
                     fitted for each job. A job is eight games on one of 160 generated maps without special tiles, or of as many with them; intervals draw maps and then jobs.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[AGREEMENT]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(1250, 2)
    }

    fn job(&self, lab: &Lab, job: u32) -> Lines {
        let (kind, fields) = if job.is_multiple_of(2) {
            ("plain", lab.deck(&PLAYERS, Flavour::Plain))
        } else {
            ("special", lab.deck(&PLAYERS, Flavour::Mixed))
        };
        let Some(field) = fields.get(job as usize / 2 % fields.len().max(1)) else { return Vec::new() };
        let spec = "alphabeta,order=eval,eval=stones+corners,against=mean";
        let pairing =
            Pairing::new("", spec, &format!("{spec},ties=random"), vec![field.clone()], lab.size("200", "10"));
        let mut games = Vec::new();
        for block in 0..lab.size(GAMES / 2, 1) {
            let Some(played) = pairing.play(lab, job * GAMES + block) else { return Vec::new() };
            games.extend(played.games.iter().filter_map(|(_, record)| told(record)));
        }
        let mut lines = Vec::new();
        for (stage, (name, _)) in STAGES.iter().enumerate() {
            let left =
                games.iter().map(|(stages, _)| f64::from(stages[stage].1)).sum::<f64>() / games.len().max(1) as f64;
            for (feature, title) in FEATURES.iter().enumerate() {
                let of = |game: &Told| game.0[stage].0.iter().map(|values| values[feature]).collect::<Vec<f64>>();
                let shares: Vec<f64> = games.iter().filter_map(|game| concordance(&of(game), &game.1)).collect();
                let pairs: Vec<(Vec<f64>, Vec<f64>)> = games.iter().map(|game| (of(game), game.1.clone())).collect();
                let auc = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
                lines.push((
                    0,
                    vec![
                        field.name.clone(),
                        kind.to_owned(),
                        job.to_string(),
                        shares.len().to_string(),
                        (*name).to_owned(),
                        (*title).to_owned(),
                        number(auc),
                        number(likelihood(&pairs)),
                        number(left),
                    ],
                ));
            }
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let rows = data.table("agreement");
        let mut findings = Findings::default();
        let mut charts = Vec::new();
        for kind in rows.distinct("kind") {
            let here = rows.only(|row| row.text("kind") == kind);
            let mut table = MarkdownTable::new(
                &format!("Area under the curve on {kind} maps [95 %], and bits per game above chance"),
                &["feature", "1/4", "1/2", "3/4", "end"],
            );
            for feature in FEATURES {
                let cell = |(stage, _): &(&str, f64)| {
                    let told =
                        value(&here, feature, stage, "auc").and_then(|found| Some((found.mean, found.interval?)));
                    let bits = value(&here, feature, stage, "likelihood").map_or(f64::NAN, |found| found.mean);
                    told.map_or_else(
                        || "-".to_owned(),
                        |(mean, interval)| {
                            format!(
                                "{mean:.2} [{:.2}, {:.2}], {bits:.2}",
                                interval.low.max(0.0),
                                interval.high.min(1.0)
                            )
                        },
                    )
                };
                table.push(std::iter::once(feature.to_owned()).chain(STAGES.iter().map(cell)).collect());
            }
            let best = |stage: &str| {
                FEATURES
                    .into_iter()
                    .filter_map(|feature| Some((feature, value(&here, feature, stage, "auc")?.mean)))
                    .max_by(|one, other| one.1.total_cmp(&other.1))
            };
            let told: Vec<String> = STAGES
                .iter()
                .filter_map(|(stage, _)| best(stage).map(|(feature, auc)| format!("{feature} at {stage} ({auc:.2})")))
                .collect();
            let overtakes = STAGES.iter().find(|(stage, _)| {
                value(&here, "stones", stage, "auc")
                    .zip(value(&here, "corners", stage, "auc"))
                    .is_some_and(|(stones, corners)| stones.mean > corners.mean)
            });
            let overtakes = overtakes.map_or("not at all", |(stage, _)| *stage);
            findings.found.push(format!("On {kind} maps the best predictor is {}. Stones tell more than corners from this stage on: {overtakes}.", told.join(", ")));
            findings.tables.push(table);
            findings.found.extend(inversions(&here));
            charts.push(chart(&here, kind));
        }
        let games: f64 = rows
            .rows()
            .filter(|row| row.text("stage") == "end" && row.text("feature") == "stones")
            .map(|row| row.number("games"))
            .sum();
        findings.sure.push(format!("{games:.0} games with a winner on {} maps. The likelihood is that of the fitted weight on the same games, which flatters it a little; a weight is fitted to eight games at a time.", rows.distinct("map").len()));
        findings.plots.push((
            "by-stage",
            Panels { title: "How often the one in front at the end has more".to_owned(), charts, columns: 2 }.into(),
        ));
        findings
    }
}

/// What stones tell where inversion tiles are left, and where none are.
fn inversions(here: &Table) -> Option<String> {
    let told: Vec<String> = STAGES
        .iter()
        .filter_map(|(stage, _)| {
            let some = value(&here.only(|row| row.number("inversions_left") > 0.0), "stones", stage, "auc")?;
            let none = value(&here.only(|row| row.number("inversions_left") <= 0.0), "stones", stage, "auc")?;
            let (left, gone) = (some.interval?, none.interval?);
            Some(format!(
                "at {stage} {:.2} [{:.2}, {:.2}] and {:.2} [{:.2}, {:.2}]",
                some.mean, left.low, left.high, none.mean, gone.low, gone.high
            ))
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!(
            "The area of stones in jobs whose games have inversion tiles left, and in those where none are: {}.",
            told.join(", ")
        )
    })
}

fn value(here: &Table, feature: &str, stage: &str, column: &str) -> Option<Estimate> {
    let rows =
        here.only(|row| row.text("feature") == feature && row.text("stage") == stage && row.number("games") > 0.0);
    let maps: Vec<Vec<f64>> = rows
        .groups(&["map"])
        .into_iter()
        .map(|(_, rows)| rows.iter().map(|row| row.number(column)).filter(|value| value.is_finite()).collect())
        .collect();
    estimate(&maps, SEED)
}

fn chart(here: &Table, kind: &str) -> Chart {
    let series = FEATURES.iter().map(|feature| {
        let points = STAGES.iter().filter_map(|(stage, part)| {
            let found = value(here, feature, stage, "auc")?;
            let point = Point::new(*part, found.mean);
            Some(found.interval.map_or(point, |interval| point.between(interval.low, interval.high)))
        });
        Series::line(feature, points.collect())
    });
    Chart {
        title: format!("{kind} maps"),
        x: Axis::new("part of the building phase"),
        y: Axis::new("area under the curve"),
        series: series.collect(),
        references: vec![0.5],
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_one_has_more_or_not() {
        assert_eq!(concordance(&[3.0, 1.0], &[1.0, 2.0]), Some(1.0));
        assert_eq!(concordance(&[1.0, 3.0, 3.0], &[1.0, 2.0, 3.0]), Some(1.0 / 6.0));
        assert_eq!(concordance(&[1.0, 3.0], &[1.5, 1.5]), None);
        assert!(likelihood(&[(vec![2.0, 1.0], vec![1.0, 2.0])]) > 0.9);
        assert!(likelihood(&[(vec![1.0, 1.0], vec![1.0, 2.0])]).abs() < 1e-9);
    }

    #[test]
    fn corners_are_stable_and_the_middle_is_not() {
        let field = crate::field("standard-8x8");
        let mut position = Position::new(field.map);
        assert_eq!(stable(&position), [0, 0]);
        let mut rng = rxt_rules::rng::Rng::new(3);
        while let Some(&mv) = rng.pick(&position.legal_moves()) {
            position.play(mv);
        }
        assert!(stable(&position).iter().sum::<u32>() > 0);
    }
}
