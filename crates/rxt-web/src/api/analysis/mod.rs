//! What engines think of positions and games.

mod game;
mod question;

use super::games::blocking;
use super::reply::{json, read};
use crate::failure::{Failure, Outcome};
use crate::shared::{Shared, State};
use axum::extract::ConnectInfo;
use axum::response::Response;
use bytes::Bytes;
pub(super) use game::analyse_game;
use question::Question;
use rxt_engine::historic::presets;
use rxt_engine::{SEARCHES, Spec};
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::{Answer, Player, Position};
use rxt_view::{Frame, game_json};
use serde_json::json;
use serde_json::value::RawValue;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

/// How long a hint may be thought about.
const HINT: Duration = Duration::from_millis(700);

pub(super) async fn engines() -> Response {
    let entry = |name: &str, about: &str, kind: &str| json!({ "name": name, "about": about, "kind": kind });
    let searches = SEARCHES.iter().map(|info| entry(info.name, info.about, "search"));
    let presets = presets().iter().map(|preset| entry(preset.name, preset.summary, "preset"));
    let ours = entry(rxt_engine::DEFAULT.name, rxt_engine::DEFAULT.summary, "default");
    json(&json!({ "engines": std::iter::once(ours).chain(searches).chain(presets).collect::<Vec<_>>() }))
}

/// Waits until there is room for one more that thinks.
pub(super) async fn permit(shared: &Shared) -> Outcome<OwnedSemaphorePermit> {
    let permit = Arc::clone(&shared.thinkers).acquire_owned().await;
    permit.map_err(|_| Failure::busy("the site is closing"))
}

/// What a strong engine would do, quickly.
pub(super) fn hint(position: &Position) -> Answer {
    let budget = Budget { time: Some(HINT), ..Budget::default() };
    let mut agent = strong().engine(1);
    agent.choose(position, &budget, &Signal::default()).mv.answer(position.map())
}

/// The engine that is asked where none is named.
fn strong() -> Spec {
    Spec::parse(rxt_engine::DEFAULT.name).expect("the engine that plays if none is named is known")
}

/// Analyses a position: lines, tiles, reasons, and what several engines think.
pub(super) async fn analyse(
    shared: State,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Outcome<Response> {
    let question: Question = read(&body)?;
    let _visit = shared.guard.think(peer.ip())?;
    let _permit = permit(&shared).await?;
    let answer = blocking(&shared, move |shared| {
        let position = question.position(shared)?;
        let analysis = question.analysis(&position)?;
        let opinions = question.opinions(&position)?;
        let board = game_json(&position, &[Frame::new(&position, None, None)]);
        let board: Option<Box<RawValue>> = RawValue::from_string(board).ok();
        let moves = position.legal_moves().into_iter().map(|mv| mv.answer(position.map()));
        let moves: Vec<(u16, u16, u8)> = moves.map(|answer| (answer.x, answer.y, answer.special)).collect();
        Ok(json!({
            "board": board,
            "text": rxt_record::position::print(&position),
            "turn": position.to_move().map(Player::number),
            "moves": moves,
            "analysis": analysis,
            "opinions": opinions,
        }))
    })
    .await?;
    Ok(json(&answer))
}
