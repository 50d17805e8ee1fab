//! Programs that are handed in.

use super::games::blocking;
use super::play::{key, organiser_only};
use super::reply::{json, read};
use crate::desk::{describe, lost};
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rxt_arena::submission::Runtime;
use serde::Deserialize;
use serde_json::json;

/// Submissions that a list has at most.
const LISTED: usize = 500;

/// Whether programs are taken, and which.
pub(super) async fn desk(shared: State) -> Outcome<Response> {
    let answer = blocking(&shared, |shared| {
        let desk = &shared.desk;
        let (archive, files, bytes) = (desk.bounds.archive, desk.bounds.entries, desk.bounds.bytes);
        Ok(json!({
            "open": desk.is_open(),
            "possible": desk.enforced().is_ok(),
            "why_not": desk.enforced().err().map(|failure| failure.message),
            "runtimes": Runtime::ALL.map(Runtime::as_str),
            "most": { "archive_bytes": archive, "files": files, "bytes": bytes },
        }))
    })
    .await?;
    Ok(json(&answer))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    open: bool,
}

/// The organiser turns handing in on or off.
pub(super) async fn open_desk(shared: State, headers: HeaderMap, body: Bytes) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let Wanted { open } = read(&body)?;
    blocking(&shared, move |shared| shared.desk.set_open(open)).await?;
    Ok(json(&json!({ "open": open })))
}

/// Takes an archive of somebody who has a token.
pub(super) async fn submit(shared: State, headers: HeaderMap, body: Bytes) -> Outcome<Response> {
    let key = key(&headers)?;
    let id = blocking(&shared, move |shared| {
        let token = shared.desk.token(&key)?;
        shared.desk.take(&token, &body, &shared.library)
    })
    .await?;
    let answer = json!({ "id": id, "url": format!("/submissions/{id}") });
    Ok((StatusCode::CREATED, json(&answer)).into_response())
}

/// All programs for the organiser, one's own for whoever has a token.
pub(super) async fn list(shared: State, headers: HeaderMap) -> Outcome<Response> {
    let key = key(&headers)?;
    let rows = blocking(&shared, move |shared| {
        let token = if shared.guard.organiser.fits(&key) { None } else { Some(shared.desk.token(&key)?.id) };
        shared.db.submissions(token, LISTED).map_err(lost)
    })
    .await?;
    Ok(json(&json!({ "submissions": rows.iter().map(|row| describe(row, None)).collect::<Vec<_>>() })))
}

/// One program with all that it did; for whoever knows its name, which nobody can guess.
pub(super) async fn one(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let answer = blocking(&shared, move |shared| {
        let row = shared.db.submission(&id).map_err(lost)?;
        let row = row.ok_or_else(|| Failure::missing(format_args!("submission `{id}`")))?;
        let steps = shared.db.trials(&row.id).map_err(lost)?;
        Ok(describe(&row, Some(&steps)))
    })
    .await?;
    Ok(json(&answer))
}
