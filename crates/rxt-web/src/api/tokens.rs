//! Tokens of students and teams: what the organiser does with them.

use super::games::blocking;
use super::play::organiser_only;
use super::reply::{json, read};
use crate::desk::lost;
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;

pub(super) async fn list(shared: State, headers: HeaderMap) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let tokens = blocking(&shared, |shared| shared.db.tokens().map_err(lost)).await?;
    let token = |token: &rxt_arena::site_db::TokenRow| {
        json!({
            "id": token.id,
            "name": token.name,
            "created_at": token.created_at,
            "valid": token.valid,
            "submissions": token.submissions,
        })
    };
    Ok(json(&json!({ "tokens": tokens.iter().map(token).collect::<Vec<_>>() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: String,
}

/// Makes a token. The word is told once, here.
pub(super) async fn add(shared: State, headers: HeaderMap, body: Bytes) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let Wanted { name } = read(&body)?;
    let (id, key, name) = blocking(&shared, move |shared| {
        let (id, key) = shared.desk.add_token(&name)?;
        Ok((id, key, name))
    })
    .await?;
    let answer = json!({ "id": id, "name": name.trim(), "token": key.as_str() });
    Ok((StatusCode::CREATED, json(&answer)).into_response())
}

pub(super) async fn revoke(shared: State, Path(id): Path<i64>, headers: HeaderMap) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let was_valid = blocking(&shared, move |shared| shared.db.revoke_token(id).map_err(lost)).await?;
    if !was_valid {
        return Err(Failure::missing(format_args!("valid token {id}")));
    }
    Ok(json(&json!({ "revoked": id })))
}
