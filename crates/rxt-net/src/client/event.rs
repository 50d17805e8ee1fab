//! What a client tells whoever watches it.

use super::follow::OutOfStep;
use rxt_rules::agent::Choice;
use rxt_rules::{Answer, Illegal, Map, Player, Position};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Something that happened in a game. Events are told after what they tell of, never before an answer is sent.
#[derive(Debug)]
pub enum Event<'a> {
    /// The map is there.
    Map(&'a Arc<Map>),
    /// Our number is known; the game begins.
    You(Player),
    /// We answered.
    Replied(&'a Reply),
    /// A move was announced, ours among them; with the position behind it.
    Moved(Player, Answer, &'a Position),
    /// Somebody was disqualified.
    Disqualified(Player),
    /// The bombs begin.
    EndBuilding,
    /// Something is wrong with this program or with the server. The game goes on.
    Trouble(&'a Trouble),
}

/// One answer of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// How many answers came before.
    pub number: u32,
    /// What was sent.
    pub answer: Answer,
    /// What is known of how it was found.
    pub choice: Choice,
    /// Where it came from.
    pub source: Source,
    /// How many legal moves there were.
    pub moves: usize,
    /// The account that the request carried; `None` without a limit.
    pub account: Option<Duration>,
    /// From the arrival of the request to the departure of the answer.
    pub used: Duration,
    /// What was kept of the account for stalls and round trips.
    pub margin: Duration,
    /// Whether the validator had its say.
    pub checked: bool,
}

/// Who found the move that was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The agent, in its time.
    Agent,
    /// The agent had made it known, but had not come back when it was time to answer.
    Watchdog,
    /// There was only one.
    Forced,
    /// The agent was of no help: a legal move that was ready before it began to think.
    Ready,
    /// The validator, who did not agree with what the agent wanted.
    Validator,
}

impl Source {
    /// One word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Watchdog => "watchdog",
            Self::Forced => "forced",
            Self::Ready => "ready",
            Self::Validator => "validator",
        }
    }
}

/// Something that must not happen. The game goes on, and the run is no success.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Trouble {
    /// The agent chose a move that is none.
    #[error("the engine chose {answer}, which is no legal move: {illegal}")]
    IllegalChoice {
        /// What it chose.
        answer: Answer,
        /// Why not.
        illegal: Illegal,
        /// The position.
        position: Box<Position>,
    },
    /// The agent chose a tile that the map does not have.
    #[error("the engine chose a tile of another map")]
    ForeignTile {
        /// The position.
        position: Box<Position>,
    },
    /// The slow rules do not allow what the fast ones do.
    #[error("the validator refuses {answer}: {illegal}")]
    Refused {
        /// The move.
        answer: Answer,
        /// Why.
        illegal: Illegal,
        /// The position as the validator sees it.
        position: Box<Position>,
    },
    /// The slow rules lead to another position.
    #[error("the validator's position is another one")]
    Drift {
        /// The position as the validator sees it.
        position: Box<Position>,
    },
    /// The slow rules do not allow what the server announced, though the fast ones do.
    #[error("the validator cannot follow: {error}")]
    ValidatorLost {
        /// What it cannot follow.
        error: OutOfStep,
        /// The position as the validator sees it.
        position: Box<Position>,
    },
    /// The agent panicked.
    #[error("the engine panicked: {message}")]
    Panicked {
        /// What it said.
        message: String,
        /// The position it thought about.
        position: Box<Position>,
    },
    /// The agent does not come back.
    #[error("the engine did not stop within {} ms of being told to", .0.as_millis())]
    Stuck(Duration),
    /// The server ended the game before the rules do.
    #[error("the server ended the game although player {0} can move")]
    EarlyEnd(Player),
}

impl Trouble {
    /// The position in which it happened, to be saved.
    pub fn position(&self) -> Option<&Position> {
        match self {
            Self::IllegalChoice { position, .. }
            | Self::ForeignTile { position }
            | Self::Refused { position, .. }
            | Self::Drift { position }
            | Self::ValidatorLost { position, .. }
            | Self::Panicked { position, .. } => Some(position),
            Self::Stuck(_) | Self::EarlyEnd(_) => None,
        }
    }

    /// Whether it is a mistake of ours, and not of the server or whoever runs it.
    pub const fn is_ours(&self) -> bool {
        !matches!(self, Self::EarlyEnd(_))
    }
}
