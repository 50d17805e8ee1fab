//! Reads the text of a record.

use super::types::{Cause, Entry, MoveEntry, OneLine, Points, Record, Tag};
use crate::text::{Line, Lines, TextError, TextErrorKind, Words};
use rxt_rules::map::{MapError, MapErrors, Place};
use rxt_rules::{Answer, Map, MapFile, Player};
use std::sync::Arc;

impl Record {
    /// The longest text that is read: the largest map and the longest game on it.
    pub const MAX_BYTES: usize = MapFile::MAX_BYTES + (32 << 20);
    /// The most entries that are read: a stone and a bonus on every tile, and full stocks.
    pub const MAX_ENTRIES: usize = 200_000;
    /// The most tags that are read.
    pub const MAX_TAGS: usize = 10_000;

    /// Reads a record.
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = Lines::new(text, Self::MAX_BYTES)?;
        let first = lines.expect("`rxt-record 1`")?;
        let mut words = first.words()?;
        words.word("rxt-record")?;
        words.word("1")?;
        words.end()?;
        let tags = tags(&mut lines)?;
        let (file, end) = lines.map(|line| line == b"moves", "the rest of the map, and `moves`")?;
        let map = Map::new(file).map_err(|errors| unplayable(errors, end.place))?;
        let mut record = Self { tags, map: Arc::new(map), entries: Vec::new(), result: None };
        record.read_entries(&mut lines)?;
        match lines.next_filled() {
            None => Ok(record),
            Some(line) => Err(line.unexpected("the end of the file behind the result")),
        }
    }

    fn read_entries(&mut self, lines: &mut Lines) -> Result<(), TextError> {
        let players = self.map.players();
        while let Some(line) = lines.next_filled() {
            let mut words = line.words()?;
            if words.next() == Some("result") {
                words.end()?;
                self.result = Some(result(lines, players)?);
                return Ok(());
            }
            if self.entries.len() == Self::MAX_ENTRIES {
                return Err(too_many(line, "moves", Self::MAX_ENTRIES));
            }
            self.entries.push(entry(line, players)?);
        }
        Ok(())
    }
}

/// The errors that only the whole map shows, placed at its end.
pub(crate) fn unplayable(errors: MapErrors, place: Place) -> TextError {
    let MapError { kind, .. } = errors.listed.into_iter().next().expect("map errors list at least one");
    TextError { place, kind: TextErrorKind::Map(kind) }
}

fn too_many(line: Line, what: &'static str, limit: usize) -> TextError {
    TextError { place: line.place, kind: TextErrorKind::TooMany { what, limit } }
}

/// Reads tags up to the line `map`.
fn tags(lines: &mut Lines) -> Result<Vec<Tag>, TextError> {
    let mut tags = Vec::new();
    loop {
        let line = lines.expect("a tag or `map`")?;
        let start = line.words()?;
        let mut words = start;
        let key = words.next().unwrap_or_default();
        if key == "map" {
            words.end()?;
            return Ok(tags);
        }
        let value = words;
        let text = OneLine::new(words.rest())
            .ok_or_else(|| value.unexpected("the value of the tag, at most 4096 bytes without control characters"))?;
        let expected = "a tag (lower-case letters, digits and `-`) or `map`";
        tags.push(Tag::new(key, text).ok_or_else(|| start.unexpected(expected))?);
        if tags.len() > Record::MAX_TAGS {
            return Err(too_many(line, "tags", Record::MAX_TAGS));
        }
    }
}

fn entry(line: Line, players: u8) -> Result<Entry, TextError> {
    const EXPECTED: &str = "a move `player x y special`, `disqualified`, `phase 2` or `result`";
    let start = line.words()?;
    let mut words = start;
    match words.next() {
        Some("disqualified") => {
            let player = words.player(players)?;
            Ok(Entry::Disqualified(player, cause(words)?))
        }
        Some("phase") => phase_two(words, players).map(Entry::PhaseTwo),
        Some(word) if word.starts_with(|first: char| first.is_ascii_digit()) => one_move(start, players),
        _ => Err(start.unexpected(EXPECTED)),
    }
}

fn answer(words: &mut Words) -> Result<Answer, TextError> {
    let x = words.number("a column from 0 to 65535")?;
    let y = words.number("a row from 0 to 65535")?;
    Ok(Answer { x, y, special: words.number("a special byte from 0 to 255")? })
}

fn one_move(mut words: Words, players: u8) -> Result<Entry, TextError> {
    let player = words.player(players)?;
    let mut entry = MoveEntry::new(player, answer(&mut words)?);
    loop {
        let before = words;
        match words.next() {
            None => return Ok(Entry::Move(entry)),
            Some("ms") if entry.time_ms.is_none() && entry.depth.is_none() => {
                entry.time_ms = Some(words.number("the time used in milliseconds")?);
            }
            Some("depth") if entry.depth.is_none() => entry.depth = Some(words.number("the depth in plies")?),
            Some("scores") => {
                for player in 1..=players {
                    entry.scores.push(words.number(&format!("the score of player {player} of {players}"))?);
                }
                words.end()?;
                return Ok(Entry::Move(entry));
            }
            Some(_) => return Err(before.unexpected("`ms`, `depth`, `scores` (each once, in this order) or the end")),
        }
    }
}

fn cause(mut words: Words) -> Result<Cause, TextError> {
    const EXPECTED: &str = "`illegal x y special`, `timeout`, `disconnected`, `invalid-message` or `other` and a text";
    let before = words;
    let cause = match words.next() {
        Some("illegal") => Cause::Illegal(answer(&mut words)?),
        Some("timeout") => Cause::Timeout,
        Some("disconnected") => Cause::Disconnected,
        Some("invalid-message") => Cause::InvalidMessage,
        Some("other") => {
            let value = words;
            let text = OneLine::new(words.rest());
            return text.map(Cause::Other).ok_or_else(|| value.unexpected("a reason without control characters"));
        }
        _ => return Err(before.unexpected(EXPECTED)),
    };
    words.end()?;
    Ok(cause)
}

fn phase_two(mut words: Words, players: u8) -> Result<Option<Points>, TextError> {
    words.word("2")?;
    let mut points = None;
    if !words.rest().is_empty() {
        words.word("points")?;
        points = Some((1..=players).map(|_| one_points(&mut words)).collect::<Result<_, _>>()?);
    }
    words.end()?;
    Ok(points)
}

fn one_points(words: &mut Words) -> Result<Option<u32>, TextError> {
    let mut ahead = *words;
    if ahead.next() == Some("disqualified") {
        *words = ahead;
        return Ok(None);
    }
    words.number("points or `disqualified`").map(Some)
}

fn result(lines: &mut Lines, players: u8) -> Result<Points, TextError> {
    let one = |player: Player| {
        let mut words = lines.expect(&format!("the result of player {player}"))?.words()?;
        words.word(&player.to_string())?;
        let points = one_points(&mut words)?;
        words.end()?;
        Ok(points)
    };
    Player::all(players).map(one).collect()
}
