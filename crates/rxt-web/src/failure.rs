//! What goes wrong while a request is answered, and how it is told.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::fmt::Display;

/// Why a request was not answered as asked.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

/// The outcome of most handlers.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: StatusCode, message: impl Display) -> Self {
        Self { status, message: message.to_string() }
    }

    /// There is no such thing.
    pub(crate) fn missing(what: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, format_args!("there is no {what}"))
    }

    /// What was sent cannot be used.
    pub(crate) fn unusable(message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// What was sent does not fit the present state.
    pub(crate) fn conflict(message: impl Display) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Whoever asks may not.
    pub(crate) fn forbidden(message: impl Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// Too much was asked for.
    pub(crate) fn busy(message: impl Display) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }
}

/// JSON; the middleware makes a page of it where a page was asked for.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.message }).to_string();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        response.extensions_mut().insert(self);
        response
    }
}
