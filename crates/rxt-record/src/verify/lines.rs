//! Conformance files, a line at a time: memory is bounded by the longest line that is read.

use super::edge::{EdgeCase, verify_case};
use super::report::GameReport;
use super::vector_game::verify_game;
use crate::vector::VectorGame;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::{self, BufRead, Read};
use thiserror::Error;

/// The longest line that is read.
pub const MAX_LINE_BYTES: usize = 256 << 20;

/// Why a line of a conformance file cannot be verified.
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: LineErrorKind,
}

/// What is wrong with a line of a conformance file.
#[derive(Debug, Error)]
pub enum LineErrorKind {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The line does not end.
    #[error("the line is longer than {} MiB", MAX_LINE_BYTES >> 20)]
    TooLong,
    /// Not the JSON of a game.
    #[error("not a game or case: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON of something else.
    #[error("not a game or case; expected an object with `moves`, `steps` or `load_output`")]
    Other,
}

/// Verifies the games of a conformance file one by one.
pub struct Lines<R> {
    reader: R,
    line: usize,
    failed: bool,
}

impl<R: BufRead> Lines<R> {
    /// Games of a reader.
    pub const fn new(reader: R) -> Self {
        Self { reader, line: 0, failed: false }
    }

    fn read_line(&mut self) -> Result<Option<Vec<u8>>, LineErrorKind> {
        loop {
            let mut line = Vec::new();
            self.line += 1;
            let limit = MAX_LINE_BYTES as u64 + 1;
            if self.reader.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.len() > MAX_LINE_BYTES {
                return Err(LineErrorKind::TooLong);
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<GameReport, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let report = self.read_line().and_then(|line| line.map(|line| verify_line(&line)).transpose());
        self.failed = report.is_err();
        report.map_err(|kind| LineError { line: self.line, kind }).transpose()
    }
}

/// Which kind of case a line is; nothing else of it is kept.
#[derive(Deserialize)]
struct Probe {
    moves: Option<IgnoredAny>,
    steps: Option<IgnoredAny>,
    load_output: Option<IgnoredAny>,
}

fn verify_line(line: &[u8]) -> Result<GameReport, LineErrorKind> {
    let probe: Probe = serde_json::from_slice(line)?;
    if probe.moves.is_some() {
        let game: VectorGame = serde_json::from_slice(line)?;
        Ok(verify_game(&game))
    } else if probe.steps.is_some() || probe.load_output.is_some() {
        let case: EdgeCase = serde_json::from_slice(line)?;
        Ok(verify_case(&case))
    } else {
        Err(LineErrorKind::Other)
    }
}
