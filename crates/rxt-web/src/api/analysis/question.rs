//! A question about a position, as it is sent.

use super::strong;
use crate::failure::{Failure, Outcome};
use crate::findings;
use crate::shared::Shared;
use rxt_engine::Spec;
use rxt_engine::analysis::{self, analyse_position};
use rxt_record::Source;
use rxt_rules::agent::{Budget, Signal};
use rxt_rules::{Answer, Position};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long one engine may think about a position.
const LONGEST_MS: u64 = 5000;
/// Engines that are asked side by side.
const MOST_ENGINES: usize = 4;
/// Lines that are wanted.
const MOST_LINES: usize = 6;
/// Moves that are made before the question.
const MOST_PLAYED: usize = 500;

/// A question about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// A game of the site, and how many moves are made.
    game: Option<String>,
    ply: Option<usize>,
    /// The name of a map instead.
    map: Option<String>,
    /// A position, a map or a record as text instead.
    text: Option<String>,
    /// Moves that are made from there.
    #[serde(default)]
    play: Vec<(u16, u16, u8)>,
    /// Who looks for lines; a strong one without it.
    engine: Option<String>,
    /// How many lines are wanted.
    #[serde(default)]
    lines: usize,
    /// Engines to compare.
    #[serde(default)]
    engines: Vec<String>,
    /// Milliseconds for each line and each engine.
    think_ms: Option<u64>,
}

impl Question {
    /// The position that is asked about.
    pub(super) fn position(&self, shared: &Shared) -> Outcome<Position> {
        let mut position = match (&self.game, &self.map, &self.text) {
            (Some(id), None, None) => shared.library.record(id)?.position_at(self.ply).map_err(Failure::unusable)?,
            (None, Some(name), None) => {
                let sheet = shared.atlas.find(name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
                Position::new(Arc::clone(&sheet.map))
            }
            (None, None, Some(text)) => {
                let source = Source::parse(text.as_bytes()).map_err(Failure::unusable)?;
                source.position(self.ply).map_err(Failure::unusable)?
            }
            _ => return Err(Failure::unusable("expected one of `game`, `map` and `text`")),
        };
        let (tiles, most) = (position.map().tile_count(), shared.guard.limits.tiles);
        if tiles > most {
            return Err(Failure::unusable(format_args!("the map has {tiles} tiles; expected at most {most}")));
        }
        if self.play.len() > MOST_PLAYED {
            return Err(Failure::unusable(format_args!("too many moves; expected at most {MOST_PLAYED}")));
        }
        for &(x, y, special) in &self.play {
            let mv = position.read(Answer { x, y, special }).map_err(Failure::unusable)?;
            position.play(mv);
        }
        Ok(position)
    }

    fn budget(&self) -> Outcome<Budget> {
        let think_ms = self.think_ms.unwrap_or(1000);
        if !(10..=LONGEST_MS).contains(&think_ms) {
            return Err(Failure::unusable(format_args!("`think_ms` is {think_ms}; expected 10 to {LONGEST_MS}")));
        }
        Ok(Budget { time: Some(Duration::from_millis(think_ms)), ..Budget::default() })
    }

    /// The best lines, what each tile is worth, and why; null if no lines are wanted or the game is over.
    pub(super) fn analysis(&self, position: &Position) -> Outcome<Value> {
        if self.lines > MOST_LINES {
            return Err(Failure::unusable(format_args!("{} lines; expected at most {MOST_LINES}", self.lines)));
        }
        let engine = self.engine.as_deref().map(Spec::parse).transpose().map_err(Failure::unusable)?;
        let engine = engine.unwrap_or_else(strong);
        let budget = self.budget()?;
        if self.lines == 0 {
            return Ok(Value::Null);
        }
        let question = analysis::Question { engine, budget, lines: self.lines, tiles: true, seed: 1 };
        let found = analyse_position(position, &question, &Signal::default());
        Ok(found.map_or(Value::Null, |found| findings::position(position, &found)))
    }

    /// What several engines make of it.
    pub(super) fn opinions(&self, position: &Position) -> Outcome<Value> {
        let specs = self.engines.iter().map(|text| Spec::parse(text).map(|spec| (text.clone(), spec)));
        let specs = specs.collect::<Result<Vec<_>, _>>().map_err(Failure::unusable)?;
        if specs.len() > MOST_ENGINES {
            let found = specs.len();
            return Err(Failure::unusable(format_args!("{found} engines are named; expected at most {MOST_ENGINES}")));
        }
        if position.to_move().is_none() {
            return Ok(json!([]));
        }
        let opinions = analysis::opinions(position, &specs, &self.budget()?, 1, &Signal::default());
        Ok(findings::opinions(position, &opinions))
    }
}
