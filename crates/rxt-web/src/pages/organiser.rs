//! What the organiser can do.

use super::Written;
use super::layout::{Page, shell};
use crate::shared::{Shared, State};
use maud::{Markup, html};

pub(super) async fn page(shared: State) -> Written {
    let content = html! {
        div.wide {
            h1 { "Organiser" }
            p.lead { "The key was printed when the site was started for the first time on its folder. It stays in this window." }
            form.key-form #key-form {
                label for="key" { "Key" }
                div.row { input #key type="password" autocomplete="off" spellcheck="false"; button.button type="submit" { "Use this key" } }
                p #key-message role="status" {}
            }
            section #organiser-tools hidden {
                h2 { "Tournaments" }
                ul.cards #organiser-cups {}
                (tournament(&shared))
                (submission())
                h2 { "Live games" }
                ul.cards #organiser-games {}
            }
        }
    };
    shell(&shared, &Page { title: "Organiser", here: "", module: Some("organiser.js") }, &content)
}

fn tournament(shared: &Shared) -> Markup {
    html! {
        form.setup-rest #cup-form {
            fieldset {
                legend { "Start a tournament" }
                div.fields {
                    label { span { "Name" } input #cup-name required pattern="[a-z0-9\\-]{1,40}" placeholder="spring-cup" title="lower-case letters, digits and -"; }
                    label { span { "Format" } select #cup-format { @for format in ["round-robin", "swiss", "knockout", "ladder", "adaptive"] { option { (format) } } } }
                    label { span { "Engines" } select #cup-bots multiple size="6" { option { (rxt_engine::DEFAULT.name) } @for info in rxt_engine::SEARCHES { option selected[["mcts", "brs+", "greedy"].contains(&info.name)] { (info.name) } } } }
                    label { span { "Programs" } select #cup-programs multiple size="4" {} }
                    label { span { "Maps" } select #cup-maps multiple size="6" { @for sheet in shared.atlas.all() { option selected[sheet.name == "standard-8x8"] { (sheet.name) } } } }
                    label { span { "Blocks" } input #cup-blocks type="number" min="1" max="1000" value="2"; }
                    label { span { "Positions a move" } input #cup-nodes type="number" min="1" max="10000000" value="2000"; }
                    label { span { "Seconds a move" } input #cup-time type="number" min="0.05" max="60" step="0.05" value="1"; }
                }
                p.muted { "Seconds count where programs play; engines never visit more positions than that." }
                p.row { button.button.strong type="submit" { "Start" } }
            }
        }
    }
}

fn submission() -> Markup {
    html! {
        h2 { "Programs that are handed in" }
        p.row { span.badge #desk-state { "…" } button.button #desk-switch type="button" { "…" } }
        p.muted #desk-why {}
        form.key-form #token-form {
            label for="token-name" { "A token for a student or a team" }
            div.row { input #token-name required maxlength="60" autocomplete="off"; button.button type="submit" { "Make a token" } }
            p #token-new role="status" {}
        }
        div.scroll tabindex="0" role="region" aria-label="Tokens" { table.list { thead { tr { th scope="col" { "Token of" } th scope="col" { "Made" } th.number scope="col" { "Programs" } th scope="col" { "" } } } tbody #tokens {} } }
        div.scroll tabindex="0" role="region" aria-label="Programs" { table.list { thead { tr { th scope="col" { "Program" } th scope="col" { "Of" } th scope="col" { "Handed in" } th scope="col" { "Verdict" } } } tbody #programs {} } }
    }
}
