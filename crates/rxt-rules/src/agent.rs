//! Players that live in this process: a position in, a move out.

use crate::moves::Move;
use crate::position::Position;
use crate::rng::Rng;
use std::time::Duration;

/// Someone who chooses moves.
pub trait Agent {
    /// Chooses a legal move of the player to move. The game is not over.
    fn choose(&mut self, position: &Position, budget: &Budget) -> Choice;
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
    /// The expected outcome for each player, in the agent's own unit.
    pub scores: Vec<i32>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { mv, depth: None, scores: Vec::new() }
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
    fn choose(&mut self, position: &Position, _: &Budget) -> Choice {
        let moves = position.legal_moves();
        let mv = *self.0.pick(&moves).expect("a player who is asked has a legal move");
        mv.into()
    }
}
