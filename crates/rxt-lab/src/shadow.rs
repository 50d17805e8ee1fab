//! A shadow game: one engine plays, and others search each of its positions without a say.

use crate::experiment::Schema;
use crate::table::{Table, number};
use crate::timing::{timed, turns};
use rxt_arena::matches::Field;
use rxt_engine::eval::{EvalSpec, Evaluation, UNIT};
use rxt_engine::{Engine, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::{Command, play_match};
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Player, Position};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// One row for each search of a position.
pub(crate) const SHADOW: Schema = Schema {
    name: "searches",
    columns: &[
        "map",
        "game",
        "ply",
        "engine",
        "limit",
        "moves",
        "spread",
        "move",
        "value",
        "depth",
        "nodes",
        "probes",
        "cutoffs",
        "first_cutoffs",
        "tried",
        "failed",
        "wall_us",
        "cpu_us",
    ],
};

/// Who plays, and who watches.
pub(crate) struct ShadowGame<'a> {
    pub(crate) field: &'a Field,
    /// Who plays on all seats.
    pub(crate) host: &'a str,
    pub(crate) host_budget: Budget,
    /// Who searches too: what it is called, its spec, its limit as text, and the limit.
    pub(crate) watchers: Vec<Watcher>,
    /// Random moves at the beginning, which nobody watches.
    pub(crate) opening: u32,
    /// Only every so many-th position is watched.
    pub(crate) every: u32,
    /// The game is left after so many moves.
    pub(crate) most_plies: u32,
}

/// An engine that searches along.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    pub(crate) label: String,
    pub(crate) spec: String,
    pub(crate) limit: String,
    pub(crate) budget: Budget,
}

impl Watcher {
    pub(crate) fn new(label: &str, spec: &str, limit: &str) -> Self {
        let budget = crate::contest::budget(limit);
        Self { label: label.to_owned(), spec: spec.to_owned(), limit: limit.to_owned(), budget }
    }
}

impl ShadowGame<'_> {
    /// Plays the game and returns the rows of all searches. The first position is searched twice, and the first time does
    /// not count; who searches first changes from position to position.
    pub(crate) fn play(&self, seed: u64, game: u32) -> Vec<Vec<String>> {
        let log = RefCell::new(Log { rows: Vec::new(), ply: 0, rng: Rng::derived(seed, u64::from(game)) });
        let players = self.field.map.players();
        let spec = |text: &str| Spec::parse(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        let mut agents: Vec<Box<dyn Agent + '_>> = Vec::new();
        for seat in 0..players {
            let engines = self.watchers.iter().map(|watcher| spec(&watcher.spec).engine(seed));
            let host = spec(self.host).engine(Rng::derived(seed, u64::from(game) << 8 | u64::from(seat)).next_u64());
            let seat = Seat { shadow: self, host, engines: engines.collect(), log: &log, number: game };
            agents.push(Box::new(seat));
        }
        play_match(Arc::clone(&self.field.map), &mut agents, &self.host_budget, |referee, command, _| {
            let mut log = log.borrow_mut();
            log.ply += u32::from(matches!(command, Command::Announce(..)));
            let over = log.ply >= self.most_plies || referee.position().phase() != Phase::Build;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        drop(agents);
        log.into_inner().rows
    }
}

struct Log {
    rows: Vec<Vec<String>>,
    ply: u32,
    rng: Rng,
}

struct Seat<'a> {
    shadow: &'a ShadowGame<'a>,
    host: Engine,
    engines: Vec<Engine>,
    log: &'a RefCell<Log>,
    number: u32,
}

impl Agent for Seat<'_> {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let ply = self.log.borrow().ply;
        if ply < self.shadow.opening {
            let moves = position.legal_moves();
            let any = self.log.borrow_mut().rng.pick(&moves).copied();
            return any.expect("who is asked has a move").into();
        }
        if ply.is_multiple_of(self.shadow.every) && position.phase() == Phase::Build {
            let first = self.log.borrow().rows.is_empty();
            if first {
                self.watch(position, ply);
            }
            let rows = self.watch(position, ply);
            self.log.borrow_mut().rows.extend(rows);
        }
        self.host.choose(position, budget, signal)
    }
}

impl Seat<'_> {
    fn watch(&mut self, position: &Position, ply: u32) -> Vec<Vec<String>> {
        let mut rows = vec![Vec::new(); self.engines.len()];
        let (moves, spread) = spread(position);
        for index in turns(self.engines.len(), ply) {
            let watcher = &self.shadow.watchers[index];
            let engine = &mut self.engines[index];
            let (took, choice) = timed(|| engine.choose(position, &watcher.budget, &Signal::default()));
            let counters = engine.counters();
            let me = position.to_move().map_or(0, Player::index);
            let answer = choice.mv.answer(position.map());
            rows[index] = vec![
                self.shadow.field.name.clone(),
                self.number.to_string(),
                ply.to_string(),
                watcher.label.clone(),
                watcher.limit.clone(),
                moves.to_string(),
                number(spread),
                format!("{}/{}/{}", answer.x, answer.y, answer.special),
                choice.scores.get(me).map_or_else(String::new, ToString::to_string),
                choice.depth.unwrap_or(0).to_string(),
                counters.nodes.to_string(),
                counters.probes.to_string(),
                counters.cutoffs.to_string(),
                counters.first_cutoffs.to_string(),
                counters.tried_before_cutoffs.to_string(),
                counters.failed_windows.to_string(),
                number(took.wall_ns / 1000.0),
                number(took.cpu_ns / 1000.0),
            ];
        }
        rows
    }
}

/// How many moves there are, and how far the values of the positions behind them are apart (standard deviation, in stones).
fn spread(position: &Position) -> (usize, f64) {
    let spec = EvalSpec::parse("stones", &[("against", "best")]).expect("the evaluation exists");
    let values = values_behind(&spec, position);
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (values.len(), variance.sqrt())
}

/// The value of the position behind each legal move for its mover, in points.
pub(crate) fn values_behind(spec: &EvalSpec, position: &Position) -> Vec<f64> {
    let Some(mover) = position.to_move() else { return Vec::new() };
    let mut evaluation = Evaluation::new(spec, position.map());
    evaluation.prepare(position);
    let mut behind = position.clone();
    let mut log = rxt_rules::UndoLog::new();
    let mut value = |mv| {
        behind.make(mv, &mut log);
        let value = f64::from(evaluation.value(&behind, mover)) / f64::from(UNIT);
        behind.unmake(&mut log);
        value
    };
    position.legal_moves().into_iter().map(&mut value).collect()
}

/// In how many positions all engines of a list agreed in some columns, and in how many they searched.
pub(crate) fn agreement(data: &Table, engines: &[&str], columns: &[&str]) -> (usize, usize) {
    let watched = data.only(|row| engines.contains(&row.text("engine")));
    let (mut same, mut all) = (0, 0);
    for (_, rows) in watched.groups(&["map", "game", "ply", "limit"]) {
        if rows.len() < 2 {
            continue;
        }
        all += 1;
        let equal = |column: &&str| rows.iter().all(|row| row.text(column) == rows[0].text(column));
        same += usize::from(columns.iter().all(equal));
    }
    (same, all)
}

/// Sums of a column by engine and something else: engine, key, sum, rows.
pub(crate) fn sums<'a>(data: &'a Table, by: &[&str], column: &str) -> Vec<(Vec<&'a str>, f64, usize)> {
    let groups = data.groups(by).into_iter();
    groups
        .map(|(keys, rows)| {
            let sum = rows.iter().map(|row| row.number(column)).filter(|value| value.is_finite()).sum();
            (keys, sum, rows.len())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_see_every_position_and_have_no_say() {
        let field = crate::field("standard-8x8");
        let watchers = ["minimax", "alphabeta"].map(|spec| Watcher::new(spec, spec, "d2")).to_vec();
        let play = |watchers: Vec<Watcher>| {
            let budget = Budget { nodes: Some(50), ..Budget::default() };
            let game = ShadowGame {
                field: &field,
                host: "alphabeta",
                host_budget: budget,
                watchers,
                opening: 4,
                every: 1,
                most_plies: 20,
            };
            let mut table = Table::new(SHADOW.columns);
            game.play(1, 0).into_iter().for_each(|row| table.push(row));
            table
        };
        let both = play(watchers.clone());
        let (same, all) = agreement(&both, &["minimax", "alphabeta"], &["move", "value"]);
        assert!(all >= 10 && same == all, "{same} of {all}");
        let alone = play(watchers[..1].to_vec());
        let moves = |table: &Table| -> Vec<String> {
            let rows = table.rows().filter(|row| row.text("engine") == "minimax");
            rows.map(|row| format!("{} {} {}", row.text("ply"), row.text("move"), row.text("nodes"))).collect()
        };
        assert_eq!(moves(&both), moves(&alone), "who watches changes nothing");
        println!("proof: {all} positions of a shadow game with the same move and value by minimax and alpha-beta");
    }
}
