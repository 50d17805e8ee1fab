//! What engines think of a position.

use super::Written;
use super::layout::{Page, shell};
use crate::shared::State;
use axum::extract::Query;
use maud::html;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Wanted {
    game: Option<String>,
    ply: Option<usize>,
    map: Option<String>,
}

pub(super) async fn page(shared: State, Query(wanted): Query<Wanted>) -> Written {
    let map = wanted.map.or_else(|| wanted.game.is_none().then(|| "standard-8x8".to_owned()));
    let content = html! {
        div.game.analysis data-game=[wanted.game] data-ply=[wanted.ply] data-map=[map] {
            section.stage aria-label="Board" {
                div #stage tabindex="0" role="application" aria-roledescription="board" aria-label="Board" { p.loading { "The board is on its way …" } }
                p #hover aria-hidden="true" { "\u{a0}" }
            }
            section.side aria-label="Analysis" {
                div.heading { h1 { "Analyse" } p.about #about {} }
                div #analysis-tools {}
                p #now aria-live="polite" {}
                div #answers {}
                details #text-view {
                    summary { "Position as text" }
                    label.hidden for="text" { "Position as text" }
                    textarea #text spellcheck="false" rows="18" {}
                    p.row { button.button #read-text type="button" { "Analyse this text" } }
                }
            }
        }
    };
    shell(&shared, &Page { title: "Analyse", here: "/analyse", module: Some("analyse.js") }, &content)
}
