//! Tournaments and experiments.

use super::Written;
use super::layout::{Page, shell};
use crate::shared::State;
use maud::html;

pub(super) async fn list(shared: State) -> Written {
    let content = html! { div.wide { h1 { "Tournaments" } p.empty { "No tournament was played here yet." } } };
    shell(&shared, &Page { title: "Tournaments", here: "/tournaments", module: None }, &content)
}

pub(super) async fn lab(shared: State) -> Written {
    let content = html! { div.wide { h1 { "Lab" } p.empty { "No experiment was run here yet." } } };
    shell(&shared, &Page { title: "Lab", here: "/lab", module: None }, &content)
}
