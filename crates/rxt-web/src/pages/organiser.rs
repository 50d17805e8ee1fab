//! What the organiser can do.

use super::Written;
use super::layout::{Page, shell};
use crate::shared::State;
use maud::html;

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
                form.setup-rest #cup-form {
                    fieldset {
                        legend { "Start a tournament of engines" }
                        div.fields {
                            label { span { "Name" } input #cup-name required pattern="[a-z0-9-]{1,40}" placeholder="spring-cup"; }
                            label { span { "Format" } select #cup-format { @for format in ["round-robin", "swiss", "knockout", "ladder", "adaptive"] { option { (format) } } } }
                            label { span { "Engines" } select #cup-bots multiple size="6" { option { (rxt_engine::DEFAULT.name) } @for info in rxt_engine::SEARCHES { option selected[["mcts", "brs+", "greedy"].contains(&info.name)] { (info.name) } } } }
                            label { span { "Maps" } select #cup-maps multiple size="6" { @for sheet in shared.atlas.all() { option selected[sheet.name == "standard-8x8"] { (sheet.name) } } } }
                            label { span { "Blocks" } input #cup-blocks type="number" min="1" max="1000" value="2"; }
                            label { span { "Positions a move" } input #cup-nodes type="number" min="1" max="10000000" value="2000"; }
                        }
                        p.row { button.button.strong type="submit" { "Start" } }
                    }
                }
                h2 { "Live games" }
                ul.cards #organiser-games {}
            }
        }
    };
    shell(&shared, &Page { title: "Organiser", here: "", module: Some("organiser.js") }, &content)
}
