//! Maps: looked at, checked while they are drawn, kept.

use super::games::blocking;
use super::reply::{Theme, json, picture as draw, text};
use crate::atlas::Sheet;
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rxt_rules::map::{MapError, MapErrors, MapFile};
use rxt_rules::{Map, Position};
use rxt_view::{Frame, Marks, game_json};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::Arc;

/// Problems that are listed; more do not fit beside the board.
const LISTED: usize = 50;

pub(super) async fn list(shared: State) -> Response {
    json(&json!({ "maps": shared.atlas.all().iter().map(|sheet| entry(sheet)).collect::<Vec<_>>() }))
}

fn entry(sheet: &Sheet) -> Value {
    let file = sheet.map.file();
    json!({
        "name": sheet.name,
        "players": file.players,
        "width": file.width,
        "height": file.height,
        "tiles": sheet.map.tile_count(),
        "transitions": file.transitions.len(),
        "overrides": file.overrides,
        "bombs": file.bombs,
        "strength": file.strength,
    })
}

pub(super) async fn text_of(shared: State, Path(name): Path<String>) -> Outcome<Response> {
    let sheet = shared.atlas.find(&name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
    Ok(text(String::from_utf8_lossy(&sheet.text), Some(&format!("{name}.map"))))
}

#[derive(Deserialize)]
pub(super) struct Look {
    #[serde(default)]
    theme: Theme,
}

pub(super) async fn picture(shared: State, Path(name): Path<String>, Query(look): Query<Look>) -> Outcome<Response> {
    let sheet = shared.atlas.find(&name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
    let position = Position::new(Arc::clone(&sheet.map));
    Ok(draw(&position, &Marks::default(), look.theme, false, None))
}

/// Reads a map as it is being drawn, and says all that is wrong with it.
pub(super) async fn check(shared: State, body: Bytes) -> Outcome<Response> {
    let answer = blocking(&shared, move |shared| {
        let most = shared.guard.limits.tiles;
        let file = MapFile::parse(&body);
        let squares = file.as_ref().map_or(0, |(file, _)| usize::from(file.width) * usize::from(file.height));
        if squares > 4 * most {
            let limit = 4 * most;
            return Err(Failure::unusable(format_args!("the map has {squares} squares; expected at most {limit}")));
        }
        Ok(checked(&body))
    })
    .await?;
    Ok(json(&answer))
}

fn checked(body: &[u8]) -> Value {
    match Map::parse(body) {
        Ok((map, warnings)) => {
            let map = Arc::new(map);
            let position = Position::new(Arc::clone(&map));
            let board = game_json(&position, &[Frame::new(&position, None, None)]);
            let board: Option<Box<RawValue>> = RawValue::from_string(board).ok();
            let warnings = warnings.iter().map(|warning| {
                json!({ "line": warning.place.line, "column": warning.place.column, "message": warning.kind.to_string() })
            });
            json!({
                "ok": true,
                "errors": [],
                "warnings": warnings.collect::<Vec<_>>(),
                "text": map.file().to_string(),
                "tiles": map.tile_count(),
                "playable": position.to_move().is_some(),
                "board": board,
            })
        }
        Err(errors) => json!({ "ok": false, "errors": listed(&errors), "warnings": [], "count": errors.count() }),
    }
}

fn listed(errors: &MapErrors) -> Vec<Value> {
    let error = |MapError { place, kind }: &MapError| json!({ "line": place.line, "column": place.column, "message": kind.to_string() });
    errors.listed.iter().take(LISTED).map(error).collect()
}

pub(super) async fn keep(shared: State, Path(name): Path<String>, body: Bytes) -> Outcome<Response> {
    let sheet = blocking(&shared, move |shared| {
        Map::parse(&body).map_err(Failure::unusable)?;
        shared.atlas.keep(&name, &body)
    })
    .await?;
    Ok((StatusCode::CREATED, json(&json!({ "name": sheet.name, "url": format!("/maps/{}", sheet.name) })))
        .into_response())
}
