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
    let version = cargo_fuzz().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !version.is_ok_and(|status| status.success()) {
        return Ok(Plan::Skip("a nightly toolchain or cargo-fuzz is not installed".to_owned()));
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
        command.arg("run").arg(target).arg("--").arg(format!("-max_total_time={seconds}"));
        command.current_dir(&workspace.root);
        Part { name: format!("{}, {seconds} s", target.to_string_lossy()), command, judge: Box::new(count_runs) }
    };
    Ok(Plan::Parts(targets.iter().map(part).collect()))
}

/// `cargo fuzz` of the nightly toolchain, whichever toolchain runs this task.
fn cargo_fuzz() -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz"]).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command
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
