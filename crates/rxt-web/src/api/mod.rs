//! The JSON interface: everything that pages show, for programs.

mod analysis;
mod cups;
mod games;
mod live;
mod maps;
mod openapi;
mod play;
mod reply;
mod submissions;
mod tokens;

use crate::shared::Shared;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
pub(crate) use games::blocking;
use std::sync::Arc;

/// All addresses; `archive` bytes may be handed in.
pub(crate) fn routes(archive: usize) -> Router<Arc<Shared>> {
    Router::new()
        .route("/openapi.json", get(openapi::send))
        .route("/engines", get(analysis::engines))
        .route("/analysis", post(analysis::analyse))
        .route("/analysis/game", post(analysis::analyse_game))
        .route("/maps", get(maps::list))
        .route("/maps/check", post(maps::check))
        .route("/maps/{name}", get(maps::text_of).post(maps::keep))
        .route("/maps/{name}/svg", get(maps::picture))
        .route("/games", get(games::list).post(games::upload))
        .route("/games/{id}", get(games::record_json))
        .route("/games/{id}/record", get(games::record_text))
        .route("/games/{id}/frames", get(games::frames))
        .route("/games/{id}/svg", get(games::picture))
        .route("/games/{id}/position", get(games::position))
        .route("/live", get(live::list).post(play::open))
        .route("/live/{id}", get(live::snapshot))
        .route("/live/{id}/events", get(live::events))
        .route("/live/{id}/join", post(play::join))
        .route("/live/{id}/move", post(play::make_move))
        .route("/live/{id}/undo", post(play::undo))
        .route("/live/{id}/resign", post(play::resign))
        .route("/live/{id}/end", post(play::end))
        .route("/live/{id}/hint", post(play::hint))
        .route("/organiser", post(play::organiser))
        .route("/submission", get(submissions::desk).post(submissions::open_desk))
        .route("/submissions", get(submissions::list))
        .route("/submissions/{id}", get(submissions::one))
        .route("/tokens", get(tokens::list).post(tokens::add))
        .route("/tokens/{id}/revoke", post(tokens::revoke))
        .route("/results", get(cups::list))
        .route("/results/{name}", get(cups::results))
        .route("/tournaments", post(cups::start))
        .route("/tournaments/{name}/pause", post(cups::pause))
        .route("/tournaments/{name}/resume", post(cups::resume))
        .merge(handing_in(archive))
        .fallback(missing)
}

/// Archives may be larger than anything else that is sent.
fn handing_in(archive: usize) -> Router<Arc<Shared>> {
    Router::new().route("/submissions", post(submissions::submit)).layer(DefaultBodyLimit::max(archive))
}

async fn missing() -> crate::failure::Failure {
    crate::failure::Failure::missing("such address; /api/openapi.json lists what there is")
}
