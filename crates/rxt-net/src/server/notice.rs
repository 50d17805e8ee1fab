//! What a server tells of its games while they run.

use rxt_rules::Player;
use rxt_rules::referee::Event;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use thiserror::Error;

/// The number of a game of this server, from 1.
pub type GameNumber = u32;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A client said hello and waits for the others.
    Arrived {
        /// Where it is.
        peer: SocketAddr,
        /// Its group number.
        group: u8,
        /// How many are waiting, with this one.
        waiting: usize,
    },
    /// A client did not become a player.
    TurnedAway(SocketAddr, TurnedAway),
    /// All are there, and the map was sent.
    Started {
        /// Which game.
        game: GameNumber,
        /// The clients of players 1 to n.
        guests: Vec<Guest>,
    },
    /// A player was asked.
    Asked {
        /// Which game.
        game: GameNumber,
        /// Who.
        player: Player,
        /// The account after the credit; `None` without a time limit.
        account: Option<Duration>,
    },
    /// The referee was told of something.
    Judged(Judged),
    /// A game is over.
    Ended {
        /// Which game.
        game: GameNumber,
        /// Whether it was played to its end.
        complete: bool,
    },
}

/// Something that the referee was told, with what it was based on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Which game.
    pub game: GameNumber,
    /// What the referee was told.
    pub event: Event,
    /// Time from the request to the answer, as it is charged; `None` of a player who was not asked.
    pub used: Option<Duration>,
    /// What is left on the player's account; `None` without a time limit.
    pub left: Option<Duration>,
    /// In words, what was wrong with a message or a connection.
    pub trouble: Option<String>,
    /// The bytes that were received and are no message.
    pub received: Vec<u8>,
}

/// A client that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guest {
    /// Where it is.
    pub peer: SocketAddr,
    /// Its group number.
    pub group: u8,
}

impl Guest {
    /// In the place of a player who did not come.
    pub const ABSENT: Self = Self { peer: SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0), group: 0 };
}

/// Why a client did not become a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnedAway {
    /// It said nothing.
    #[error("said no hello within {0:?}")]
    Silent(Duration),
    /// It said something else.
    #[error("said no hello: {0}")]
    Wrong(String),
    /// Its group number is too large.
    #[error("group number {0}; expected 0 to 99")]
    Group(u8),
    /// It left before the game began.
    #[error("left before the game began")]
    Left,
    /// Too many are waiting.
    #[error("too many connections are waiting; expected at most {0}")]
    Crowd(usize),
    /// Somebody sits there already.
    #[error("came to a seat that is taken")]
    Taken,
    /// The seat is for somebody else.
    #[error("came to a seat that is not its own: {0}")]
    Stranger(String),
}

impl TurnedAway {
    /// What the course's server would have done.
    pub fn in_the_course(&self) -> &'static str {
        match self {
            Self::Silent(_) => "the course's server would wait for it, and let nobody else in",
            Self::Wrong(_) | Self::Group(_) | Self::Left => "the course's server would end here with code 255",
            Self::Crowd(_) => "the course's server would let it wait",
            Self::Taken | Self::Stranger(_) => "the course's server has one door for all",
        }
    }
}
