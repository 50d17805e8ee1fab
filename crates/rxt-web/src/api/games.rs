//! Games that were played or uploaded.

use super::reply::{Theme, attachment, json, json_text, picture as draw, text};
use crate::failure::{Failure, Outcome};
use crate::shared::{Shared, State};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rxt_view::Marks;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// Games that a list has at most.
const MOST: usize = 500;

#[derive(Deserialize)]
pub(super) struct Page {
    limit: Option<usize>,
}

pub(super) async fn list(shared: State, Query(page): Query<Page>) -> Response {
    let games = shared.library.newest(page.limit.unwrap_or(100).min(MOST));
    json(&json!({ "games": games.iter().map(|game| &**game).collect::<Vec<_>>() }))
}

pub(super) async fn upload(shared: State, body: Bytes) -> Outcome<Response> {
    let summary = blocking(&shared, move |shared| shared.library.upload(&body)).await?;
    Ok((StatusCode::CREATED, json(&json!({ "id": summary.id, "url": format!("/replay/{}", summary.id) })))
        .into_response())
}

pub(super) async fn record_json(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let record = blocking(&shared, move |shared| shared.library.record(&id)).await?;
    Ok(json_text(record.to_json()))
}

pub(super) async fn record_text(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let file = format!("{id}.rxt");
    let record = blocking(&shared, move |shared| shared.library.record(&id)).await?;
    Ok(text(record.to_string(), Some(&file)))
}

pub(super) async fn frames(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let game = blocking(&shared, move |shared| shared.library.game_json(&id)).await?;
    Ok(json_text(game.to_string()))
}

#[derive(Deserialize)]
pub(super) struct Moment {
    ply: Option<usize>,
    #[serde(default)]
    theme: Theme,
    /// Whether the browser is to keep the picture.
    #[serde(default)]
    download: bool,
}

pub(super) async fn picture(shared: State, Path(id): Path<String>, Query(at): Query<Moment>) -> Outcome<Response> {
    let file = format!("{id}.svg");
    let (position, marks) = blocking(&shared, move |shared| {
        let record = shared.library.record(&id)?;
        let position = record.position_at(at.ply).map_err(Failure::unusable)?;
        let count = at.ply.unwrap_or_else(|| record.plies());
        let last = count.checked_sub(1).and_then(|index| record.moves().nth(index));
        let marks = Marks { last: last.map(|mv| (mv.answer.x, mv.answer.y)), ..Marks::default() };
        Ok((position, marks))
    })
    .await?;
    let svg = draw(&position, &marks, at.theme, true, None);
    Ok(if at.download { ([attachment(&file)], svg).into_response() } else { svg })
}

pub(super) async fn position(shared: State, Path(id): Path<String>, Query(at): Query<Moment>) -> Outcome<Response> {
    let position =
        blocking(&shared, move |shared| shared.library.record(&id)?.position_at(at.ply).map_err(Failure::unusable))
            .await?;
    Ok(text(rxt_record::position::print(&position), None))
}

/// Does what takes a while where it keeps nobody waiting.
pub(crate) async fn blocking<T: Send + 'static>(
    shared: &Arc<Shared>,
    act: impl FnOnce(&Arc<Shared>) -> Outcome<T> + Send + 'static,
) -> Outcome<T> {
    let shared = Arc::clone(shared);
    let done = tokio::task::spawn_blocking(move || act(&shared)).await;
    done.map_err(|_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "a bug in rxt ended this request"))?
}
