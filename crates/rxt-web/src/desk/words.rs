//! What is said of a program that was handed in.

use rxt_arena::site_db::{State, SubmissionRow, TrialRow};
use rxt_arena::submission::{StepKind, steps};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// How many exercises there are.
static EXERCISES: LazyLock<u32> =
    LazyLock::new(|| steps().iter().filter(|step| step.kind == StepKind::Exercise).count() as u32);

/// Whether a program passed its driving test, if that is known already.
pub(crate) fn verdict(row: &SubmissionRow) -> Option<bool> {
    let (passed, done) = row.exercises;
    match row.state {
        State::Failed => Some(false),
        State::Done => Some(passed == *EXERCISES),
        State::Waiting | State::Running => (passed < done).then_some(false).or((passed == *EXERCISES).then_some(true)),
    }
}

/// A submission as JSON, with its steps if they are wanted.
pub(crate) fn describe(row: &SubmissionRow, steps: Option<&[TrialRow]>) -> Value {
    let (passed, done) = row.exercises;
    let mut value = json!({
        "id": row.id,
        "url": format!("/submissions/{}", row.id),
        "name": row.manifest.name,
        "owner": row.owner,
        "runtime": row.manifest.runtime.as_str(),
        "file": row.manifest.file,
        "arguments": row.manifest.arguments,
        "files": row.files,
        "bytes": row.bytes,
        "created_at": row.created_at,
        "state": row.state.as_str(),
        "note": row.note,
        "passed": verdict(row),
        "exercises": { "passed": passed, "done": done, "all": *EXERCISES },
    });
    if let Some(steps) = steps {
        value["steps"] = steps.iter().map(step).collect();
    }
    value
}

fn step(step: &TrialRow) -> Value {
    json!({
        "number": step.number,
        "kind": step.kind.as_str(),
        "name": step.name,
        "about": step.about,
        "seat": step.seat,
        "passed": step.passed,
        "what": step.what,
        "hint": step.hint,
        "game": step.game,
    })
}
