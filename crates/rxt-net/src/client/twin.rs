//! The validator: the same game by the slow rules, a step behind, to check a move before it is sent.

use super::event::Trouble;
use super::follow::{Follower, Told};
use rxt_rules::moves::{Kernel, Level};
use rxt_rules::{Answer, Illegal, Map, MapFile, Position};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Follows the game on a map whose moves are found by walking from tile to tile. What it has to catch up with waits in a
/// queue, because walking takes long on large maps; it is done where there is time.
#[derive(Debug)]
pub(super) struct Twin {
    state: State,
    backlog: VecDeque<Told>,
}

#[derive(Debug)]
enum State {
    /// Not begun: even the first position takes its time.
    New(MapFile),
    Following(Follower),
    /// It cannot follow, and has said so.
    Lost,
}

/// What a check found.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The move is legal.
    Legal,
    /// It is not, for this reason; the validator's own move, if it has one.
    Illegal(Illegal, Option<Answer>),
    /// The validator has not caught up.
    Unknown,
}

/// A queue longer than this is worked off before anything else happens.
const BACKLOG: usize = 64;

impl Twin {
    pub(super) fn new(map: MapFile) -> Self {
        Self { state: State::New(map), backlog: VecDeque::new() }
    }

    /// Something that changes the game, to be followed later.
    pub(super) fn hear(&mut self, told: Told) {
        self.backlog.push_back(told);
    }

    /// Whether there is something to catch up with.
    pub(super) fn is_behind(&self) -> bool {
        match self.state {
            State::New(_) => true,
            State::Following(_) => !self.backlog.is_empty(),
            State::Lost => false,
        }
    }

    /// Whether it must not fall back any further.
    pub(super) fn is_far_behind(&self) -> bool {
        self.is_behind() && self.backlog.len() > BACKLOG
    }

    /// Catches up by one message; says how long that took, or that it cannot follow.
    pub(super) fn step(&mut self) -> Result<Option<Duration>, Trouble> {
        let start = Instant::now();
        match &mut self.state {
            State::New(file) => {
                if let Ok(map) = Map::with_kernel(file.clone(), Kernel::Naive, Level::Baseline) {
                    self.state = State::Following(Follower::new(Position::new(Arc::new(map))));
                } else {
                    self.state = State::Lost; // The same file was a map before.
                }
                Ok(None)
            }
            State::Following(follower) => {
                let Some(told) = self.backlog.pop_front() else { return Ok(None) };
                match follower.hear(&told) {
                    Ok(()) => Ok(Some(start.elapsed())),
                    Err(error) => {
                        let position = Box::new(follower.position().clone());
                        self.state = State::Lost;
                        Err(Trouble::ValidatorLost { error, position })
                    }
                }
            }
            State::Lost => {
                self.backlog.clear();
                Ok(None)
            }
        }
    }

    /// Checks a move of the player to move.
    pub(super) fn check(&self, answer: Answer) -> Verdict {
        match &self.state {
            State::Following(follower) if !self.is_behind() => match follower.position().read(answer) {
                Ok(_) => Verdict::Legal,
                Err(illegal) => Verdict::Illegal(illegal, self.own_move()),
            },
            _ => Verdict::Unknown,
        }
    }

    /// The position, if it has caught up.
    pub(super) fn position(&self) -> Option<&Position> {
        match &self.state {
            State::Following(follower) if !self.is_behind() => Some(follower.position()),
            _ => None,
        }
    }

    fn own_move(&self) -> Option<Answer> {
        let position = self.position()?;
        position.legal_moves().first().map(|mv| mv.answer(position.map()))
    }
}
