//! The page of a game: board, players, curves. Replaying, watching and playing share it.

use super::layout::stone;
use maud::{Markup, html};

/// What a page shows of a game before its module takes over.
pub(super) struct GamePage<'a> {
    /// `replay`, `watch` or `play`.
    pub(super) mode: &'a str,
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// A line below the title.
    pub(super) about: Markup,
    pub(super) players: &'a [String],
    /// A picture for those without JavaScript.
    pub(super) picture: Option<String>,
    /// What can be done besides looking.
    pub(super) actions: Markup,
}

/// Writes the page of a game.
pub(super) fn game(page: &GamePage<'_>) -> Markup {
    html! {
        div.game data-mode=(page.mode) data-id=(page.id) {
            section.stage aria-label="Board" {
                div #stage tabindex="0" role="application" aria-roledescription="board" aria-label="Board"
                    aria-describedby="keys" { p.loading { "The board is on its way …" } }
                p #hover aria-hidden="true" { "\u{a0}" }
                noscript {
                    p { "This page needs JavaScript." }
                    @if let Some(picture) = &page.picture { img src=(picture) alt="The last position"; }
                }
            }
            section.side aria-label="Game" {
                div.heading {
                    h1 { (page.title) }
                    p.about { (page.about) }
                }
                p #now aria-live="polite" {}
                p #note {}
                div #ask hidden {}
                table.players {
                    caption.hidden { "Stones and stocks of the players" }
                    thead { tr {
                        th scope="col" { "Player" } th scope="col" { "Stones" }
                        th scope="col" title="Override stones" { "Over" } th scope="col" { "Bombs" }
                        th #clock-head scope="col" hidden { "Time" }
                    } }
                    tbody #players {
                        @for (index, name) in page.players.iter().enumerate() {
                            tr { td { (stone(index + 1)) " " span.name { (name) } } td {} td {} td {} td hidden {} }
                        }
                    }
                }
                div #printed-view hidden {
                    h2 { "Printed by the program" }
                    pre #printed tabindex="0" aria-label="Printed by the program" {}
                }
                (controls())
                (curves())
                div.actions #actions { (page.actions) }
                details #text-view {
                    summary { "Board as text" }
                    pre #text tabindex="0" aria-label="Board as text" {}
                }
                p.keys #keys { "← → step · Page ↑ ↓ ten · Home End · Space plays · T light or dark" }
            }
        }
    }
}

fn controls() -> Markup {
    let buttons = [
        ("first", "First position", "Home", "⇤"),
        ("back", "One move back", "←", "‹"),
        ("run", "Play", "Space", "▶"),
        ("forward", "One move forward", "→", "›"),
        ("end", "Last position", "End", "⇥"),
    ];
    html! {
        div.controls role="group" aria-label="Moves" {
            @for (id, label, key, sign) in buttons {
                button id=(id) type="button" aria-label=(label) title=(format!("{label} ({key})")) { (sign) }
            }
            label.speed { span { "per second" }
                select #speed { @for speed in [1, 2, 5, 15, 40] { option selected[speed == 5] { (speed) } } }
            }
        }
        div.track {
            svg #marks aria-hidden="true" {}
            input #slider type="range" min="0" max="0" value="0" step="1" aria-label="Move";
        }
    }
}

fn curves() -> Markup {
    html! {
        div.curves {
            div role="tablist" aria-label="Curves" {
                button #tab-stones role="tab" type="button" aria-selected="true" aria-controls="chart" { "Stones" }
                button #tab-place role="tab" type="button" aria-selected="false" aria-controls="chart" { "Expected" }
                button #tab-time role="tab" type="button" aria-selected="false" aria-controls="chart" { "Time" }
            }
            svg #chart role="tabpanel" viewBox="0 0 400 190" aria-label="Curves of the players; click to jump" {}
        }
    }
}
