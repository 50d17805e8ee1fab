//! What a worker is asked to do, whoever asks.

use super::contests::Contest;
use super::parcel::{Parcel, ParcelError};
use super::returned::Returned;
use super::selfplay::Lesson;
use crate::matches::{GamePlan, MatchPlan, play_counted};
use crate::queue::Queue;
use crate::tournament::{Block, Game, House, Setup, play_game};
use crate::training::{SelfplayPlan, play_record};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// One game as it travels to a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Errand {
    /// A game of a tournament.
    Tournament(Box<Parcel>),
    /// A game between engines, for an experiment.
    Contest(Contest),
    /// A game to learn from.
    Selfplay(Lesson),
}

/// The same with all that it needs.
pub(super) enum Ready {
    Tournament(Box<(Setup, Game, Block)>),
    Contest(Box<(MatchPlan, GamePlan)>),
    Selfplay(Box<SelfplayPlan>, u64),
}

impl Errand {
    /// As bytes.
    pub(super) fn payload(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a game has only string keys")
    }

    /// From bytes.
    pub(super) fn read(payload: &[u8]) -> Result<Self, ParcelError> {
        serde_json::from_slice(payload).map_err(|error| ParcelError::Content(error.to_string()))
    }

    /// Fetches what the game needs.
    pub(super) fn prepare(self, queue: &dyn Queue, cache: &Path) -> Result<Ready, ParcelError> {
        Ok(match self {
            Self::Tournament(parcel) => Ready::Tournament(Box::new(parcel.unpack(queue, cache)?)),
            Self::Contest(contest) => Ready::Contest(Box::new(contest.unpack(queue)?)),
            Self::Selfplay(lesson) => {
                let (plan, game) = lesson.unpack()?;
                Ready::Selfplay(Box::new(plan), game)
            }
        })
    }
}

impl Ready {
    /// Plays the game. An error says why it could not be played here.
    pub(super) fn play(&self, house: &House, attempt: u32) -> Result<Returned, String> {
        let start = Instant::now();
        let seconds = || start.elapsed().as_secs_f64();
        match self {
            Self::Tournament(game) => {
                let (setup, game, block) = &**game;
                Ok(Returned::new(play_game(setup, game, block, house)?, attempt))
            }
            Self::Contest(game) => {
                let (plan, game) = &**game;
                let played = play_counted(plan, game, &AtomicBool::new(false), &house.moves);
                let played = played.ok_or("the game was broken off")?;
                Ok(Returned::of_engines(&played.record, played.broken, seconds(), attempt))
            }
            Self::Selfplay(plan, game) => {
                let played = catch_unwind(AssertUnwindSafe(|| play_record(plan, *game, &house.moves)));
                let record = played.map_err(|_| "an engine failed")?.ok_or("the game was broken off")?;
                Ok(Returned::of_engines(&record, false, seconds(), attempt))
            }
        }
    }
}
