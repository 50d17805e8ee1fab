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
            section #organiser-tools hidden { h2 { "Live games" } ul.cards #organiser-games {} }
        }
    };
    shell(&shared, &Page { title: "Organiser", here: "", module: Some("organiser.js") }, &content)
}
