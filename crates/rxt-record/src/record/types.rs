//! What a record consists of.

use rxt_rules::referee::Reason;
use rxt_rules::{Answer, Map, Player};
use std::fmt;
use std::sync::Arc;

/// A game from its map to its result. Whether the moves are legal is not known before it is replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What is known about the game, in the order of the file.
    pub tags: Vec<Tag>,
    /// The map.
    pub map: Arc<Map>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// The points of players 1 to n; `None` if the game broke off.
    pub result: Option<Points>,
}

/// The points of players 1 to n; `None` for the disqualified.
pub type Points = Vec<Option<u32>>;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move was made.
    Move(MoveEntry),
    /// A player was disqualified.
    Disqualified(Player, Cause),
    /// Phase 1 ended. The points at that time, if they are known.
    PhaseTwo(Option<Points>),
}

/// A move, and how it was found where that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEntry {
    /// Who moved.
    pub player: Player,
    /// The move.
    pub answer: Answer,
    /// Time used.
    pub time_ms: Option<u64>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// The outcome that the mover expected for each player, in his own unit; empty if unknown.
    pub scores: Vec<i32>,
}

impl MoveEntry {
    /// A move of which nothing else is known.
    pub const fn new(player: Player, answer: Answer) -> Self {
        Self { player, answer, time_ms: None, depth: None, scores: Vec::new() }
    }
}

/// Why a player was disqualified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// This answer was no legal move.
    Illegal(Answer),
    /// The answer came too late or not at all.
    Timeout,
    /// The connection was gone.
    Disconnected,
    /// A message of a wrong type or length.
    InvalidMessage,
    /// Anything else, in words.
    Other(OneLine),
}

impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Illegal(answer, _) => Self::Illegal(answer),
            Reason::Timeout => Self::Timeout,
            Reason::Gone => Self::Disconnected,
            Reason::Message => Self::InvalidMessage,
        }
    }
}

/// Something known about the game, e.g. `date 2026-11-15`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    key: String,
    value: OneLine,
}

impl Tag {
    /// Name of the map file.
    pub const MAP_NAME: &str = "map-name";
    /// Day of the game.
    pub const DATE: &str = "date";
    /// Time credited per request.
    pub const TIME_LIMIT_MS: &str = "time-limit-ms";
    /// Depth asked for.
    pub const DEPTH_LIMIT: &str = "depth-limit";
    /// Seed of the players.
    pub const SEED: &str = "seed";
    /// Longest key.
    pub const MAX_KEY: usize = 64;

    /// A tag. A key consists of lower-case letters, digits and `-`, begins with a letter, and is not `map`.
    pub fn new(key: &str, value: OneLine) -> Option<Self> {
        let letters = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let begins = key.starts_with(|first: char| first.is_ascii_lowercase());
        let valid = letters && begins && key.len() <= Self::MAX_KEY && key != "map";
        valid.then(|| Self { key: key.to_owned(), value })
    }

    /// The key of the tag that names a player.
    pub fn player_key(player: Player) -> String {
        format!("player-{player}")
    }

    /// What is known.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What it is.
    pub fn value(&self) -> &str {
        self.value.as_str()
    }
}

/// Text on one line: not empty, no control characters, no blank at either end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneLine(String);

impl OneLine {
    /// Longest text in bytes.
    pub const MAX_BYTES: usize = 4096;

    /// Returns `None` for text that is not on one line.
    pub fn new(text: &str) -> Option<Self> {
        let valid = !text.is_empty()
            && text.len() <= Self::MAX_BYTES
            && !text.contains(char::is_control)
            && text.trim_matches(' ') == text;
        valid.then(|| Self(text.to_owned()))
    }

    /// Makes any text fit: control characters become blanks, and nothing becomes `?`.
    pub fn clean(text: &str) -> Self {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let end = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= Self::MAX_BYTES).last();
        let text = text[..end.unwrap_or(0)].trim_matches(' ');
        Self(if text.is_empty() { "?".to_owned() } else { text.to_owned() })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Record {
    /// A game that has not begun.
    pub const fn new(map: Arc<Map>) -> Self {
        Self { tags: Vec::new(), map, entries: Vec::new(), result: None }
    }

    /// The first value of a tag.
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.key() == key).map(Tag::value)
    }

    /// Adds a tag; the value is made to fit on a line. Does nothing if the key is not valid.
    pub fn set_tag(&mut self, key: &str, value: &str) {
        self.tags.extend(Tag::new(key, OneLine::clean(value)));
    }

    /// The moves, without everything else that happened.
    pub fn moves(&self) -> impl Iterator<Item = &MoveEntry> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Move(mv) => Some(mv),
            _ => None,
        })
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.moves().count()
    }
}
