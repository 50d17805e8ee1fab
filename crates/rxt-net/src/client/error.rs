//! Why a game of a client ended before its end.

use super::follow::OutOfStep;
use crate::wire::{Kind, WireError};
use rxt_rules::map::MapErrors;
use rxt_rules::{Answer, Player};
use std::fmt;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// A game that was not played to its end: where it stood, and what happened.
#[derive(Debug, Error)]
#[error("{kind} {stage}")]
pub struct ClientError {
    /// Where the game stood.
    pub stage: Stage,
    /// What happened.
    pub kind: ClientErrorKind,
}

/// Where a game stands, from the client's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Hello was said.
    Map,
    /// The map is there.
    Number,
    /// Others move.
    Waiting,
    /// We were asked.
    Thinking,
    /// We have answered, and the move is not announced yet.
    Answered(Answer),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map => f.write_str("while we waited for the map"),
            Self::Number => f.write_str("while we waited for our player number"),
            Self::Waiting => f.write_str("while others were to move"),
            Self::Thinking => f.write_str("while we thought about our move"),
            Self::Answered(answer) => write!(f, "before our move {answer} was announced"),
        }
    }
}

/// What ended a game.
#[derive(Debug, Error)]
pub enum ClientErrorKind {
    /// We are out.
    #[error("we (player {player}) were disqualified: {suspicion}; this came")]
    Disqualified {
        /// Our number.
        player: Player,
        /// Why, as far as we can know.
        suspicion: Suspicion,
    },
    /// The connection ended.
    #[error("the server closed the connection")]
    Closed,
    /// The connection broke.
    #[error("the connection broke ({0})")]
    Broken(#[from] io::Error),
    /// Something that is no message.
    #[error("the server sent what is no message ({0})")]
    Wire(#[from] WireError),
    /// A message at the wrong time.
    #[error("the server sent a message of type {}, which is not due,", *.0 as u8)]
    Undue(Kind),
    /// A map that cannot be played on.
    #[error("the server sent a map that cannot be played on ({0})")]
    Map(MapErrors),
    /// A player number that the map does not have.
    #[error("the server gave us number {player} on a map of {players} players")]
    Number {
        /// The number.
        player: Player,
        /// Number of players of the map.
        players: u8,
    },
    /// The server's game and ours are two different ones.
    #[error("the server's game does not fit the rules ({0})")]
    OutOfStep(#[from] OutOfStep),
    /// Whoever started us wants us to end.
    #[error("interrupted")]
    Interrupted,
}

/// Why we were disqualified, as far as we can know: the server does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Suspicion {
    /// We were thinking for longer than allowed.
    #[error("no answer was sent within {} ms", .0.as_millis())]
    TooLate(Duration),
    /// We answered, and shortly before the time was up.
    #[error("{answer} left after {} of {} ms and may have come too late", .used.as_millis(), .account.as_millis())]
    Close {
        /// The answer.
        answer: Answer,
        /// What was spent.
        used: Duration,
        /// What there was.
        account: Duration,
    },
    /// We answered in time.
    #[error("{answer} was refused, though it left in time and the rules as we know them allow it")]
    Refused {
        /// The answer.
        answer: Answer,
    },
    /// The server wants no answer, but ended our game.
    #[error("it was not our turn; perhaps the server could not reach us")]
    OutOfTurn,
    /// The server gave up on us while there was time left.
    #[error("the answer was still due, {} of {} ms were spent", .used.as_millis(), .account.as_millis())]
    Early {
        /// What was spent.
        used: Duration,
        /// What there was.
        account: Duration,
    },
}
