//! The description of the JSON interface.

use super::reply::json_text;
use axum::response::Response;

/// The description by the rules of `OpenAPI` 3.1.
const DESCRIPTION: &str = include_str!("openapi.json");

pub(super) async fn send() -> Response {
    json_text(DESCRIPTION.to_owned())
}
