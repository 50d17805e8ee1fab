//! The start: what runs now, and where to go.

use super::Written;
use super::layout::{Page, counted, shell};
use crate::shared::State;
use maud::html;

const WAYS: [(&str, &str, &str); 6] = [
    ("/play", "Play", "Against engines, people, or your own program. Any map, any mix."),
    ("/watch", "Watch", "Live games, move by move. Come late and miss nothing."),
    ("/replay", "Replay", "Step through games with curves for everybody. Upload yours."),
    ("/analyse", "Analyse", "Ask several searches what they think of a position, and why."),
    ("/maps", "Maps", "A map for every rule, large ones for battle, and an editor."),
    ("/tournaments", "Tournaments", "Standings, tables and ratings, down to every game."),
];

/// The map that is shown where no engines play.
const PICTURED: &str = "cross-4p-15x15";

pub(super) async fn page(shared: State) -> Written {
    let (live, demo) = (shared.hall.running(), shared.settings.demo);
    let games = shared.library.newest(6);
    let content = html! {
        section.hero {
            div.pitch {
                p.eyebrow { span.live-dot {} (counted(live, "live game")) }
                h1 { "Reversi without borders" }
                p.lead {
                    "Two to eight players on boards of any shape. Edges lead to other edges, tiles change the whole game, "
                    "and when no stone can be set any more, the bombs begin."
                }
                p.row {
                    a.button.strong href="/play" { "Play a game" }
                    a.button href=(if demo { "/watch/demo" } else { "/watch" }) { (if demo { "Watch engines" } else { "Watch games" }) }
                }
            }
            @if demo {
                a.preview href="/watch/demo" {
                    div #preview data-id="demo" aria-hidden="true" {}
                    span.caption #preview-caption { "Built-in engines, live" }
                }
            } @else {
                a.preview href=(format!("/maps/{PICTURED}")) {
                    img data-map=(PICTURED) src=(format!("/api/maps/{PICTURED}/svg")) alt="";
                    span.caption { (PICTURED) }
                }
            }
        }
        ul.ways {
            @for (path, name, about) in WAYS {
                li { a href=(path) { h2 { (name) } p { (about) } } }
            }
        }
        @if !games.is_empty() {
            section.recent {
                h2 { "Played lately" }
                (super::replay::table(&games))
            }
        }
    };
    shell(&shared, &Page { title: "ReversiXT", here: "/", module: Some("home.js") }, &content)
}
