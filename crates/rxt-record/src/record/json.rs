//! The JSON form of a record. Nothing is lost on the way there and back.

use super::parse::unplayable;
use super::types::{Cause, Entry, MoveEntry, OneLine, Points, Record, Tag};
use crate::text::{TextError, TextErrorKind, shown};
use rxt_rules::map::Place;
use rxt_rules::{Answer, Map, Player};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRecord {
    #[serde(rename = "rxt-record")]
    version: u32,
    tags: Vec<(String, String)>,
    map: String,
    moves: Vec<JsonEntry>,
    #[serde(default)]
    result: Option<Points>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum JsonEntry {
    Move {
        player: u8,
        x: u16,
        y: u16,
        special: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        scores: Vec<i32>,
    },
    Disqualified {
        player: u8,
        reason: JsonReason,
    },
    PhaseTwo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<Points>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JsonReason {
    Illegal { x: u16, y: u16, special: u8 },
    Timeout,
    Disconnected,
    InvalidMessage,
    Other(String),
}

impl Record {
    /// The record as JSON text, with a line end.
    pub fn to_json(&self) -> String {
        let record = JsonRecord {
            version: 1,
            tags: self.tags.iter().map(|tag| (tag.key().to_owned(), tag.value().to_owned())).collect(),
            map: self.map.file().to_string(),
            moves: self.entries.iter().map(entry_to_json).collect(),
            result: self.result.clone(),
        };
        let mut text = serde_json::to_string_pretty(&record).expect("a record has only string keys");
        text.push('\n');
        text
    }

    /// Reads a record from JSON text.
    pub fn from_json(text: &[u8]) -> Result<Self, TextError> {
        if text.len() > Self::MAX_BYTES {
            return Err(semantic(TextErrorKind::TooLong { bytes: text.len(), limit: Self::MAX_BYTES }));
        }
        let json: JsonRecord = serde_json::from_slice(text).map_err(|error| syntax(text, &error))?;
        if json.version != 1 {
            return Err(wrong(format!("`rxt-record` is {}; expected 1", json.version)));
        }
        let map = Map::parse(json.map.as_bytes()).map_err(|errors| unplayable(errors, START))?.0;
        let players = map.players();
        if json.moves.len() > Self::MAX_ENTRIES {
            return Err(semantic(TextErrorKind::TooMany { what: "moves", limit: Self::MAX_ENTRIES }));
        }
        if json.tags.len() > Self::MAX_TAGS {
            return Err(semantic(TextErrorKind::TooMany { what: "tags", limit: Self::MAX_TAGS }));
        }
        let tags = json.tags.iter().map(|(key, value)| tag(key, value)).collect::<Result<_, _>>()?;
        let entries = json.moves.into_iter().enumerate().map(|(index, entry)| entry_from_json(index, entry, players));
        let entries = entries.collect::<Result<_, _>>()?;
        if let Some(points) = &json.result {
            check_points("result", points, players)?;
        }
        Ok(Self { tags, map: Arc::new(map), entries, result: json.result })
    }
}

const START: Place = Place { offset: 0, length: 0, line: 1, column: 1 };

fn semantic(kind: TextErrorKind) -> TextError {
    TextError { place: START, kind }
}

fn wrong(message: String) -> TextError {
    semantic(TextErrorKind::Json(message))
}

fn syntax(text: &[u8], error: &serde_json::Error) -> TextError {
    let (line, column) = (error.line().max(1), error.column().max(1));
    let before: usize = text.split_inclusive(|&byte| byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
    let place = Place { offset: before + column - 1, length: 0, line, column };
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    TextError { place, kind: TextErrorKind::Json(format!("not the JSON of a record: {}", shown_long(message))) }
}

/// Messages of the JSON reader can quote whole strings of the file.
fn shown_long(message: &str) -> String {
    const SHOWN: usize = 200;
    message.chars().take(SHOWN).flat_map(|c| shown(&c.to_string()).chars().collect::<Vec<_>>()).collect()
}

fn tag(key: &str, value: &str) -> Result<Tag, TextError> {
    let tag = OneLine::new(value).and_then(|value| Tag::new(key, value));
    tag.ok_or_else(|| wrong(format!("tag `{}` is not valid; expected a key and one line of text", shown(key))))
}

fn entry_to_json(entry: &Entry) -> JsonEntry {
    match entry {
        Entry::Move(MoveEntry { player, answer, time_ms, depth, scores }) => JsonEntry::Move {
            player: player.number(),
            x: answer.x,
            y: answer.y,
            special: answer.special,
            time_ms: *time_ms,
            depth: *depth,
            scores: scores.clone(),
        },
        Entry::Disqualified(player, cause) => {
            let reason = match cause {
                Cause::Illegal(Answer { x, y, special }) => JsonReason::Illegal { x: *x, y: *y, special: *special },
                Cause::Timeout => JsonReason::Timeout,
                Cause::Disconnected => JsonReason::Disconnected,
                Cause::InvalidMessage => JsonReason::InvalidMessage,
                Cause::Other(text) => JsonReason::Other(text.as_str().to_owned()),
            };
            JsonEntry::Disqualified { player: player.number(), reason }
        }
        Entry::PhaseTwo(points) => JsonEntry::PhaseTwo { points: points.clone() },
    }
}

fn entry_from_json(index: usize, entry: JsonEntry, players: u8) -> Result<Entry, TextError> {
    let player = |number: u8| {
        let player = Player::new(number).filter(|player| player.number() <= players);
        player.ok_or_else(|| wrong(format!("moves[{index}] has player {number}; expected 1 to {players}")))
    };
    match entry {
        JsonEntry::Move { player: number, x, y, special, time_ms, depth, scores } => {
            if !scores.is_empty() && scores.len() != usize::from(players) {
                let count = scores.len();
                return Err(wrong(format!("moves[{index}] has {count} scores; expected {players}, or none")));
            }
            let answer = Answer { x, y, special };
            Ok(Entry::Move(MoveEntry { player: player(number)?, answer, time_ms, depth, scores }))
        }
        JsonEntry::Disqualified { player: number, reason } => {
            let cause = match reason {
                JsonReason::Illegal { x, y, special } => Cause::Illegal(Answer { x, y, special }),
                JsonReason::Timeout => Cause::Timeout,
                JsonReason::Disconnected => Cause::Disconnected,
                JsonReason::InvalidMessage => Cause::InvalidMessage,
                JsonReason::Other(text) => Cause::Other(
                    OneLine::new(&text)
                        .ok_or_else(|| wrong(format!("moves[{index}] has a reason that is not one line of text")))?,
                ),
            };
            Ok(Entry::Disqualified(player(number)?, cause))
        }
        JsonEntry::PhaseTwo { points } => {
            if let Some(points) = &points {
                check_points(&format!("moves[{index}]"), points, players)?;
            }
            Ok(Entry::PhaseTwo(points))
        }
    }
}

fn check_points(what: &str, points: &Points, players: u8) -> Result<(), TextError> {
    if points.len() == usize::from(players) {
        return Ok(());
    }
    Err(wrong(format!("{what} has points of {} players; expected {players}", points.len())))
}
