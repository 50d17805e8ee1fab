//! What handlers of the JSON interface read and write.

use crate::failure::{Failure, Outcome};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rxt_rules::Position;
use rxt_view::{Marks, SvgOptions, board_svg};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Response {
    json_text(serde_json::to_string(value).expect("what we answer has only string keys"))
}

/// JSON that is written already.
pub(crate) fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Plain text, as a file to be kept if it has a name.
pub(crate) fn text(text: impl Into<String>, file: Option<&str>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    match file {
        None => (kind, text.into()).into_response(),
        Some(file) => (kind, [attachment(file)], text.into()).into_response(),
    }
}

/// Tells the browser to keep an answer as a file.
pub(crate) fn attachment(file: &str) -> (header::HeaderName, String) {
    (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\""))
}

/// Reads JSON that was sent.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Outcome<T> {
    serde_json::from_slice(body)
        .map_err(|error| Failure::new(StatusCode::BAD_REQUEST, format_args!("not as expected: {error}")))
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    #[default]
    Light,
    Dark,
}

impl From<Theme> for rxt_view::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

/// A board as a picture.
pub(crate) fn picture(position: &Position, marks: &Marks, theme: Theme, legend: bool, title: Option<&str>) -> Response {
    let options = SvgOptions { theme: theme.into(), legend, title: title.map(str::to_owned), ..SvgOptions::default() };
    let svg = board_svg(position, marks, &options);
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=60")], svg).into_response()
}
