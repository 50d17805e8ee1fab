//! What a game is to be like, as somebody asked for it.

use crate::atlas::Sheet;
use crate::failure::{Failure, Outcome};
use crate::shared::Shared;
use rxt_engine::Spec;
use rxt_rules::Map;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// A game as it is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The name of a map.
    #[serde(default)]
    map: Option<String>,
    /// The text of a map instead.
    #[serde(default)]
    map_text: Option<String>,
    /// Who plays: `person`, `client`, or the text that selects an engine.
    seats: Vec<String>,
    /// Milliseconds credited per move.
    #[serde(default)]
    clock_ms: Option<u64>,
    /// Milliseconds that engines think.
    #[serde(default)]
    think_ms: Option<u64>,
    /// Whether moves may be taken back and hints asked for.
    #[serde(default)]
    casual: bool,
    /// Seed of the engines.
    #[serde(default)]
    seed: Option<u64>,
}

/// A game that can be opened.
pub(crate) struct Plan {
    pub(crate) map: Arc<Map>,
    pub(crate) map_name: String,
    pub(crate) map_bytes: Vec<u8>,
    pub(crate) seats: Vec<SeatPlan>,
    pub(crate) clock: Option<Duration>,
    pub(crate) think: Duration,
    pub(crate) casual: bool,
    pub(crate) seed: u64,
    /// How long a move is shown at least.
    pub(crate) pace: Duration,
    /// The most positions that engines visit per move.
    pub(crate) nodes: Option<u64>,
    pub(crate) event: &'static str,
}

/// Who is to sit at a seat.
#[derive(Clone, Debug)]
pub(crate) enum SeatPlan {
    Person,
    Client,
    Engine(Box<Spec>, String),
}

/// What a map without a name is called.
pub(crate) const DRAWN: &str = "drawn by hand";
/// Engines think at least and at most so long.
const THINK_MS: std::ops::RangeInclusive<u64> = 10..=10_000;
/// The clock of the course's server begins here; nobody waits longer than an hour.
const CLOCK_MS: std::ops::RangeInclusive<u64> = 200..=3_600_000;
/// How long a move is shown at least, so that people can follow.
const PACE: Duration = Duration::from_millis(300);

impl Wanted {
    /// Finds everything that the game needs.
    pub(crate) fn plan(self, shared: &Shared) -> Outcome<Plan> {
        let (map_name, map, map_bytes) = self.map(shared)?;
        let players = usize::from(map.players());
        if self.seats.len() != players {
            let found = self.seats.len();
            return Err(Failure::unusable(format_args!("the map is for {players} players; {found} seats are named")));
        }
        let seats = self.seats.iter().map(|text| SeatPlan::parse(text)).collect::<Outcome<Vec<_>>>()?;
        let has_client = seats.iter().any(|seat| matches!(seat, SeatPlan::Client));
        if self.casual && has_client {
            return Err(Failure::unusable("a program cannot take moves back: a game with programs cannot be casual"));
        }
        Ok(Plan {
            map,
            map_name,
            map_bytes,
            seats,
            clock: within("clock_ms", self.clock_ms, &CLOCK_MS)?.map(Duration::from_millis),
            think: Duration::from_millis(within("think_ms", self.think_ms, &THINK_MS)?.unwrap_or(500)),
            casual: self.casual,
            seed: self.seed.unwrap_or(1),
            pace: PACE,
            nodes: None,
            event: "played on the site",
        })
    }

    fn map(&self, shared: &Shared) -> Outcome<(String, Arc<Map>, Vec<u8>)> {
        let (name, map, text) = match (&self.map, &self.map_text) {
            (Some(name), None) => {
                let sheet = shared.atlas.find(name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
                let Sheet { name, map, text, .. } = &*sheet;
                (name.clone(), Arc::clone(map), text.clone())
            }
            (None, Some(text)) => {
                let map = Map::parse(text.as_bytes()).map_err(Failure::unusable)?.0;
                (DRAWN.to_owned(), Arc::new(map), text.clone().into_bytes())
            }
            _ => return Err(Failure::unusable("expected `map`, the name of a map, or `map_text`, and not both")),
        };
        let (tiles, most) = (map.tile_count(), shared.guard.limits.tiles);
        if tiles > most {
            return Err(Failure::unusable(format_args!("the map has {tiles} tiles; expected at most {most}")));
        }
        if rxt_rules::Position::new(Arc::clone(&map)).to_move().is_none() {
            return Err(Failure::unusable("nobody can make a move on this map"));
        }
        Ok((name, map, text))
    }
}

impl SeatPlan {
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        match text {
            "person" => Ok(Self::Person),
            "client" => Ok(Self::Client),
            spec => {
                let parsed = Spec::parse(spec).map_err(Failure::unusable)?;
                Ok(Self::Engine(Box::new(parsed), spec.to_owned()))
            }
        }
    }
}

fn within(what: &str, value: Option<u64>, range: &std::ops::RangeInclusive<u64>) -> Outcome<Option<u64>> {
    match value.filter(|value| !range.contains(value)) {
        None => Ok(value),
        Some(value) => {
            let (low, high) = (range.start(), range.end());
            Err(Failure::unusable(format_args!("`{what}` is {value}; expected {low} to {high}")))
        }
    }
}
