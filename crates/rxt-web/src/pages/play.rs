//! Playing: a game is set up, seats are taken, moves are made.

use super::Written;
use super::board::game as write_game;
use super::layout::{Page, shell};
use super::watch::{live_page, names};
use crate::atlas::Kind;
use crate::failure::Outcome;
use crate::shared::State;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Wanted {
    map: Option<String>,
}

pub(super) async fn setup(shared: State, Query(wanted): Query<Wanted>) -> Written {
    let chosen = wanted.map.unwrap_or_else(|| "standard-8x8".to_owned());
    let maps = shared.atlas.all();
    let group = |kind: Kind, label: &str| {
        let inside =
            maps.iter().filter(|sheet| sheet.kind == kind && sheet.map.tile_count() <= shared.guard.limits.tiles);
        let inside: Vec<_> = inside.collect();
        html! { @if !inside.is_empty() { optgroup label=(label) {
            @for sheet in inside {
                option value=(sheet.name) data-players=(sheet.map.players()) selected[sheet.name == chosen] { (sheet.name) }
            }
        } } }
    };
    let content = html! {
        div.wide {
            h1 { "Play" }
            form.setup #setup {
                div.setup-map {
                    label for="map" { "Map" }
                    select #map name="map" { (group(Kind::Drawn, "Drawn here")) (group(Kind::Play, "For playing")) (group(Kind::Rule, "A rule each")) }
                    img #map-picture alt="The start of the map" src=(format!("/api/maps/{chosen}/svg"));
                }
                div.setup-rest {
                    fieldset { legend { "Who plays" } div #seats {} }
                    (clock())
                    p.row {
                        button.button.strong #start type="submit" { "Start the game" }
                        span #setup-message role="alert" {}
                    }
                }
            }
            template #seat-choices {
                optgroup label="Here" { option value="person" { "A person" } option value="client" { "A program (TCP)" } }
                optgroup label="Engines" { option value=(rxt_engine::DEFAULT.name) title=(rxt_engine::DEFAULT.summary) { "default, the strongest" } @for info in rxt_engine::SEARCHES { option value=(info.name) title=(info.about) { (info.name) } } }
                optgroup label="Clients of the reports" {
                    @for preset in rxt_engine::historic::presets() { option value=(preset.name) title=(preset.summary) { (preset.name) } }
                }
            }
        }
    };
    shell(&shared, &Page { title: "Play", here: "/play", module: Some("setup.js") }, &content)
}

fn clock() -> Markup {
    html! {
        fieldset {
            legend { "How" }
            div.fields {
                label { span { "Clock" }
                    select #clock name="clock" {
                        option value="" selected { "none" }
                        @for seconds in [1, 5, 15, 60] { option value=(seconds * 1000) { (seconds) " s per move, savings kept" } }
                    }
                }
                label { span { "Engines think" }
                    select #think name="think" {
                        @for (ms, name) in [(100, "0.1 s"), (500, "0.5 s"), (1000, "1 s"), (3000, "3 s"), (10_000, "10 s")] {
                            option value=(ms) selected[ms == 500] { (name) }
                        }
                    }
                }
                label.check { input #casual name="casual" type="checkbox" checked; span { "Casual: moves can be taken back, hints are given" } }
            }
        }
    }
}

pub(super) async fn game(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    let Ok(game) = shared.hall.find(&id) else {
        return Ok(Redirect::to(&format!("/replay/{id}")).into_response());
    };
    let info = game.info();
    let actions = html! {
        div #invites hidden {}
        button.button #hint type="button" hidden { "Hint" }
        button.button #undo type="button" hidden { "Take back" }
        button.button #resign type="button" hidden { "Give up" }
        button.button #end-game type="button" hidden { "End the game" }
        a.button #replay-here hidden href=(format!("/replay/{}", info.id)) { "Replay and download" }
    };
    let content = write_game(&live_page("play", &info, &names(&info), actions));
    let title = format!("{}, playing", info.title);
    Ok(shell(&shared, &Page { title: &title, here: "/play", module: Some("live.js") }, &content).into_response())
}
