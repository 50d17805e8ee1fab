//! Experiments: the pages that `rxt lab report` publishes, with their plots and tables.

use super::Written;
use super::layout::{Page, shell};
use crate::api::blocking;
use crate::failure::{Failure, Outcome};
use crate::library::is_id;
use crate::shared::{Shared, State};
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use std::fs;
use std::path::PathBuf;

/// Where rxt keeps its own experiments, in a checkout and in a release.
const PUBLISHED: &str = "docs/experiments";
/// The longest page or plot that is shown.
const LONGEST: u64 = 4 << 20;

/// Where experiments are published: in the folder of the site, or else those of rxt itself, where it was started or beside
/// the program.
fn folder(shared: &Shared) -> PathBuf {
    let own = shared.settings.data.join("lab");
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(PUBLISHED)));
    let places = [Some(own), Some(PathBuf::from(PUBLISHED)), beside];
    places.into_iter().flatten().find(|place| place.is_dir()).unwrap_or_else(|| PathBuf::from(PUBLISHED))
}

pub(super) async fn list(shared: State) -> Outcome<Written> {
    let pages = blocking(&shared, |shared| Ok(pages(shared))).await?;
    let content = html! {
        div.wide {
            h1 { "Lab" }
            p.lead { "Questions about searches and evaluations, each with a figure, an interval and a plot." }
            @if pages.is_empty() {
                p.empty {
                    "No experiment is published here. Those of rxt itself are shown if it is started in its checkout or unpacked release. "
                    "Your own are published by " code { "rxt lab report RUN --publish FOLDER/lab" } ", with the site's data folder."
                }
            }
            ul.cards { @for (name, question) in &pages { li.card { a href=(format!("/lab/{name}")) { h2 { (name) } p.muted { (question) } } } } }
        }
    };
    Ok(shell(&shared, &Page { title: "Lab", here: "/lab", module: None }, &content))
}

/// The names of all pages, and the first sentence of each.
fn pages(shared: &Shared) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder(shared)) else { return Vec::new() };
    let page = |path: PathBuf| {
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        let name = path.file_stem()?.to_str().filter(|name| is_page && is_id(name))?.to_owned();
        let text = fs::read_to_string(&path).ok()?;
        let question = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'))?.to_owned();
        Some((name, question))
    };
    let mut pages: Vec<(String, String)> = entries.filter_map(|entry| page(entry.ok()?.path())).collect();
    pages.sort();
    pages
}

pub(super) async fn page(shared: State, Path(name): Path<String>) -> Outcome<Written> {
    let missing = Failure::missing(format_args!("experiment `{name}`"));
    let path = folder(&shared).join(format!("{name}.md"));
    let text = if is_id(&name) { read(path).await } else { None }.ok_or(missing)?;
    let content = html! { div.wide.experiment { p.eyebrow { a href="/lab" { "Lab" } } (written(&text)) } };
    Ok(shell(&shared, &Page { title: &name, here: "/lab", module: None }, &content))
}

/// A plot or a table of an experiment.
pub(super) async fn file(shared: State, Path((name, file)): Path<(String, String)>) -> Outcome<Response> {
    let missing = Failure::missing(format_args!("file `{file}` of experiment `{name}`"));
    let kind = match file.rsplit_once('.') {
        Some((stem, "svg")) if is_id(stem) => "image/svg+xml",
        Some((stem, "csv")) if is_id(stem) => "text/csv; charset=utf-8",
        _ => return Err(missing),
    };
    let path = folder(&shared).join(&name).join(&file);
    let text = if is_id(&name) { read(path).await } else { None }.ok_or(missing)?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

async fn read(path: PathBuf) -> Option<String> {
    let reading = tokio::task::spawn_blocking(move || {
        let length = fs::metadata(&path).ok()?.len();
        (length <= LONGEST).then(|| fs::read_to_string(&path).ok()).flatten()
    });
    reading.await.ok()?
}

/// The Markdown that such pages use: headings, paragraphs, tables, pictures, blocks of code. All else is plain text.
fn written(text: &str) -> Markup {
    let mut lines = text.lines().peekable();
    let mut parts: Vec<Markup> = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(html! { h1 { (title) } });
        } else if let Some(title) = line.strip_prefix("## ") {
            parts.push(html! { h2 { (title) } });
        } else if line.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            parts.push(html! { pre { (code.join("\n")) } });
        } else if let Some((alt, path)) =
            line.strip_prefix("![").and_then(|rest| rest.strip_suffix(')')?.split_once("]("))
        {
            parts.push(html! { img.plot src=(format!("/lab/{path}")) alt=(format!("Plot: {alt}")); });
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            parts.push(table(&rows));
        } else if !line.is_empty() {
            parts.push(html! { p { (line.replace('`', "")) } });
        }
    }
    html! { @for part in parts { (part) } }
}

fn table(rows: &[&str]) -> Markup {
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    html! { div.scroll tabindex="0" role="region" aria-label="Table" { table.list {
        @if let Some(head) = rows.first() { thead { tr { @for cell in cells(head) { th scope="col" { (cell) } } } } }
        tbody { @for row in rows.iter().skip(2) { tr { @for cell in cells(row) { td { (cell) } } } } }
    } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_with_tables_and_plots_and_nothing_else_becomes_markup() {
        let text = "# a\n\nWhat <b>is</b> it?\n\n| k | n |\n| --- | --- |\n| 1 | `2` |\n\n![plot](a/plot.svg)\n\n```sh\nrxt\n```\n";
        let html = written(text).into_string();
        assert!(html.contains("<h1>a</h1>") && html.contains("<p>What &lt;b&gt;is&lt;/b&gt; it?</p>"), "{html}");
        assert!(
            html.contains("<th scope=\"col\">k</th>") && html.contains("<td>2</td>") && !html.contains("---"),
            "{html}"
        );
        assert!(html.contains("src=\"/lab/a/plot.svg\"") && html.contains("<pre>rxt</pre>"), "{html}");
    }
}
