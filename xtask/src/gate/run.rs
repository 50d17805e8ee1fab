//! Runs the steps of the gate and sums up.

use super::skips::ExpectedSkips;
use super::steps::{RELEASE, STEPS, Step};
use super::test_log::TestLog;
use crate::workspace::Workspace;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Run the gate: format, tidiness, lints, tests, documentation, the site, and the commands of the documents
///
/// The last line is `N passed, M failed, K skipped`. It counts tests; a step other than the tests that fails counts as
/// one more failure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fail if a test skips itself, unless this file lists the beginning of the line it prints
    #[arg(long, value_name = "FILE")]
    expected_skips: Option<PathBuf>,
    /// Run only this step; can be repeated
    #[arg(long, value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
}

fn step_names() -> impl clap::builder::TypedValueParser<Value = String> {
    clap::builder::PossibleValuesParser::new(STEPS.iter().chain([&RELEASE]).map(|step| step.name))
}

/// Runs the gate; returns whether everything passed.
pub(crate) fn run(options: &Options) -> io::Result<bool> {
    let expected = options.expected_skips.as_deref().map(ExpectedSkips::read).transpose()?;
    let workspace = Workspace::read()?;
    let start = Instant::now();
    let mut log = TestLog::default();
    let mut failed = Vec::new();
    let named = |step: &&Step| options.only.iter().any(|name| name == step.name);
    let wanted = STEPS.iter().filter(|step| options.only.is_empty() || named(step));
    for step in wanted.chain(Some(&RELEASE).filter(named)) {
        if !run_step(step, &workspace, &mut log) {
            failed.push(step.name);
        }
    }
    sum_up(&log, &mut failed, expected.as_ref(), start);
    Ok(failed.is_empty())
}

fn run_step(step: &Step, workspace: &Workspace, log: &mut TestLog) -> bool {
    println!("== {}: {}", step.name, step.what);
    let start = Instant::now();
    let passed = (step.run)(workspace, log).unwrap_or_else(|error| {
        println!("{error}");
        false
    });
    println!("== {}: {} in {:.1} s\n", step.name, if passed { "ok" } else { "FAILED" }, start.elapsed().as_secs_f32());
    let _ = io::stdout().flush();
    passed
}

fn sum_up(log: &TestLog, failed: &mut Vec<&str>, expected: Option<&ExpectedSkips>, start: Instant) {
    for line in &log.proofs {
        println!("{line}");
    }
    for line in &log.skips {
        let surprise = expected.is_some_and(|expected| !expected.contains(line));
        println!("{line}{}", if surprise { "  <- not expected here" } else { "" });
        if surprise && !failed.contains(&UNEXPECTED_SKIPS) {
            failed.push(UNEXPECTED_SKIPS);
        }
    }
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{:.0} s in all", start.elapsed().as_secs_f32());
    println!("{}", last_line(log, failed));
}

const UNEXPECTED_SKIPS: &str = "unexpected skips";

fn last_line(log: &TestLog, failed: &[&str]) -> String {
    let counted_as_tests = usize::from(log.failed > 0 && failed.contains(&"test"));
    let failures = log.failed + failed.len() - counted_as_tests;
    format!("{} passed, {failures} failed, {} skipped", log.passed(), log.skipped())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_is_counted_once() {
        let mut log = TestLog::default();
        assert_eq!(last_line(&log, &["fmt", "test"]), "0 passed, 2 failed, 0 skipped");
        log.read("test result: FAILED. 5 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.00s");
        assert_eq!(last_line(&log, &["test"]), "5 passed, 3 failed, 1 skipped");
        assert_eq!(last_line(&log, &["fmt", "test"]), "5 passed, 4 failed, 1 skipped");
    }
}
