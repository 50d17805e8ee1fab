//! What engines think of a position.

use super::games::blocking;
use super::reply::{json, read};
use crate::failure::{Failure, Outcome};
use crate::shared::{Shared, State};
use axum::extract::ConnectInfo;
use axum::response::Response;
use bytes::Bytes;
use rxt_engine::historic::presets;
use rxt_engine::{SEARCHES, Spec};
use rxt_record::Source;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::{Answer, Player, Position};
use rxt_view::{Frame, game_json};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// How long a hint may be thought about.
const HINT: Duration = Duration::from_millis(700);
/// How long one engine may think about a position.
const LONGEST_MS: u64 = 5000;
/// Engines that are asked side by side.
const MOST_ENGINES: usize = 4;

pub(super) async fn engines() -> Response {
    let search = |name: &str, about: &str, kind: &str| json!({ "name": name, "about": about, "kind": kind });
    let searches = SEARCHES.iter().map(|info| search(info.name, info.about, "search"));
    let presets = presets().iter().map(|preset| search(preset.name, preset.summary, "preset"));
    json(&json!({ "engines": searches.chain(presets).collect::<Vec<_>>() }))
}

/// Waits until there is room for one more that thinks.
pub(super) async fn permit(shared: &Shared) -> Outcome<OwnedSemaphorePermit> {
    let permit = Arc::clone(&shared.thinkers).acquire_owned().await;
    permit.map_err(|_| Failure::busy("the site is closing"))
}

/// What a strong engine would do, quickly.
pub(super) fn hint(position: &Position) -> Answer {
    let name = if position.players() == 2 { "pvs" } else { "mcts" };
    let mut agent = Spec::parse(name).expect("the searches of the table are known").engine(1);
    let budget = Budget { time: Some(HINT), ..Budget::default() };
    agent.choose(position, &budget, &Signal::default()).mv.answer(position.map())
}

/// A question about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// A game of the site, and how many moves are made.
    game: Option<String>,
    ply: Option<usize>,
    /// The name of a map instead.
    map: Option<String>,
    /// A position, a map or a record as text instead.
    text: Option<String>,
    /// Engines to ask.
    #[serde(default)]
    engines: Vec<String>,
    /// Milliseconds for each.
    think_ms: Option<u64>,
}

pub(super) async fn analyse(
    shared: State,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Outcome<Response> {
    let question: Question = read(&body)?;
    let specs = question.engines.iter().map(|text| Spec::parse(text).map(|spec| (text.clone(), spec)));
    let specs = specs.collect::<Result<Vec<_>, _>>().map_err(Failure::unusable)?;
    if specs.len() > MOST_ENGINES {
        return Err(Failure::unusable(format_args!(
            "{} engines are named; expected at most {MOST_ENGINES}",
            specs.len()
        )));
    }
    let think_ms = question.think_ms.unwrap_or(1000);
    if !(10..=LONGEST_MS).contains(&think_ms) {
        return Err(Failure::unusable(format_args!("`think_ms` is {think_ms}; expected 10 to {LONGEST_MS}")));
    }
    let _visit = shared.guard.think(peer.ip())?;
    let _permit = permit(&shared).await?;
    let answer = blocking(&shared, move |shared| {
        let position = question.position(shared)?;
        let budget = Budget { time: Some(Duration::from_millis(think_ms)), ..Budget::default() };
        Ok(answer(&position, specs, &budget))
    })
    .await?;
    Ok(json(&answer))
}

impl Question {
    fn position(&self, shared: &Shared) -> Outcome<Position> {
        let position = match (&self.game, &self.map, &self.text) {
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
        Ok(position)
    }
}

fn answer(position: &Position, specs: Vec<(String, Spec)>, budget: &Budget) -> Value {
    let board = game_json(position, &[Frame::new(position, None, None)]);
    let board: Option<Box<RawValue>> = RawValue::from_string(board).ok();
    let over = position.to_move().is_none();
    let opinions = if over { Vec::new() } else { specs };
    let opinions: Vec<Value> = opinions.iter().map(|(name, spec)| opinion(position, name, spec, budget)).collect();
    let moves: Vec<(u16, u16, u8)> = position
        .legal_moves()
        .iter()
        .map(|mv| mv.answer(position.map()))
        .map(|answer| (answer.x, answer.y, answer.special))
        .collect();
    json!({
        "board": board,
        "text": rxt_record::position::print(position),
        "turn": position.to_move().map(Player::number),
        "moves": moves,
        "opinions": opinions,
    })
}

fn opinion(position: &Position, name: &str, spec: &Spec, budget: &Budget) -> Value {
    let mut engine = spec.engine(1);
    let started = Instant::now();
    let choice = engine.choose(position, budget, &Signal::default());
    let answer = choice.mv.answer(position.map());
    json!({
        "engine": name,
        "move": (answer.x, answer.y, answer.special),
        "depth": choice.depth,
        "nodes": choice.nodes,
        "scores": choice.scores,
        "time_ms": started.elapsed().as_millis() as u64,
    })
}
