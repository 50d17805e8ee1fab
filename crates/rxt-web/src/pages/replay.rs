//! Games that were played: a list, and each of them move by move.

use super::Written;
use super::board::{GamePage, game as write_game};
use super::layout::{Page, counted, shell};
use crate::failure::{Failure, Outcome};
use crate::library::Summary;
use crate::shared::State;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use std::sync::Arc;

/// Games on the page.
const LISTED: usize = 200;

pub(super) async fn list(shared: State) -> Written {
    let games = shared.library.newest(LISTED);
    let content = html! {
        div.wide {
            div.title-row {
                div {
                    h1 { "Replay" }
                    p.lead { "Every game that is played here can be replayed. So can yours." }
                }
                form.drop #upload {
                    label for="file" { strong { "Upload a game" } " " span { "a record (.rxt, JSON) or a log of the course's server" } }
                    input #file type="file" name="file" accept=".rxt,.json,.txt,.log,text/plain,application/json";
                    p #upload-message role="status" {}
                }
            }
            @if games.is_empty() {
                p.empty { "No game is over yet. " a href="/watch" { "Watch one" } " or " a href="/play" { "play one" } "." }
            } @else {
                (table(&games))
            }
        }
    };
    shell(&shared, &Page { title: "Replay", here: "/replay", module: Some("upload.js") }, &content)
}

/// A table of games.
pub(super) fn table(games: &[Arc<Summary>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Games" {
            table.list {
                thead { tr { th scope="col" { "Map" } th scope="col" { "Players" } th scope="col" { "Winner" } th.number scope="col" { "Moves" } th scope="col" { "Event" } } }
                tbody {
                    @for game in games {
                        tr {
                            td { a href=(format!("/replay/{}", game.id)) { (game.map) } }
                            td { (players(game)) }
                            td { (game.winner().unwrap_or(if game.points.is_some() { "nobody alone" } else { "not over" })) }
                            td.number { (game.moves) }
                            td.muted { (game.event.as_deref().unwrap_or("uploaded")) }
                        }
                    }
                }
            }
        }
    }
}

fn players(game: &Summary) -> Markup {
    html! {
        @for (index, name) in game.players.iter().enumerate() {
            span.who { (super::layout::stone(index + 1)) " " (name) }
            " "
        }
    }
}

pub(super) async fn game(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let Some(summary) = shared.library.summary(&id) else {
        return match shared.hall.find(&id) {
            Ok(_) => Ok(Redirect::to(&format!("/watch/{id}")).into_response()),
            Err(_) => Err(Failure::missing(format_args!("game `{id}`"))),
        };
    };
    let about = html! {
        (counted(summary.moves, "move"))
        @if let Some(event) = &summary.event { " · " (event) }
        @if let Some(winner) = summary.winner() { " · won by " strong { (winner) } }
    };
    let file = |what: &str| format!("/api/games/{id}/{what}");
    let actions = html! {
        a.button #analyse-here href=(format!("/analyse?game={id}")) { "Analyse" }
        a.button href=(file("record")) download { ".rxt" }
        a.button href=(format!("/api/games/{id}")) download=(format!("{id}.json")) { "JSON" }
        a.button #svg-here href=(file("svg?download=true")) download { "SVG" }
    };
    let page = GamePage {
        mode: "replay",
        id: &id,
        title: &summary.title,
        about,
        players: &summary.players,
        picture: Some(file("svg")),
        actions,
    };
    let content = write_game(&page);
    let title = format!("{}, a game", summary.title);
    Ok(shell(&shared, &Page { title: &title, here: "/replay", module: Some("replay.js") }, &content).into_response())
}
