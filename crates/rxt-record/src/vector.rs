//! Conformance vectors: one JSON object per line, each a whole game with everything a server showed of it.
//!
//! The same structs read vectors and write them; see [`crate::conformance`] for the recorder.

use crate::latin1;
use rxt_rules::map::{Map, MapErrors};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VectorGame {
    /// Name of the game within its file.
    pub id: String,
    /// Name of the map file.
    #[serde(default)]
    pub source: String,
    /// Number of players.
    pub players: u8,
    /// How the players chose their moves.
    #[serde(default)]
    pub policy: String,
    /// Seed of the players.
    #[serde(default)]
    pub seed: u64,
    /// The bytes of the map file, each as the character of that number (Latin-1).
    pub map: String,
    /// Rows of the board before move 0.
    pub initial: Vec<String>,
    /// The moves that were carried out.
    pub moves: Vec<VectorMove>,
    /// The disqualifications, in order.
    #[serde(default)]
    pub dq: Vec<VectorDisqualification>,
    /// Type 7 messages as received: recipient, disqualified player.
    #[serde(default)]
    pub dq_messages: Vec<(u8, u8)>,
    /// Points at the end of phase 1, without the disqualified; `None` if the game ended without a second score block.
    pub phase1_scores: Option<Scores>,
    /// How the game ended.
    #[serde(rename = "final")]
    pub end: VectorEnd,
    /// How many answers were carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_answers: Option<usize>,
}

/// Points by player number; the disqualified are missing.
pub type Scores = BTreeMap<u8, u32>;

/// One move and the request that it answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VectorMove {
    /// Number of the move, from 0.
    pub n: usize,
    /// The player.
    pub p: u8,
    /// Phase 1 or 2.
    pub phase: u8,
    /// The player's override stones before the move.
    pub ov: u8,
    /// The player's bombs before the move.
    pub bombs: u8,
    /// Squares `y * width + x` where a stone may be set, ascending; `None` in phase 2.
    pub legal: Option<Vec<u32>>,
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Special byte.
    pub s: u8,
    /// Changed tiles with their new content.
    pub diff: Vec<(u16, u16, char)>,
    /// Rows after the move, where given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
}

/// A disqualification and the request that led to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VectorDisqualification {
    /// Number of the next move that was carried out.
    pub before_move: usize,
    /// The player.
    pub player: u8,
    /// Phase 1 or 2.
    pub phase: u8,
    /// `illegal`, `special`, `type` (wrong message) or `close` (connection closed).
    pub how: String,
    /// Rows at the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
    /// The player's override stones.
    pub ov: u8,
    /// The player's bombs.
    pub bombs: u8,
    /// Legal squares in phase 1.
    pub legal: Option<Vec<u32>>,
    /// What was sent, if it was a move.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<(u16, u16, u8)>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct VectorEnd {
    /// Rows at the end.
    pub board: Vec<String>,
    /// Points at the end.
    pub scores: Scores,
    /// Lines of the result file behind the map name: group, points, time, `ok` or `disq.`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_file: Option<Vec<String>>,
}

/// Why the `map` of a vector cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VectorMapError {
    /// A character that is no byte.
    #[error("the map contains `{0}`; expected characters up to U+00FF, one for each byte")]
    NotLatin1(char),
    /// A bad map.
    #[error(transparent)]
    Map(#[from] MapErrors),
}

/// Reads the `map` string of a vector.
pub fn parse_map(text: &str) -> Result<Map, VectorMapError> {
    let bytes = latin1::to_bytes(text).map_err(VectorMapError::NotLatin1)?;
    Ok(Map::parse(&bytes)?.0)
}
