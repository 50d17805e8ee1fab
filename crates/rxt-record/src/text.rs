//! Reads line-based text: lines, words and numbers, each with its place, and errors that say what was expected.

use rxt_rules::Player;
use rxt_rules::map::{MapErrorKind, MapErrors, MapFile, Place};
use rxt_rules::position::SetupError;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {}, column {}: {kind}", place.line, place.column)]
pub struct TextError {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: TextErrorKind,
}

/// What is wrong, without the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TextErrorKind {
    /// Something else should stand here.
    #[error("found {found}; expected {expected}")]
    Expected {
        /// What stands here.
        found: Found,
        /// What should.
        expected: String,
    },
    /// Bytes that are no text.
    #[error("the line is not UTF-8; expected text")]
    NotUtf8,
    /// More bytes than any valid text has.
    #[error("the text has {bytes} bytes; expected at most {limit}")]
    TooLong {
        /// Length of the text.
        bytes: usize,
        /// Longest text that is read.
        limit: usize,
    },
    /// More lines of a kind than any valid text has.
    #[error("more than {limit} {what}; no game has so many")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many are read.
        limit: usize,
    },
    /// The embedded map is wrong.
    #[error(transparent)]
    Map(MapErrorKind),
    /// The parts are no position.
    #[error(transparent)]
    Setup(SetupError),
    /// Not the JSON of a record.
    #[error("{0}")]
    Json(String),
}

/// What stands in the place of the expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Some text, shortened.
    Text(String),
    /// Nothing more on the line.
    EndOfLine,
    /// Nothing more at all.
    EndOfFile,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{text}`"),
            Self::EndOfLine => f.write_str("the end of the line"),
            Self::EndOfFile => f.write_str("the end of the file"),
        }
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    text: &'a [u8],
    offset: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    /// Refuses texts longer than `limit` bytes.
    pub(crate) fn new(text: &'a [u8], limit: usize) -> Result<Self, TextError> {
        if text.len() > limit {
            let place = Place { line: 1, column: 1, ..Place::default() };
            return Err(TextError { place, kind: TextErrorKind::TooLong { bytes: text.len(), limit } });
        }
        Ok(Self { text, offset: 0, number: 1 })
    }

    /// The next line, whatever is in it.
    pub(crate) fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.text.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n');
        let bytes = &rest[..length.unwrap_or(rest.len())];
        let place = Place { offset: self.offset, length: bytes.len(), line: self.number, column: 1 };
        self.offset += bytes.len() + 1;
        self.number += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Some(Line { bytes, place, complete: length.is_some() })
    }

    /// The next line that is not blank.
    pub(crate) fn next_filled(&mut self) -> Option<Line<'a>> {
        loop {
            let line = self.next()?;
            if !line.bytes.trim_ascii().is_empty() {
                return Some(line);
            }
        }
    }

    /// The next line that is not blank, or an error at the end of the text.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<Line<'a>, TextError> {
        self.next_filled().ok_or_else(|| self.ended(expected))
    }

    /// The error that the text ends here.
    pub(crate) fn ended(&self, expected: &str) -> TextError {
        let place = Place { offset: self.text.len(), length: 0, line: self.number, column: 1 };
        TextError { place, kind: TextErrorKind::Expected { found: Found::EndOfFile, expected: expected.to_owned() } }
    }

    /// Reads a map from the lines up to the first one for which `ends` holds; that line is returned with it.
    pub(crate) fn map(
        &mut self,
        ends: impl Fn(&[u8]) -> bool,
        expected: &str,
    ) -> Result<(MapFile, Line<'a>), TextError> {
        let (start, first) = (self.offset.min(self.text.len()), self.number);
        let end = loop {
            let line = self.next().ok_or_else(|| self.ended(expected))?;
            if let Some(nul) = line.bytes.iter().position(|&byte| byte == 0) {
                return Err(line.cut(nul, 1).unexpected("a line of the map without NUL bytes"));
            }
            if ends(line.bytes.trim_ascii()) {
                break line;
            }
        };
        match MapFile::parse(&self.text[start..end.place.offset]) {
            Ok((map, _)) => Ok((map, end)),
            Err(errors) => Err(map_error(errors, start, first)),
        }
    }
}

/// The first error of a map that begins at `offset` on line `first`.
fn map_error(errors: MapErrors, offset: usize, first: usize) -> TextError {
    let error = errors.listed.into_iter().next().expect("map errors list at least one");
    let place = Place { offset: error.place.offset + offset, line: error.place.line + first - 1, ..error.place };
    TextError { place, kind: TextErrorKind::Map(error.kind) }
}

/// A line without its line end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) place: Place,
    /// Whether a line end follows.
    pub(crate) complete: bool,
}

impl<'a> Line<'a> {
    /// The line as text.
    pub(crate) fn text(self) -> Result<&'a str, TextError> {
        std::str::from_utf8(self.bytes).map_err(|error| {
            let place = self.cut(error.valid_up_to(), 1).place;
            TextError { place, kind: TextErrorKind::NotUtf8 }
        })
    }

    /// The words of the line.
    pub(crate) fn words(self) -> Result<Words<'a>, TextError> {
        Ok(Words { line: self, text: self.text()?, offset: 0 })
    }

    /// The error that something else should stand here.
    pub(crate) fn unexpected(self, expected: &str) -> TextError {
        let found = Found::Text(shown(&String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(200)])));
        TextError { place: self.place, kind: TextErrorKind::Expected { found, expected: expected.to_owned() } }
    }

    fn cut(self, offset: usize, length: usize) -> Self {
        let place = Place { offset: self.place.offset + offset, length, column: offset + 1, ..self.place };
        Self { bytes: &self.bytes[offset..offset + length], place, ..self }
    }
}

/// The words of a line, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    line: Line<'a>,
    text: &'a str,
    offset: usize,
}

impl<'a> Words<'a> {
    /// The next word, `None` at the end of the line.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let word = rest.split([' ', '\t']).next().filter(|word| !word.is_empty())?;
        // `rest` left the offset where this word begins; blanks behind the last word are not part of it.
        self.offset += word.len();
        Some(word)
    }

    /// What is left of the line, without the blanks around it.
    pub(crate) fn rest(&mut self) -> &'a str {
        let rest = self.text[self.offset..].trim_start_matches([' ', '\t']);
        self.offset = self.text.len() - rest.len();
        rest.trim_end_matches([' ', '\t'])
    }

    /// A number written in digits, with a sign only if the type has one.
    pub(crate) fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, TextError> {
        let before = *self;
        let plain = |word: &&str| word.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
        let number = self.next().filter(plain).and_then(|word| word.parse().ok());
        number.ok_or_else(|| before.unexpected(expected))
    }

    /// A player of a game of `players`.
    pub(crate) fn player(&mut self, players: u8) -> Result<Player, TextError> {
        let expected = format!("a player from 1 to {players}");
        let before = *self;
        let player = Player::new(self.number(&expected)?).filter(|player| player.number() <= players);
        player.ok_or_else(|| before.unexpected(&expected))
    }

    /// Exactly this word.
    pub(crate) fn word(&mut self, expected: &str) -> Result<(), TextError> {
        let before = *self;
        if self.next() == Some(expected) { Ok(()) } else { Err(before.unexpected(&format!("`{expected}`"))) }
    }

    /// Nothing more on the line.
    pub(crate) fn end(mut self) -> Result<(), TextError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end of the line")) }
    }

    /// The error that something else should stand here.
    pub(crate) fn unexpected(mut self, expected: &str) -> TextError {
        let (rest, offset) = (self.rest(), self.offset);
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        let place = self.line.cut(offset.min(self.text.len()), word.len()).place;
        let found = if word.is_empty() { Found::EndOfLine } else { Found::Text(shown(word)) };
        TextError { place, kind: TextErrorKind::Expected { found, expected: expected.to_owned() } }
    }
}

/// Text for a message: at most 40 characters, control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let escape = |c: char| if c.is_control() { c.escape_default().collect() } else { vec![c] };
    let mut short: String = text.chars().take(SHOWN).flat_map(escape).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}
