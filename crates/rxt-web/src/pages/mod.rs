//! The pages, as the server writes them. The modules in `assets` bring them to life.

mod analyse;
mod board;
mod home;
mod lab;
mod layout;
mod maps;
mod organiser;
mod play;
mod replay;
mod submit;
mod tournaments;
mod watch;

use crate::failure::Failure;
use crate::shared::Shared;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use layout::{Page, shell};
use maud::html;
use std::sync::Arc;

/// A page that is written.
pub(crate) type Written = Html<String>;

pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(home::page))
        .route("/replay", get(replay::list))
        .route("/replay/{id}", get(replay::game))
        .route("/watch", get(watch::list))
        .route("/watch/{id}", get(watch::game))
        .route("/play", get(play::setup))
        .route("/play/{id}", get(play::game))
        .route("/analyse", get(analyse::page))
        .route("/maps", get(maps::gallery))
        .route("/maps/editor", get(maps::editor))
        .route("/maps/{name}", get(maps::map))
        .route("/tournaments", get(tournaments::list))
        .route("/tournaments/{name}", get(tournaments::cup))
        .route("/tournaments/{name}/bots/{index}", get(tournaments::bot))
        .route("/tournaments/{name}/games/{id}", get(tournaments::game))
        .route("/submit", get(submit::form))
        .route("/submissions/{id}", get(submit::one))
        .route("/lab", get(lab::list))
        .route("/lab/{name}", get(lab::page))
        .route("/lab/{name}/{file}", get(lab::file))
        .route("/organiser", get(organiser::page))
}

/// There is no such page.
pub(crate) async fn missing() -> Failure {
    Failure::missing("such page")
}

/// The page of something that went wrong.
pub(crate) fn failed(shared: &Shared, failure: &Failure) -> Written {
    let content = html! {
        div.narrow {
            p.eyebrow { (failure.status.as_u16()) }
            h1 { "That did not work" }
            p.lead { (failure.message) "." }
            p { a.button href="/" { "To the start" } }
        }
    };
    shell(shared, &Page { title: "That did not work", here: "", module: None }, &content)
}
