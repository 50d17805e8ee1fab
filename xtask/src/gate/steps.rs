//! The steps of the gate, in the order in which they run: cheap ones first.

use super::test_log::{PROOF, TestLog};
use super::up;
use crate::workspace::{Workspace, cargo};
use crate::{console, tidy};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};

/// One step.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    /// Returns whether the step passed.
    pub(crate) run: fn(&Workspace, &mut TestLog) -> io::Result<bool>,
}

/// All steps.
pub(crate) const STEPS: [Step; 8] = [
    Step { name: "fmt", what: "cargo fmt --all --check", run: |_, _| succeeds(cargo().args(FMT)) },
    Step { name: "tidy", what: "cargo xtask tidy", run: |_, _| tidy::run() },
    Step { name: "clippy", what: "cargo clippy, warnings are errors", run: |_, _| succeeds(cargo().args(CLIPPY)) },
    Step { name: "test", what: "cargo test --workspace", run: |_, log| test(log) },
    Step { name: "doc", what: "cargo doc, warnings are errors", run: |_, _| doc() },
    Step { name: "up", what: "rxt up: the site answers, and ends when told to", run: |ws, _| up::run(ws) },
    Step {
        name: "documents",
        what: "the rxt commands of the documents print what they show",
        run: |workspace, _| {
            build_for_tests()?;
            console::run(workspace)
        },
    },
    Step { name: "soak", what: "a minute of rxt soak: our client is not disqualified", run: soak },
];

/// A step that runs only when it is asked for: it compiles everything a second time.
pub(crate) const RELEASE: Step = Step {
    name: "release",
    what: "cargo run --release -- up: the site answers, and ends when told to",
    run: |workspace, _| up::run_release(workspace),
};

const FMT: [&str; 3] = ["fmt", "--all", "--check"];
const CLIPPY: [&str; 7] = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
const TEST: [&str; 5] = ["test", "--workspace", "--no-fail-fast", "--", "--show-output"];
const DOC: [&str; 4] = ["doc", "--quiet", "--workspace", "--no-deps"];

/// Games that a minute is enough for, and the seconds in which no more are begun. The engine plays as it does for users;
/// the long proof has it use all of its time.
const SOAK: [&str; 8] = ["soak", "--engine", "default", "--games", "32", "--budget", "65", "--out"];

fn succeeds(command: &mut Command) -> io::Result<bool> {
    Ok(command.stdin(Stdio::null()).status()?.success())
}

/// Builds the program as the tests use it; nothing to do where they ran before.
pub(super) fn build_for_tests() -> io::Result<()> {
    if succeeds(cargo().args(["test", "--quiet", "--workspace", "--no-run"]))? {
        return Ok(());
    }
    Err(io::Error::other("rxt does not compile"))
}

fn doc() -> io::Result<bool> {
    succeeds(cargo().args(DOC).env("RUSTDOCFLAGS", "-D warnings"))
}

fn test(log: &mut TestLog) -> io::Result<bool> {
    let (reader, writer) = io::pipe()?;
    let mut command = cargo();
    command.args(TEST).env("CARGO_TERM_COLOR", "never").stdin(Stdio::null());
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    drop(command); // The reader waits until nobody can write any more.
    for line in BufReader::new(reader).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if log.read(&line) {
            println!("{line}");
        }
    }
    Ok(child.wait()?.success())
}

/// Plays games anew and counts them among the proofs.
fn soak(workspace: &Workspace, log: &mut TestLog) -> io::Result<bool> {
    build_for_tests()?;
    let folder = workspace.target.join("soak");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let output = Command::new(workspace.tested_rxt()).args(SOAK).arg(&folder).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let count = text.lines().next_back().unwrap_or_default();
    log.proofs.push(format!("{PROOF} {count} in the soak"));
    Ok(output.status.success() && !count.starts_with("0 "))
}
