//! One game against oneself: a random beginning, now and then a random move, and positions noted on the way.

use super::field::field;
use super::run::SelfplayPlan;
use rxt_engine::eval::default::Sample;
use rxt_engine::eval::{EvalSpec, Evaluation};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::{Command, play_match};
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Position};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// About how many positions of a game are noted.
const NOTED: usize = 24;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number.
    pub game: u64,
    /// Tiles of the map.
    pub tiles: usize,
    /// The points of players 1 to n.
    pub points: Vec<Option<u32>>,
    /// The positions noted.
    pub samples: Vec<SampleLine>,
}

/// A position as the features of the default evaluation see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SampleLine {
    /// How far the game has come.
    pub stage: i32,
    /// How open the map is.
    #[serde(default)]
    pub openness: i32,
    /// Inversion and choice tiles left.
    pub live: [u32; 2],
    /// What was counted, feature by feature, for players 1 to n.
    pub counts: Vec<Vec<i32>>,
}

impl From<Sample> for SampleLine {
    fn from(sample: Sample) -> Self {
        let counts = sample.counts.iter().map(|counts| counts.to_vec()).collect();
        Self { stage: sample.stage, openness: sample.openness, live: sample.live, counts }
    }
}

impl SampleLine {
    /// The sample; `None` if it was written when there were other features.
    pub(super) fn sample(&self) -> Option<Sample> {
        let counts = self.counts.iter().map(|counts| counts.as_slice().try_into().ok()).collect::<Option<_>>()?;
        Some(Sample { stage: self.stage, openness: self.openness, live: self.live, counts })
    }
}

/// Plays the game of a number; `None` if it was interrupted.
pub(super) fn play(plan: &SelfplayPlan, game: u64, interrupt: &AtomicBool) -> Option<GameLine> {
    let mut rng = Rng::derived(plan.seed, game);
    let map = field(rng.next_u64(), &plan.players);
    let spec = EvalSpec::parse("default", &[]).expect("the evaluation exists");
    let evaluation = Evaluation::new(&spec, &map);
    let default = evaluation.as_default().expect("it was asked for");
    let made = Cell::new(0);
    let opening = u32::from(map.players()) * (1 + rng.below(3) as u32);
    let mut agents: Vec<Box<dyn Agent + '_>> = Vec::new();
    for _ in 0..map.players() {
        let engine = rng.pick(&plan.engines).expect("a plan has an engine");
        let agent = engine.agent(rng.next_u64());
        let rng = Rng::new(rng.next_u64());
        agents.push(Box::new(Erratic { agent, rng, made: &made, opening, percent: plan.random_percent }));
    }
    let mut samples = Vec::new();
    let every = (map.tile_count() / NOTED).max(1);
    let budget = Budget { nodes: Some(plan.nodes), ..Budget::default() };
    let (referee, stopped) = play_match(Arc::clone(&map), &mut agents, &budget, |referee, command, _| {
        if let Command::Announce(..) = command {
            made.set(made.get() + 1);
            let position = referee.position();
            if position.phase() == Phase::Build && made.get() >= opening && rng.below(every) == 0 {
                samples.push(SampleLine::from(default.sample(position)));
            }
        }
        if interrupt.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let position = referee.position();
    let points = rxt_rules::Player::all(map.players()).map(|player| position.points(player)).collect();
    stopped.is_none().then_some(GameLine { game, tiles: map.tile_count(), points, samples })
}

/// Begins with random moves, and makes one now and then.
struct Erratic<'a> {
    agent: Box<dyn Agent + Send>,
    rng: Rng,
    /// Moves made by everybody.
    made: &'a Cell<u32>,
    opening: u32,
    percent: u32,
}

impl Agent for Erratic<'_> {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        if self.made.get() < self.opening || self.rng.percent(self.percent) {
            let moves = position.legal_moves();
            return (*self.rng.pick(&moves).expect("who is asked has a move")).into();
        }
        self.agent.choose(position, budget, signal)
    }
}
