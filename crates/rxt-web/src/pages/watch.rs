//! Live games: a list, and each of them as it happens.

use super::Written;
use super::board::{GamePage, game as write_game};
use super::layout::{Page, counted, shell};
use crate::failure::Outcome;
use crate::live::{Info, LiveGame, Status};
use crate::shared::State;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use std::sync::Arc;

pub(super) async fn list(shared: State) -> Written {
    let games = shared.hall.all();
    let content = html! {
        div.wide {
            h1 { "Watch" }
            p.lead { "Games that run now. Whoever comes late sees everything from the first move." }
            @if games.is_empty() {
                p.empty { "Nothing is being played. " a href="/play" { "Start a game" } "." }
            }
            ul.cards #live-list {
                @for game in &games { (card(game)) }
            }
        }
    };
    shell(&shared, &Page { title: "Watch", here: "/watch", module: Some("home.js") }, &content)
}

fn card(game: &Arc<LiveGame>) -> Markup {
    let info = game.info();
    let (position, moves) = game.position();
    html! {
        li.card {
            a href=(format!("/watch/{}", info.id)) {
                div.row { h2 { (info.title) } (badge(info.status)) }
                p.muted { (counted(moves, "move")) " · " (counted(game.viewers(), "viewer")) }
                ul.who-list {
                    @for (player, seat) in rxt_rules::Player::all(position.players()).zip(&info.seats) {
                        li {
                            (super::layout::stone(usize::from(player.number()))) " " span.name { (seat.name) }
                            span.number { (position.stones(player)) }
                        }
                    }
                }
            }
        }
    }
}

/// Where a game stands, as a label.
pub(super) fn badge(status: Status) -> Markup {
    html! { span.badge data-status=(status.word()) { @if status == Status::Running { span.live-dot {} } (status.word()) } }
}

pub(super) async fn game(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let game = match shared.hall.find(&id) {
        Ok(game) => game,
        Err(_) if shared.library.summary(&id).is_some() => {
            return Ok(Redirect::to(&format!("/replay/{id}")).into_response());
        }
        Err(missing) => return Err(missing),
    };
    let info = game.info();
    let content = write_game(&live_page(
        "watch",
        &info,
        &names(&info),
        html! {
            a.button #analyse-here hidden href=(format!("/analyse?game={}", info.id)) { "Analyse" }
            a.button #replay-here hidden href=(format!("/replay/{}", info.id)) { "Replay and download" }
        },
    ));
    let title = format!("{}, live", info.title);
    Ok(shell(&shared, &Page { title: &title, here: "/watch", module: Some("live.js") }, &content).into_response())
}

/// The names of the players of a live game.
pub(super) fn names(info: &Info) -> Vec<String> {
    info.seats.iter().map(|seat| seat.name.clone()).collect()
}

/// The page of a live game.
pub(super) fn live_page<'a>(mode: &'a str, info: &'a Info, names: &'a [String], actions: Markup) -> GamePage<'a> {
    let about = html! {
        span #status { (badge(info.status)) }
        @if let Some(clock) = info.clock_ms { " · " (clock as f64 / 1000.0) " s per move" }
        @if info.casual { " · casual" }
        @if info.map != crate::room::DRAWN { " · " a href=(format!("/maps/{}", info.map)) { "map" } }
    };
    GamePage { mode, id: &info.id, title: &info.title, about, players: names, picture: None, actions }
}
