//! Maps: a gallery, a page for each, and the editor.

use super::Written;
use super::layout::{Page, counted, shell};
use crate::atlas::{Kind, Sheet};
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::{Path, Query};
use maud::{Markup, html};
use rxt_rules::Cell;
use serde::Deserialize;
use std::sync::Arc;

pub(super) async fn gallery(shared: State) -> Written {
    let maps = shared.atlas.all();
    let section = |kind: Kind, title: &str| {
        let inside: Vec<&Arc<Sheet>> = maps.iter().filter(|sheet| sheet.kind == kind).collect();
        html! { @if !inside.is_empty() {
            h2 { (title) }
            ul.gallery { @for sheet in inside { (card(sheet)) } }
        } }
    };
    let content = html! {
        div.wide {
            div.title-row {
                div { h1 { "Maps" } p.lead { "Boards of any shape. Draw your own and play on it at once." } }
                p.row { a.button.strong href="/maps/editor" { "Draw a map" } }
            }
            (section(Kind::Drawn, "Drawn here"))
            (section(Kind::Play, "For playing"))
            (section(Kind::Rule, "A rule each"))
        }
    };
    shell(&shared, &Page { title: "Maps", here: "/maps", module: Some("home.js") }, &content)
}

fn card(sheet: &Sheet) -> Markup {
    let file = sheet.map.file();
    html! {
        li.map-card {
            a href=(format!("/maps/{}", sheet.name)) {
                div.thumb { img data-map=(sheet.name) loading="lazy" alt="" width="220" height="220"; }
                strong { (sheet.name) }
                span.muted { (counted(usize::from(file.players), "player")) ", " (file.width) "×" (file.height) }
            }
        }
    }
}

pub(super) async fn map(shared: State, Path(name): Path<String>) -> Outcome<Written> {
    let sheet = shared.atlas.find(&name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
    let content = html! {
        div.wide.map-page {
            div { img.map-picture data-map=(sheet.name) alt=(format!("The start of {}", sheet.name)); }
            div {
                h1 { (sheet.name) }
                (features(&sheet))
                p.row {
                    a.button.strong href=(format!("/play?map={name}")) { "Play on it" }
                    a.button href=(format!("/maps/editor?from={name}")) { "Change it" }
                    a.button href=(format!("/analyse?map={name}")) { "Analyse" }
                    a.button href=(format!("/api/maps/{name}")) download { "Download" }
                }
            }
        }
    };
    Ok(shell(&shared, &Page { title: &sheet.name, here: "/maps", module: Some("home.js") }, &content))
}

fn features(sheet: &Sheet) -> Markup {
    let (file, numbers) = (sheet.map.file(), sheet.numbers());
    let equal = match numbers.class_step {
        1 => "all, apart from who begins".to_owned(),
        step if step < file.players => format!("every {step}th seat"),
        _ => "no two, by symmetry".to_owned(),
    };
    let rows = [
        ("Players", file.players.to_string()),
        ("Size", format!("{} × {}", file.width, file.height)),
        ("Tiles", format!("{} of {} squares", numbers.tiles(), usize::from(file.width) * usize::from(file.height))),
        ("Override stones", file.overrides.to_string()),
        ("Bombs", format!("{}, strength {}", file.bombs, file.strength)),
        ("Transitions", format!("{}, of which {} mirrors", numbers.transitions, numbers.mirrors)),
        (
            "Choice, inversion, bonus",
            [Cell::CHOICE, Cell::INVERSION, Cell::BONUS].map(|cell| numbers.content(cell).to_string()).join(", "),
        ),
        ("Expansion stones", numbers.content(Cell::EXPANSION).to_string()),
        ("Tiles that stones can reach", numbers.reachable.to_string()),
        ("Longest line", format!("{} tiles", numbers.lines.longest)),
        ("Equal seats", equal),
    ];
    html! { dl.features { @for (name, value) in rows { dt { (name) } dd { (value) } } } }
}

#[derive(Deserialize)]
pub(super) struct From {
    from: Option<String>,
}

pub(super) async fn editor(shared: State, Query(from): Query<From>) -> Outcome<Written> {
    if let Some(name) = &from.from {
        shared.atlas.find(name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
    }
    let content = html! {
        div.game.editor data-from=[from.from] {
            section.stage aria-label="Board" {
                div #stage tabindex="0" role="application" aria-roledescription="board" aria-label="The map; arrows move, a key paints" {}
                p #hover aria-hidden="true" { "\u{a0}" }
            }
            section.side aria-label="Tools" {
                div.heading { h1 { "Draw a map" } p.about { "Paint tiles, join edges, and play on it." } }
                div #tools {}
                div #problems role="status" {}
                div.actions #editor-actions {}
                details #text-view { summary { "The map as text" } label.hidden for="text" { "The map as text" }
                    textarea #text spellcheck="false" rows="16" {} p.row { button.button #read-text type="button" { "Read this text" } } }
            }
        }
    };
    Ok(shell(&shared, &Page { title: "Draw a map", here: "/maps", module: Some("editor.js") }, &content))
}
