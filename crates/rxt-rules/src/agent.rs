//! Players that live in this process: a position in, a move out.

use crate::moves::Move;
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Someone who chooses moves.
pub trait Agent {
    /// Chooses a legal move of the player to move. The game is not over. While it thinks, it publishes the best move
    /// known to the signal, and returns soon after the signal says stop.
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice;

    /// Whether it wants to think while others do.
    fn ponders(&self) -> bool {
        false
    }

    /// Thinks about a position in which somebody else is to move, until the signal says stop.
    fn ponder(&mut self, _: &Position, _: &Signal) {}
}

/// What an agent may spend on one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// A chosen move, and how it was found where that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How many plies were searched.
    pub depth: Option<u32>,
    /// How many positions were visited.
    pub nodes: Option<u64>,
    /// The expected outcome for each player, in the agent's own unit.
    pub scores: Vec<i32>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { mv, depth: None, nodes: None, scores: Vec::new() }
    }
}

/// The wire between an agent that thinks and whoever waits for it in another thread.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    best: Mutex<Option<Choice>>,
    soft: Option<Duration>,
}

impl Signal {
    /// For somebody who would like to have an answer after about this long, but can wait longer if need be.
    pub fn with_soft(soft: Duration) -> Self {
        Self { soft: Some(soft), ..Self::default() }
    }

    /// After about how long an answer is wanted.
    pub fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// Tells the agent to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the agent has been told to stop.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes a choice known; it replaces the one before.
    pub fn publish(&self, choice: Choice) {
        *self.best.lock().expect("nobody panics while holding the lock") = Some(choice);
    }

    /// The choice made known last.
    pub fn latest(&self) -> Option<Choice> {
        self.best.lock().expect("nobody panics while holding the lock").clone()
    }
}

/// Chooses among all legal moves with equal probability.
#[derive(Clone, Debug)]
pub struct RandomAgent(Rng);

impl RandomAgent {
    /// The agent of one seat of one game.
    pub fn new(game_seed: u64, seat: u8) -> Self {
        Self(Rng::derived(game_seed, u64::from(seat)))
    }
}

impl Agent for RandomAgent {
    fn choose(&mut self, position: &Position, _: &Budget, _: &Signal) -> Choice {
        let moves = position.legal_moves();
        let mv = *self.0.pick(&moves).expect("a player who is asked has a legal move");
        mv.into()
    }
}
