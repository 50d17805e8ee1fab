//! Style sheet and programs of the pages, part of the binary.

use crate::failure::{Failure, Outcome};
use crate::library::short_hex;
use crate::shared::Shared;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

/// A file and what it is.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: String,
    tag: String,
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! modules {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../assets/", $name)))),*] };
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let programs = modules! {
        "analyse.js" "api.js" "board.js" "charts.js" "editor.js" "game.js" "home.js" "live.js" "organiser.js" "organiser-desk.js" "position-text.js" "replay.js"
        "map-text.js" "setup.js" "submission.js" "submit.js" "symmetry.js" "theme.js" "timeline.js" "upload.js" "words.js"
    };
    let programs = programs.map(|(name, text)| asset(name, JAVASCRIPT, text.to_owned()));
    let style = rxt_view::replay::colours() + include_str!("../assets/site.css") + include_str!("../assets/pages.css");
    let icon = asset("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg").to_owned());
    programs.into_iter().chain([asset("site.css", "text/css; charset=utf-8", style), icon]).collect()
});

fn asset(name: &'static str, kind: &'static str, text: String) -> Asset {
    let digest = Sha256::digest(text.as_bytes());
    let tag = format!("\"{}\"", short_hex(&digest));
    Asset { name, kind, text, tag }
}

pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/{name}", get(send))
}

/// Browsers ask each time whether a file changed, which costs nothing on the next visit and never shows an old one.
async fn send(Path(name): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    let found = ASSETS.iter().find(|asset| asset.name == name);
    let asset = found.ok_or_else(|| Failure::missing(format_args!("file `{name}`")))?;
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == asset.tag.as_bytes());
    let common = [(header::ETAG, asset.tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if known {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    Ok((common, [(header::CONTENT_TYPE, asset.kind)], asset.text.clone()).into_response())
}
