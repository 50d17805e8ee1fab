//! What all pages have in common.

use super::Written;
use crate::shared::Shared;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

/// What is different about a page.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// Which entry of the navigation it belongs to.
    pub(super) here: &'a str,
    /// The module that brings it to life.
    pub(super) module: Option<&'a str>,
}

const PLACES: [(&str, &str); 7] = [
    ("/play", "Play"),
    ("/watch", "Watch"),
    ("/replay", "Replay"),
    ("/analyse", "Analyse"),
    ("/maps", "Maps"),
    ("/tournaments", "Tournaments"),
    ("/lab", "Lab"),
];

/// Writes a page.
pub(super) fn shell(shared: &Shared, page: &Page<'_>, content: &Markup) -> Written {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · rxt" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/site.css";
                script src="/assets/theme.js" {}
                @if let Some(module) = page.module {
                    script type="module" src=(format!("/assets/{module}")) {}
                }
            }
            body {
                a.skip href="#main" { "To the content" }
                header.top {
                    a.brand href="/" aria-label="rxt, to the start" { (mark()) span { "rxt" } }
                    nav aria-label="Main" {
                        @for (path, name) in PLACES {
                            a href=(path) aria-current=[(path == page.here).then_some("page")] { (name) }
                        }
                        @if shared.desk.is_open() {
                            a href="/submit" aria-current=[(page.here == "/submit").then_some("page")] { "Hand in" }
                        }
                    }
                    button.quiet #theme type="button" aria-label="Switch between light and dark" title="Light or dark" { "◐" }
                }
                main #main { (content) }
                footer.bottom {
                    span { "rxt, the platform for ReversiXT" }
                    nav aria-label="More" {
                        a href="/api/openapi.json" { "Interface for programs" }
                        a href="/submit" { "Hand in a program" }
                        a href="/organiser" { "Organiser" }
                    }
                }
            }
        }
    };
    Html(markup.into_string())
}

/// Four stones.
pub(super) fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 40 40" aria-hidden="true" {
            rect width="40" height="40" rx="9" class="mark-ground" {}
            circle cx="13" cy="13" r="6.5" class="mark-1" {}
            circle cx="27" cy="13" r="6.5" class="mark-2" {}
            circle cx="13" cy="27" r="6.5" class="mark-3" {}
            circle cx="27" cy="27" r="6.5" class="mark-4" {}
        }
    }
}

/// A stone with its number.
pub(super) fn stone(player: usize) -> Markup {
    html! { span class=(format!("stone stone-{player}")) { (player) } }
}

/// A count and what is counted.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
