//! Is it faster to find captures once, while a move is made?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use crate::timing::{per_call, turns};
use rxt_arena::stats::{mean, paired};
use rxt_rules::rng::Rng;
use rxt_rules::{Move, Phase, Position, Special, UndoLog};
use std::sync::Arc;

/// The experiment.
pub(super) struct ExecuteIfPossible;

const MAPS: [&str; 5] = ["standard-8x8", "torus-3p-15x15", "plain-2p-20x20", "bombs-4p-25x25", "plain-8p-50x50"];
const TIMES: Schema = Schema {
    name: "times",
    columns: &[
        "map",
        "position",
        "tried",
        "moves",
        "legal",
        "separate_ns",
        "combined_ns",
        "separate_copy_ns",
        "combined_copy_ns",
    ],
};

/// A position in the middle of a random game.
fn middle(lab: &Lab, map: &str, number: u32) -> Option<Position> {
    let field = crate::field(map);
    let mut rng = Rng::derived(lab.seed, u64::from(number));
    let mut position = Position::new(Arc::clone(&field.map));
    let plies = 4 + rng.below(field.map.tile_count() * 2 / 3);
    for _ in 0..plies {
        let before = position.clone();
        position.play(*rng.pick(&position.legal_moves())?);
        if position.phase() != Phase::Build {
            return Some(before);
        }
    }
    Some(position)
}

impl Experiment for ExecuteIfPossible {
    fn about(&self) -> About {
        About {
            name: "execute-if-possible",
            question: "Is it faster to check and make a move in one go than to check it first and make it then?",
            source: "2025 report, first assignment, section 2.1.3 and figure 3.",
            claim: "Over ten positions with four legal moves each, doing both at once took 20 percent less time (2282.5 against 2882.5 ns). \
                    Recomputed, ten pairs do not show that: p = 0.09 by Student, 0.19 by Wilcoxon. In the search the combined way was slower, \
                    and the report could not say why.",
            method: "The same positions in the middle of random games, two ways: check, then make (which finds the captures again), or make if \
                     it captures. Once for legal moves alone, as in the report's figure, and once for every free tile, as in its search. The \
                     check ends at the first capture; the combined way has to find all of them.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[TIMES]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(300, 3)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let map = MAPS[number as usize % lab.size(5, 2)];
        let Some(position) = middle(lab, map, number) else { return Vec::new() };
        let legal = position.legal_moves();
        let ordinary = |mv: &Move| mv.special == Special::None && !position.cell(mv.tile).is_occupied();
        let legal: Vec<Move> = legal.into_iter().filter(ordinary).collect();
        let free =
            position.map().tiles().filter(|&tile| position.cell(tile).is_free() && !position.cell(tile).is_special());
        let all: Vec<Move> = free.map(|tile| Move { tile, special: Special::None }).collect();
        let mut lines = Vec::new();
        for (tried, moves) in [("legal moves", &legal), ("all free tiles", &all)] {
            if moves.is_empty() {
                continue;
            }
            let mut times = [0.0; 4];
            for way in turns(4, number) {
                times[way] = per_call(lab.size(5, 1), pass(&position, moves, way)) / moves.len() as f64;
            }
            let share = self::number(legal.len() as f64 / all.len().max(1) as f64);
            lines.push((
                0,
                vec![map.to_owned(), number.to_string(), tried.to_owned(), moves.len().to_string(), share]
                    .into_iter()
                    .chain(times.map(self::number))
                    .collect(),
            ));
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let times = data.table("times");
        let table = comparison(&times);
        let told = |tried: &str, column: usize| {
            let rows = table.rows.iter().filter(|row| row[1] == tried);
            rows.map(|row| format!("{} on {}", row[column], row[0])).collect::<Vec<_>>().join(", ")
        };
        let count = |tried: &str, column: usize, holds: &dyn Fn(f64) -> bool| {
            let ratios = table.rows.iter().filter(|row| row[1] == tried).filter_map(|row| row[column].parse().ok());
            ratios.filter(|&ratio: &f64| holds(ratio)).count()
        };
        Findings {
            found: vec![
                format!(
                    "On legal moves alone the combined way takes, as a multiple of the other: {}. On all free tiles: {}.",
                    told("legal moves", 6),
                    told("all free tiles", 6)
                ),
                format!(
                    "If the board is copied before it is known whether the move is legal, as a way that \"directly replaces\" captured \
                     stones on a duplicate may do, the multiples are {} on legal moves and {} on all free tiles: faster on legal moves \
                     on {} of {} maps, slower on all free tiles on {}. Where both hold, both observations of the report are true at \
                     once: its figure tried legal moves, and its search tried every tile.",
                    told("legal moves", 8),
                    told("all free tiles", 8),
                    count("legal moves", 8, &|ratio| ratio < 1.0),
                    times.distinct("map").len(),
                    count("all free tiles", 8, &|ratio| ratio > 1.0),
                ),
            ],
            sure: vec![format!(
                "{} pairs, each measured in A B B A order; the difference is Student's interval over positions. That the report's \
                 program copied first is a guess; its source is not known.",
                times.len()
            )],
            tables: vec![table],
            plots: vec![("ratio", chart(&times).into())],
        }
    }
}

/// Does all moves in one of four ways and counts those that were legal: checked, then made; made if legal; and the same two on
/// a copy of the position for each move.
fn pass<'a>(position: &'a Position, moves: &'a [Move], way: usize) -> impl FnMut() -> u64 + 'a {
    let (mut working, mut log) = (position.clone(), UndoLog::new());
    move || {
        let mut made = 0;
        for &mv in moves {
            let checked = way % 2 == 1 || working.read(mv.answer(position.map())).is_ok();
            if !checked {
                continue;
            }
            if way >= 2 {
                let mut copy = position.clone();
                made += u64::from(make(&mut copy, mv, way, &mut UndoLog::new()));
            } else if make(&mut working, mv, way, &mut log) {
                working.unmake(&mut log);
                made += 1;
            }
        }
        made
    }
}

fn make(position: &mut Position, mv: Move, way: usize, log: &mut UndoLog) -> bool {
    if way % 2 == 1 {
        return position.make_if_legal(mv, log);
    }
    position.make(mv, log);
    true
}

fn comparison(times: &crate::Table) -> MarkdownTable {
    let head = [
        "map",
        "tried",
        "legal share, %",
        "check, then make",
        "both at once",
        "difference [95 %]",
        "ratio",
        "p (Student, Wilcoxon)",
        "ratio, copied first",
    ];
    let mut table = MarkdownTable::new("CPU nanoseconds per tile tried", &head);
    for (keys, rows) in times.groups(&["map", "tried"]) {
        let pairs = rows.iter().map(|row| (row.number("combined_ns"), row.number("separate_ns")));
        let average = |column: &str| {
            mean(&rows.iter().map(|row| row.number(column)).collect::<Vec<_>>()).map_or(f64::NAN, |mean| mean.mean)
        };
        let Some(found) = paired(&pairs.collect::<Vec<_>>()) else { continue };
        let Some(interval) = found.difference.interval else { continue };
        let p = |p: Option<f64>| p.map_or_else(|| "-".to_owned(), |p| format!("{p:.3}"));
        table.push(vec![
            format!("`{}`", keys[0]),
            keys[1].to_owned(),
            format!("{:.0}", average("legal") * 100.0),
            format!("{:.0}", average("separate_ns")),
            format!("{:.0}", average("combined_ns")),
            format!("{:+.0} [{:+.0}, {:+.0}]", found.difference.mean, interval.low, interval.high),
            format!("{:.2}", average("combined_ns") / average("separate_ns")),
            format!("{}, {}", p(found.student_p), p(found.wilcoxon_p)),
            format!("{:.2}", average("combined_copy_ns") / average("separate_copy_ns")),
        ]);
    }
    table
}

fn chart(times: &crate::Table) -> Chart {
    let series = [
        ("legal moves", "legal moves", "combined_ns", "separate_ns"),
        ("all free tiles", "all free tiles", "combined_ns", "separate_ns"),
        ("all free tiles, copied first", "all free tiles", "combined_copy_ns", "separate_copy_ns"),
    ];
    let series = series.map(|(name, tried, one, other)| {
        let rows = times.rows().filter(|row| row.text("tried") == tried);
        let points = rows.map(|row| Point::new(row.number("legal") * 100.0, row.number(one) / row.number(other)));
        Series::marks(name, points.filter(|point| point.y.is_finite()).collect())
    });
    Chart {
        title: "Time of both at once, as a multiple of check-then-make".to_owned(),
        x: Axis::new("free tiles that are legal, %"),
        y: Axis::new("ratio").logarithmic(),
        series: series.to_vec(),
        references: vec![1.0],
        ..Chart::default()
    }
}
