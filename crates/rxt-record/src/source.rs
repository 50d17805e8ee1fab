//! What a file contains, told from its first bytes, and the position that it stands for.

use crate::course_log::CourseLog;
use crate::position;
use crate::record::{Record, ReplayError};
use crate::text::TextError;
use rxt_rules::map::{Map, MapErrors};
use rxt_rules::{MapFile, Position};
use std::sync::Arc;
use thiserror::Error;

/// The kinds of files that have a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A map file: its start.
    Map,
    /// Position text.
    Position,
    /// The text of a record.
    Record,
    /// The JSON of a record.
    RecordJson,
    /// A log of the course's server.
    CourseLog,
}

impl Kind {
    /// Tells the kind from the first bytes. Whatever is nothing else is a map.
    pub fn detect(bytes: &[u8]) -> Self {
        let text = bytes.trim_ascii_start();
        let json = text.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        if json.is_some_and(|rest| rest.starts_with(b"\"rxt-record\"")) {
            Self::RecordJson
        } else if text.starts_with(b"rxt-record") {
            Self::Record
        } else if text.starts_with(b"rxt-position") {
            Self::Position
        } else if text.starts_with(CourseLog::FIRST_WORDS.trim_end().as_bytes()) {
            Self::CourseLog
        } else {
            Self::Map
        }
    }
}

/// A file that has a position.
#[expect(clippy::large_enum_variant, reason = "one is read and taken apart, never many are kept")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A map.
    Map(Arc<Map>),
    /// A position.
    Position(Position),
    /// A game, from a record or a course log.
    Record(Record),
}

/// Why a file has no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SourceError {
    /// It is not a map.
    #[error(transparent)]
    Map(#[from] MapErrors),
    /// It is not the text that it begins like.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Why a source has no such position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlyError {
    /// The game breaks the rules, or is shorter.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A map or a position is no game.
    #[error("a {0} has no moves; expected a record in front of `@`")]
    NoGame(&'static str),
}

impl Source {
    /// The longest file that is read.
    pub const MAX_BYTES: usize = Record::MAX_BYTES;

    /// Reads a file of any kind.
    pub fn parse(bytes: &[u8]) -> Result<Self, SourceError> {
        Ok(match Kind::detect(bytes) {
            Kind::Map => Self::Map(Arc::new(Map::parse(bytes)?.0)),
            Kind::Position => Self::Position(position::parse(bytes)?),
            Kind::Record => Self::Record(Record::parse(bytes)?),
            Kind::RecordJson => Self::Record(Record::from_json(bytes)?),
            Kind::CourseLog => Self::Record(CourseLog::parse(bytes)?.record),
        })
    }

    /// The position: the start of a map, a position itself, or the position of a game after `ply` moves, the last one
    /// if no ply is given.
    pub fn position(&self, ply: Option<usize>) -> Result<Position, PlyError> {
        match (self, ply) {
            (Self::Record(record), _) => Ok(record.position_at(ply)?),
            (Self::Map(map), None) => Ok(Position::new(Arc::clone(map))),
            (Self::Position(position), None) => Ok(position.clone()),
            (Self::Map(_), Some(_)) => Err(PlyError::NoGame("map")),
            (Self::Position(_), Some(_)) => Err(PlyError::NoGame("position")),
        }
    }
}

const _: () = assert!(Source::MAX_BYTES >= MapFile::MAX_BYTES && Source::MAX_BYTES >= position::MAX_BYTES);
