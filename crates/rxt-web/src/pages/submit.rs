//! Handing in a program, and what came of it.

use super::Written;
use super::layout::{Page, counted, shell};
use crate::api::blocking;
use crate::desk::{lost, verdict};
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::Path;
use maud::{Markup, html};
use rxt_arena::site_db::{State as Progress, SubmissionRow, TrialKind, TrialRow};
use rxt_arena::submission::MANIFEST;

const EXAMPLE: &str = "name = \"night owl\"\nruntime = \"python\"   # or java, native\nfile = \"owl.py\"\narguments = [\"{host}\", \"{port}\"]";

pub(super) async fn form(shared: State) -> Outcome<Written> {
    let (open, possible) = blocking(&shared, |shared| Ok((shared.desk.is_open(), shared.desk.enforced()))).await?;
    let bounds = shared.desk.bounds;
    let content = html! {
        div.wide {
            h1 { "Hand in a program" }
            p.lead { "Your program takes a driving test, plays against built-in engines, and you see every move with what it printed beside it." }
            @if let Err(failure) = &possible {
                p.notice.wrong role="status" { (failure.message) "." }
            } @else if !open {
                p.notice role="status" { "Programs are not taken at the moment. The organiser decides when." }
            }
            div.columns {
                form.panel #submit-form {
                    label { span { "Token of your team" } input #token type="password" autocomplete="off" spellcheck="false" required; }
                    label { span { "Archive, .zip or .tar.gz" } input #archive type="file" accept=".zip,.gz,.tgz" required; }
                    p.row { button.button.strong #send type="submit" disabled[!open || possible.is_err()] { "Hand in" } button.button #mine type="button" { "Show my programs" } }
                    p #submit-message role="status" {}
                    ul.cards #own {}
                }
                section.panel {
                    h2 { "What is in the archive" }
                    p { "Everything that the program needs, and beside it a file " code { (MANIFEST) } ":" }
                    pre tabindex="0" aria-label="An example" { (EXAMPLE) }
                    dl.features {
                        dt { "java" } dd { "a jar that says where it begins" }
                        dt { "python" } dd { "Python 3 with its standard library" }
                        dt { "native" } dd { "a Linux program, best linked statically, or a script" }
                    }
                    p.muted { "At most " (bounds.archive >> 20) " MiB, unpacked " (bounds.bytes >> 20) " MiB in " (bounds.entries) " files. No links. The program runs in a sandbox: its own files, its game's port, a folder for temporary files, 1 GB of memory, and nothing else." }
                }
            }
        }
    };
    Ok(shell(&shared, &Page { title: "Hand in a program", here: "/submit", module: Some("submit.js") }, &content))
}

pub(super) async fn one(shared: State, Path(id): Path<String>) -> Outcome<Written> {
    let (row, steps) = blocking(&shared, move |shared| {
        let row = shared.db.submission(&id).map_err(lost)?;
        let row = row.ok_or_else(|| Failure::missing(format_args!("submission `{id}`")))?;
        let steps = shared.db.trials(&row.id).map_err(lost)?;
        Ok((row, steps))
    })
    .await?;
    let (exercises, games): (Vec<_>, Vec<_>) = steps.iter().partition(|step| step.kind == TrialKind::Exercise);
    let failed: Vec<&TrialRow> = exercises.iter().copied().filter(|step| !step.passed).collect();
    let passed: Vec<&TrialRow> = exercises.iter().copied().filter(|step| step.passed).collect();
    let content = html! {
        div.wide.submission data-id=(row.id) data-state=(row.state.as_str()) {
            p.eyebrow { a href="/submit" { "Hand in a program" } }
            h1 { (row.manifest.name) }
            p.lead { "by " (row.owner) ", " (row.manifest.runtime.as_str()) ", " (counted(row.files as usize, "file")) }
            (judgement(&row))
            @if !games.is_empty() { h2 { "Games against engines" } (table("Games", &games)) }
            @if !failed.is_empty() { h2 { "Exercises that it failed" } (table("Failed exercises", &failed)) }
            @if !passed.is_empty() {
                details open[failed.is_empty() && games.is_empty()] { summary { "Exercises that it passed (" (passed.len()) ")" } (table("Passed exercises", &passed)) }
            }
        }
    };
    let title = format!("{}, a program", row.manifest.name);
    Ok(shell(&shared, &Page { title: &title, here: "/submit", module: Some("submission.js") }, &content))
}

fn judgement(row: &SubmissionRow) -> Markup {
    let (passed, done) = row.exercises;
    let (class, verdict) = match (row.state, verdict(row)) {
        (Progress::Waiting, _) => ("", "It waits for its trial."),
        (Progress::Running, None) => ("", "It is being tried."),
        (Progress::Running, Some(true)) => ("good", "Passed. It plays against engines now."),
        (Progress::Running, Some(false)) => ("wrong", "It is being tried, and failed something already."),
        (Progress::Done, Some(true)) => ("good", "Passed. This program may take part."),
        (Progress::Done, _) => ("wrong", "Not passed."),
        (Progress::Failed, _) => ("wrong", "It could not be tried."),
    };
    html! {
        div.notice.(class) role="status" {
            strong { (verdict) }
            " " span #progress { (passed) " of " (counted(done as usize, "exercise")) " passed." }
            @if !row.note.is_empty() { p { (sentence(&row.note)) } }
        }
    }
}

/// What was noted, with a capital and a full stop.
fn sentence(note: &str) -> String {
    let mut letters = note.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn table(label: &str, steps: &[&TrialRow]) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label=(label) { table.list.trials {
        thead { tr { th scope="col" { "Game" } th scope="col" { "What it is about" } th scope="col" { "Player" } th scope="col" { "What happened" } } }
        tbody { @for step in steps { tr {
            td { @match &step.game { Some(game) => { a href=(format!("/replay/{game}")) { (step.name) } } None => { (step.name) } } }
            td.muted { (step.about) }
            td { (super::layout::stone(usize::from(step.seat))) }
            td { (step.what) @if !step.hint.is_empty() { br; span.muted { (step.hint.replace('`', "")) } } }
        } } }
    } } }
}
