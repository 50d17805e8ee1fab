//! Plays one game of a match.

use super::plan::{GamePlan, MatchPlan};
use rxt_engine::Spec;
use rxt_record::record::{Details, Record, Recorder, Tag};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::play_match;
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Move, Player, Position, rank};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// The block.
    pub block: u32,
    /// Which game of it.
    pub rotation: u32,
    /// The map.
    pub map: String,
    /// Which competitor sat where.
    pub seats: Vec<usize>,
    /// The points of players 1 to n; `None` of the disqualified.
    pub points: Vec<Option<u32>>,
    /// The placement score of each player, from 0 to 1.
    pub scores: Vec<f64>,
    /// How many moves were made, the opening included.
    pub plies: u32,
    /// Whether the game broke off because an engine failed. Such a game counts for nobody.
    pub broken: bool,
}

/// Plays a game; `None` if it was interrupted.
pub(super) fn play(plan: &MatchPlan, game: &GamePlan, interrupt: &AtomicBool) -> Option<(GameLine, Record)> {
    let played = play_counted(plan, game, interrupt, &AtomicU64::new(0))?;
    Some((line(plan, game, &played.record, played.broken), played.record))
}

/// The same for whoever wants to know how many moves were made so far.
pub(crate) fn play_counted(
    plan: &MatchPlan,
    game: &GamePlan,
    interrupt: &AtomicBool,
    moves: &AtomicU64,
) -> Option<EngineGame> {
    let field = &plan.fields[game.field];
    let opening = plan.opening(game);
    let specs: Vec<&Spec> = game.seats.iter().map(|&competitor| &plan.competitors[competitor]).collect();
    let (map, budget, seed) = (&field.map, &plan.budget, game.seed);
    let table = EngineTable { map, specs: &specs, opening: &opening, budget, seed, moves };
    let mut recorder = Recorder::new(Arc::clone(&field.map));
    tag(recorder.record_mut(), plan, game);
    play_engines(&table, recorder, interrupt)
}

/// What is kept of a game.
pub(crate) fn line(plan: &MatchPlan, game: &GamePlan, record: &Record, broken: bool) -> GameLine {
    let points = record.result.clone().unwrap_or_else(|| vec![None; game.seats.len()]);
    let scores = rank::placements(&points).iter().map(|placement| placement.score).collect();
    GameLine {
        block: game.block,
        rotation: game.rotation,
        map: plan.fields[game.field].name.clone(),
        seats: game.seats.clone(),
        points,
        scores,
        plies: record.plies() as u32,
        broken,
    }
}

/// A game between engines of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineTable<'a> {
    pub(crate) map: &'a Arc<Map>,
    /// The engines of players 1 to n.
    pub(crate) specs: &'a [&'a Spec],
    /// Moves that are made before anybody thinks.
    pub(crate) opening: &'a [Move],
    pub(crate) budget: &'a Budget,
    /// Seed of everything random in the game.
    pub(crate) seed: u64,
    /// Counts the moves.
    pub(crate) moves: &'a AtomicU64,
}

/// What came of a game between engines.
#[derive(Clone, Debug)]
pub(crate) struct EngineGame {
    pub(crate) record: Record,
    /// Whether an engine failed; the record ends there.
    pub(crate) broken: bool,
    /// Wall time of each move, in the order of the record.
    pub(crate) times: Vec<Duration>,
}

/// Plays a game between engines and records it; `None` if it was interrupted.
pub(crate) fn play_engines(
    table: &EngineTable<'_>,
    mut recorder: Recorder,
    interrupt: &AtomicBool,
) -> Option<EngineGame> {
    let times = RefCell::new(Vec::new());
    let mut agents: Vec<Box<dyn Agent + '_>> = Vec::new();
    for (seat, spec) in table.specs.iter().enumerate() {
        let agent = spec.agent(Rng::derived(table.seed, seat as u64 + 1).next_u64());
        agents.push(Box::new(Opened { opening: table.opening, ply: 0, agent, times: &times }));
    }
    let by_the_clock = table.budget.time.is_some();
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_match(Arc::clone(table.map), &mut agents, table.budget, |referee, command, choice| {
            let mut details = choice.map(Details::from).unwrap_or_default();
            // Times differ from run to run, so a game that can be repeated byte for byte goes without them.
            details.time_ms = times.borrow().last().filter(|_| by_the_clock).map(|time| time.as_millis() as u64);
            recorder.on(referee, command, details);
            table.moves.fetch_add(1, Ordering::Relaxed);
            if interrupt.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }));
    drop(agents);
    let broken = played.is_err();
    if let Ok((_, Some(()))) = played {
        return None;
    }
    Some(EngineGame { record: recorder.finish(), broken, times: times.into_inner() })
}

fn tag(record: &mut Record, plan: &MatchPlan, game: &GamePlan) {
    record.set_tag("event", "rxt match");
    record.set_tag(Tag::MAP_NAME, &plan.fields[game.field].name);
    record.set_tag(Tag::SEED, &game.seed.to_string());
    for (player, &competitor) in Player::all(game.seats.len() as u8).zip(&game.seats) {
        let spec: &Spec = &plan.competitors[competitor];
        record.set_tag(&Tag::player_key(player), &spec.to_string());
    }
}

/// Plays the opening, then thinks.
struct Opened<'a> {
    opening: &'a [Move],
    /// How many moves of the opening this seat knows to be over.
    ply: usize,
    agent: Box<dyn Agent + Send>,
    /// Where it is noted how long each move took, the opening included.
    times: &'a RefCell<Vec<Duration>>,
}

impl Agent for Opened<'_> {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        // Nobody else tells how many moves were made, but the opening is short and always the same.
        while self.ply < self.opening.len() {
            let mut start = Position::new(Arc::clone(position.map()));
            self.opening[..self.ply].iter().for_each(|&mv| start.play(mv));
            if start == *position {
                self.times.borrow_mut().push(Duration::ZERO);
                return self.opening[self.ply].into();
            }
            self.ply += 1;
        }
        let start = Instant::now();
        let choice = self.agent.choose(position, budget, signal);
        self.times.borrow_mut().push(start.elapsed());
        choice
    }
}
