//! What can be wrong with a map, and where.

use super::file::End;
use std::fmt;
use thiserror::Error;

/// A place in the text: 1-based line and column, and the bytes concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Place {
    /// Bytes before the place.
    pub offset: usize,
    /// Bytes concerned, 0 at the end of the file.
    pub length: usize,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in bytes, counted from 1.
    pub column: usize,
}

/// Which end of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The end left of `<->`.
    First,
    /// The end right of `<->`.
    Second,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// One thing that is wrong with a map.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {}, column {}: {kind}", place.line, place.column)]
pub struct MapError {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: MapErrorKind,
}

/// What is wrong, without the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapErrorKind {
    /// The text is longer than any valid map.
    #[error("the text has {bytes} bytes; expected at most {}", super::MapFile::MAX_BYTES)]
    TooLong {
        /// Length of the text.
        bytes: usize,
    },
    /// The file ends inside the header.
    #[error("the file ends here; expected the {expected}")]
    HeaderEnds {
        /// The missing number.
        expected: &'static str,
    },
    /// Not 2 to 8 players.
    #[error("`{found}` is read as {read} players; expected 2 to 8")]
    Players {
        /// The token.
        found: String,
        /// What the token was read as.
        read: u8,
    },
    /// Height or width out of range.
    #[error("`{found}` is read as a {what} of {read}; expected 0 to 1000")]
    Dimension {
        /// `height` or `width`.
        what: &'static str,
        /// The token.
        found: String,
        /// What the token was read as.
        read: i64,
    },
    /// A token that is no tile.
    #[error(
        "`{found}` at ({x},{y}) is not a tile; expected one of `-`, `0` to `8`, `b`, `c`, `i`, `x`, with blanks between tiles"
    )]
    Tile {
        /// The token.
        found: String,
        /// Column of the tile.
        x: u16,
        /// Row of the tile.
        y: u16,
    },
    /// A stone of a player who does not take part.
    #[error("`{digit}` at ({x},{y}) is a stone of player {digit}, but the map has {players} players")]
    Stranger {
        /// The player's number.
        digit: u8,
        /// How many players the map has.
        players: u8,
        /// Column of the tile.
        x: u16,
        /// Row of the tile.
        y: u16,
    },
    /// The file ends inside the board.
    #[error("the file ends before the tile at ({x},{y}); expected {height} rows of {width} tiles")]
    BoardEnds {
        /// Column of the missing tile.
        x: u16,
        /// Row of the missing tile.
        y: u16,
        /// Rows.
        height: u16,
        /// Columns.
        width: u16,
    },
    /// More playable tiles than can be numbered.
    #[error("the map has {count} playable tiles; expected at most {}", super::Map::MAX_TILES)]
    TooManyTiles {
        /// Tiles that are no holes.
        count: usize,
    },
    /// The fourth token of a transition is not `<->`.
    #[error("`{found}` in transition {index}; expected `<->` between the two ends, with blanks around it")]
    Delimiter {
        /// The token.
        found: String,
        /// Number of the transition, counted from 0.
        index: usize,
    },
    /// The file ends inside a transition.
    #[error("the file ends after {found} tokens of transition {index}; expected 7: `x1 y1 r1 <-> x2 y2 r2`")]
    TransitionEnds {
        /// Number of the transition, counted from 0.
        index: usize,
        /// How many of its tokens there are.
        found: usize,
    },
    /// An end off the board or with a direction above 7.
    #[error(
        "{which} end ({x},{y},{r}) of transition {index} does not exist; expected a column below {width}, a row below {height} and a direction from 0 to 7"
    )]
    Coordinate {
        /// Number of the transition, counted from 0.
        index: usize,
        /// Which end.
        which: Which,
        /// Column as read.
        x: i64,
        /// Row as read.
        y: i64,
        /// Direction as read.
        r: i64,
        /// Rows of the map.
        height: u16,
        /// Columns of the map.
        width: u16,
    },
    /// An end that cannot be used.
    #[error("{which} end {end} of transition {index} cannot be used: {problem}")]
    Transition {
        /// Number of the transition, counted from 0.
        index: usize,
        /// Which end.
        which: Which,
        /// The end.
        end: End,
        /// Why not.
        problem: EndProblem,
    },
}

/// Why an end of a transition cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EndProblem {
    /// The tile is a hole.
    #[error("the tile is a hole; expected a tile")]
    Hole,
    /// There is an ordinary neighbour in that direction.
    #[error("({x},{y}) is an ordinary neighbour in that direction; expected a hole or the edge of the board there")]
    Neighbour {
        /// Column of the neighbour.
        x: u16,
        /// Row of the neighbour.
        y: u16,
    },
    /// An earlier transition has this end.
    #[error("transition {by} uses this end already; expected each end once")]
    Used {
        /// Number of the earlier transition.
        by: usize,
    },
}

/// Everything that is wrong with a map, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapErrors {
    /// At least one error, at most [`MapErrors::MAX_LISTED`].
    pub listed: Vec<MapError>,
    /// How many more there were.
    pub omitted: usize,
}

impl MapErrors {
    /// How many errors are kept; a hostile file can contain millions.
    pub const MAX_LISTED: usize = 1000;

    pub(super) const fn none() -> Self {
        Self { listed: Vec::new(), omitted: 0 }
    }

    pub(super) fn push(&mut self, place: Place, kind: MapErrorKind) {
        if self.listed.len() < Self::MAX_LISTED {
            self.listed.push(MapError { place, kind });
        } else {
            self.omitted += 1;
        }
    }

    /// Adds the errors of a later stage and restores the order of the text.
    pub(super) fn merge(&mut self, later: Self) {
        self.omitted += later.omitted;
        for error in later.listed {
            self.push(error.place, error.kind);
        }
        self.listed.sort_by_key(|error| error.place.offset);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// How many errors there were.
    pub fn count(&self) -> usize {
        self.listed.len() + self.omitted
    }
}

impl From<MapError> for MapErrors {
    fn from(error: MapError) -> Self {
        Self { listed: vec![error], omitted: 0 }
    }
}

impl fmt::Display for MapErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.listed.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        if self.omitted > 0 {
            write!(f, "\n... and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for MapErrors {}

/// Something that was accepted, but hardly as it was meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {}, column {}: {kind}", place.line, place.column)]
pub struct MapWarning {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: MapWarningKind,
}

/// What was accepted although it looks like a mistake.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapWarningKind {
    /// A number that is not written as one, or too large for its place.
    #[error("`{found}` is read as {what} {read}")]
    ReadAs {
        /// The token.
        found: String,
        /// What the number stands for.
        what: &'static str,
        /// The value taken.
        read: i64,
    },
    /// A NUL byte ends the file.
    #[error("a NUL byte ends the map here; {ignored} bytes behind it are ignored")]
    Nul {
        /// Bytes behind it.
        ignored: usize,
    },
}
