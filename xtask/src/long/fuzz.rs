//! The fuzzers: each target of `fuzz/` for some time.

use super::part::Part;
use super::proofs::Plan;
use super::run::Options;
use super::tally::Tally;
use crate::workspace::Workspace;
use std::fs;
use std::io;
use std::process::{Command, Stdio};

/// A part for each target.
pub(super) fn plan(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    let Ok(entries) = fs::read_dir(workspace.root.join("fuzz/fuzz_targets")) else {
        return Ok(Plan::Skip("there is no folder fuzz/fuzz_targets".to_owned()));
    };
    if !is_installed() && !install() {
        return Ok(Plan::Skip("cargo-fuzz is missing, and `cargo install --locked cargo-fuzz` failed".to_owned()));
    }
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry?.path();
        targets.extend(
            path.file_stem().filter(|_| path.extension().is_some_and(|end| end == "rs")).map(ToOwned::to_owned),
        );
    }
    targets.sort();
    let seconds = options.fuzz_seconds;
    let part = |target: &std::ffi::OsString| {
        let mut command = cargo_fuzz();
        command.args(["run", "--sanitizer", "none"]).arg(target).arg("--").arg(format!("-max_total_time={seconds}"));
        command.current_dir(&workspace.root);
        Part { name: format!("{}, {seconds} s", target.to_string_lossy()), command, judge: Box::new(count_runs) }
    };
    Ok(Plan::Parts(targets.iter().map(part).collect()))
}

/// Sanitizers need a nightly toolchain, coverage does not; what is fuzzed is safe Rust with all checks on.
fn cargo_fuzz() -> Command {
    let mut command = Command::new("cargo");
    command.arg("fuzz");
    command
}

fn is_installed() -> bool {
    let version = cargo_fuzz().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

fn install() -> bool {
    let installed = Command::new("cargo").args(["install", "--quiet", "--locked", "cargo-fuzz"]).status();
    installed.is_ok_and(|status| status.success())
}

/// Reads `Done 123 runs in 60 second(s)`, which a fuzzer says that found nothing.
fn count_runs(output: &str) -> Result<Tally, String> {
    let done = output.lines().find_map(|line| line.strip_prefix("Done ")?.split_once(" runs in"));
    match done.and_then(|(runs, _)| runs.parse().ok()) {
        Some(runs) => Ok(Tally::of(runs, "runs")),
        None => Err("the fuzzer stopped early; its log says why".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_if_the_fuzzer_came_to_its_end() {
        assert_eq!(count_runs("x\nDone 4711 runs in 61 second(s)\n").unwrap().get("runs"), 4711);
        assert!(count_runs("panicked at\n").is_err());
    }
}
