//! What can be said, and by whom.

use super::WireError;
use rxt_rules::{Answer, MapFile, Player};

/// Bytes in front of every payload: type and length.
pub const HEADER: usize = 5;

/// The most bytes of a map that are sent or taken.
pub const MAP_LIMIT: u32 = MapFile::MAX_BYTES as u32;

/// Group numbers are below this.
pub const GROUP_LIMIT: u8 = 100;

/// One message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Type 1: a client says who it is.
    Hello {
        /// Group number; the server takes those below [`GROUP_LIMIT`].
        group: u8,
    },
    /// Type 2: the bytes of the map file, unchanged.
    Map(Vec<u8>),
    /// Type 3: the number of the player who receives this.
    You(Player),
    /// Type 4: a move is asked for.
    Request {
        /// Time left on the account in milliseconds, 0 without a limit.
        time_ms: u32,
        /// Depth limit, 0 without one.
        depth: u8,
    },
    /// Type 5: the answer to a request.
    Answer(Answer),
    /// Type 6: a move was made.
    Moved(Player, Answer),
    /// Type 7: a player is out.
    Disqualified(Player),
    /// Type 8: the bombs begin.
    EndBuilding,
    /// Type 9: the game is over.
    EndGame,
}

/// The two ends of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Whoever plays.
    Client,
    /// Whoever judges.
    Server,
}

/// The type of a message: its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// [`Message::Hello`]
    Hello = 1,
    /// [`Message::Map`]
    Map,
    /// [`Message::You`]
    You,
    /// [`Message::Request`]
    Request,
    /// [`Message::Answer`]
    Answer,
    /// [`Message::Moved`]
    Moved,
    /// [`Message::Disqualified`]
    Disqualified,
    /// [`Message::EndBuilding`]
    EndBuilding,
    /// [`Message::EndGame`]
    EndGame,
}

impl Kind {
    /// All types, in order of their bytes.
    pub const ALL: [Self; 9] = [
        Self::Hello,
        Self::Map,
        Self::You,
        Self::Request,
        Self::Answer,
        Self::Moved,
        Self::Disqualified,
        Self::EndBuilding,
        Self::EndGame,
    ];

    /// Reads the first byte of a message.
    pub fn from_byte(byte: u8) -> Result<Self, WireError> {
        Self::ALL.into_iter().find(|&kind| kind as u8 == byte).ok_or(WireError::UnknownType(byte))
    }

    /// Who sends messages of this type.
    pub const fn sender(self) -> Side {
        match self {
            Self::Hello | Self::Answer => Side::Client,
            _ => Side::Server,
        }
    }

    /// The length of the payload, if it may be `claimed` for this type.
    pub fn checked_length(self, claimed: u32) -> Result<usize, WireError> {
        let expected = match self {
            Self::Map if claimed <= MAP_LIMIT => return Ok(claimed as usize),
            Self::Map => MAP_LIMIT,
            Self::Hello | Self::You | Self::Disqualified => 1,
            Self::Request | Self::Answer => 5,
            Self::Moved => 6,
            Self::EndBuilding | Self::EndGame => 0,
        };
        if claimed == expected {
            Ok(claimed as usize)
        } else {
            Err(WireError::Length { kind: self, claimed, expected })
        }
    }

    /// Reads a payload whose length was checked.
    pub(super) fn parse(self, payload: &[u8]) -> Result<Message, WireError> {
        Ok(match (self, payload) {
            (Self::Hello, &[group]) => Message::Hello { group },
            (Self::Map, bytes) => Message::Map(bytes.to_vec()),
            (Self::You, &[number]) => Message::You(player(number)?),
            (Self::Request, &[a, b, c, d, depth]) => {
                Message::Request { time_ms: u32::from_be_bytes([a, b, c, d]), depth }
            }
            (Self::Answer, &[a, b, c, d, special]) => Message::Answer(answer([a, b, c, d], special)),
            (Self::Moved, &[a, b, c, d, special, number]) => {
                Message::Moved(player(number)?, answer([a, b, c, d], special))
            }
            (Self::Disqualified, &[number]) => Message::Disqualified(player(number)?),
            (Self::EndBuilding, []) => Message::EndBuilding,
            (Self::EndGame, []) => Message::EndGame,
            _ => unreachable!("the length of the payload was checked"),
        })
    }
}

impl Message {
    /// The type of this message.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Hello { .. } => Kind::Hello,
            Self::Map(_) => Kind::Map,
            Self::You(_) => Kind::You,
            Self::Request { .. } => Kind::Request,
            Self::Answer(_) => Kind::Answer,
            Self::Moved(..) => Kind::Moved,
            Self::Disqualified(_) => Kind::Disqualified,
            Self::EndBuilding => Kind::EndBuilding,
            Self::EndGame => Kind::EndGame,
        }
    }

    /// Appends the bytes of this message.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let header = out.len();
        out.extend([self.kind() as u8, 0, 0, 0, 0]);
        match self {
            Self::Hello { group } => out.push(*group),
            Self::Map(bytes) => out.extend(bytes),
            Self::You(player) | Self::Disqualified(player) => out.push(player.number()),
            Self::Request { time_ms, depth } => {
                out.extend(time_ms.to_be_bytes());
                out.push(*depth);
            }
            Self::Answer(answer) => encode_answer(*answer, out),
            Self::Moved(player, answer) => {
                encode_answer(*answer, out);
                out.push(player.number());
            }
            Self::EndBuilding | Self::EndGame => {}
        }
        let length = (out.len() - header - HEADER) as u32;
        out[header + 1..header + HEADER].copy_from_slice(&length.to_be_bytes());
    }

    /// The bytes of this message.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(&mut bytes);
        bytes
    }
}

fn encode_answer(answer: Answer, out: &mut Vec<u8>) {
    out.extend(answer.x.to_be_bytes());
    out.extend(answer.y.to_be_bytes());
    out.push(answer.special);
}

fn answer([a, b, c, d]: [u8; 4], special: u8) -> Answer {
    Answer { x: u16::from_be_bytes([a, b]), y: u16::from_be_bytes([c, d]), special }
}

fn player(number: u8) -> Result<Player, WireError> {
    Player::new(number).ok_or(WireError::Player(number))
}
