//! The validator: the same game by the slow rules, in a thread of its own, to check moves before they are sent.
//!
//! It walks from tile to tile, which takes long on large maps. So it does not check a move when it is chosen: while the
//! agent thinks, it lists all legal moves of the position, and whoever sends a move looks it up.

use super::event::Trouble;
use super::follow::{Follower, Told};
use rxt_rules::moves::{Kernel, Level};
use rxt_rules::{Answer, Illegal, Map, MapFile, Position};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The validator's end for the thread that owns the game.
#[derive(Debug)]
pub(super) struct Twin {
    told: Sender<Told>,
    troubles: Receiver<Trouble>,
    opinion: Arc<Opinion>,
}

/// What the validator thinks of the request that it has caught up with.
#[derive(Debug, Default)]
pub(super) struct Opinion {
    /// Held for as long as it takes to copy a pointer: who has used up his share of a busy machine may be made to wait while
    /// he holds it, and the watchdog with him.
    listed: Mutex<Option<Arc<Listed>>>,
    /// Told when there is another one.
    changed: Condvar,
}

#[derive(Debug)]
struct Listed {
    /// How many requests came before.
    request: u32,
    position: Position,
    answers: Vec<Answer>,
}

/// What a check found.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The move is legal, and the position is the validator's too.
    Legal,
    /// The move is legal, but the validator's position is another one: this.
    Drift(Box<Position>),
    /// It is not legal in the validator's position; its own move, if it has one.
    Illegal(Illegal, Option<Answer>, Box<Position>),
    /// The validator has not caught up.
    Unknown,
}

impl Twin {
    /// Starts the validator of a game.
    pub(super) fn start(map: MapFile) -> io::Result<Self> {
        let (told, received) = channel();
        let (complaints, troubles) = channel();
        let opinion = Arc::new(Opinion::default());
        let shared = Arc::clone(&opinion);
        let follow = move || follow(map, &received, &shared, &complaints);
        thread::Builder::new().name("rxt-client-check".to_owned()).spawn(follow)?;
        Ok(Self { told, troubles, opinion })
    }

    /// Something that changes the game, or asks for a move.
    pub(super) fn hear(&self, told: Told) {
        // A validator that has lost the game has said so.
        let _ = self.told.send(told);
    }

    /// What it cannot follow.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.troubles.try_recv().ok()
    }

    pub(super) fn opinion(&self) -> Arc<Opinion> {
        Arc::clone(&self.opinion)
    }
}

/// Follows the game until nobody tells of it any more, or it makes no sense.
fn follow(map: MapFile, told: &Receiver<Told>, opinion: &Opinion, troubles: &Sender<Trouble>) {
    let Ok(map) = Map::with_kernel(map, Kernel::Naive, Level::Baseline) else { return };
    let mut follower = Follower::new(Position::new(Arc::new(map)));
    let mut request = 0;
    for told in told {
        if let Err(error) = follower.hear(&told) {
            let position = Box::new(follower.position().clone());
            let _ = troubles.send(Trouble::ValidatorLost { error, position });
            return;
        }
        if let Told::Asked(_) = told {
            opinion.publish(request, follower.position());
            request += 1;
        }
    }
}

impl Opinion {
    fn publish(&self, request: u32, position: &Position) {
        let map = position.map();
        let answers = position.legal_moves().into_iter().map(|mv| mv.answer(map)).collect();
        let listed = Listed { request, position: position.clone(), answers };
        let before = self.listed().replace(Arc::new(listed));
        drop(before);
        self.changed.notify_all();
    }

    /// Waits until the validator has caught up with a request, but not longer than this.
    pub(super) fn wait(&self, request: u32, until: Instant) {
        let time = until.saturating_duration_since(Instant::now());
        let is_behind =
            |listed: &mut Option<Arc<Listed>>| listed.as_ref().is_none_or(|listed| listed.request != request);
        if !time.is_zero() {
            drop(self.changed.wait_timeout_while(self.listed(), time, is_behind));
        }
    }

    fn listed(&self) -> MutexGuard<'_, Option<Arc<Listed>>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks a move in the position of a request, which is ours.
    pub(super) fn check(&self, request: u32, answer: Answer, position: &Position) -> Verdict {
        let listed = self.listed().clone();
        let Some(listed) = listed.filter(|listed| listed.request == request) else { return Verdict::Unknown };
        let theirs = || Box::new(listed.position.clone());
        if !listed.answers.contains(&answer) {
            let none = Illegal::NoCapture { x: answer.x, y: answer.y };
            let illegal = listed.position.read(answer).err().unwrap_or(none);
            return Verdict::Illegal(illegal, listed.answers.first().copied(), theirs());
        }
        if listed.position == *position { Verdict::Legal } else { Verdict::Drift(theirs()) }
    }
}

#[cfg(test)]
impl Opinion {
    /// The opinion of a validator that sees this position at the first request.
    pub(super) fn of(position: &Position) -> Self {
        let opinion = Self::default();
        opinion.publish(0, position);
        opinion
    }
}
