//! Reads what `cargo test -- --show-output` prints: counts, proofs and skips.

use std::collections::BTreeSet;

/// The prefix of a line by which a test says how much it has proved.
pub(crate) const PROOF: &str = "proof:";
/// The prefix of a line by which a test says that it did not run, and why.
pub(crate) const SKIPPED: &str = "SKIPPED:";

/// What the tests printed so far.
#[derive(Default, Debug)]
pub(crate) struct TestLog {
    reported_passed: usize,
    /// Tests that failed.
    pub(crate) failed: usize,
    ignored: usize,
    /// What cargo said about the binary that runs; empty while cargo builds.
    binary: String,
    test: String,
    section: Section,
    /// Tests that passed because they skipped themselves: binary and name.
    skipped: BTreeSet<(String, String)>,
    /// Lines that begin with [`PROOF`].
    pub(crate) proofs: Vec<String>,
    /// Lines that begin with [`SKIPPED`], each once.
    pub(crate) skips: BTreeSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Section {
    /// Results line by line.
    #[default]
    Running,
    /// What tests that passed have printed.
    Successes,
    /// What tests that failed have printed.
    Failures,
}

impl TestLog {
    /// Reads the next line; returns whether people want to see it.
    pub(crate) fn read(&mut self, line: &str) -> bool {
        if let Some(test) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            test.clone_into(&mut self.test);
            return self.section == Section::Failures;
        }
        match line.trim() {
            line if line.starts_with("Running ") || line.starts_with("Doc-tests ") => {
                line.clone_into(&mut self.binary);
                return true;
            }
            "successes:" => self.section = Section::Successes,
            "failures:" => self.section = Section::Failures,
            line if line.starts_with("test result:") => self.finish_binary(line),
            line if line.starts_with(PROOF) => self.proofs.push(line.to_owned()),
            line if line.starts_with(SKIPPED) => {
                self.skips.insert(line.to_owned());
                if self.section == Section::Successes {
                    self.skipped.insert((self.binary.clone(), self.test.clone()));
                }
            }
            line => return self.section == Section::Failures || self.is_trouble(line),
        }
        self.section == Section::Failures
    }

    /// Whether a line outside of a test's output is about something that went wrong.
    fn is_trouble(&self, line: &str) -> bool {
        if self.binary.is_empty() {
            return !line.starts_with("Compiling ") && !line.starts_with("Download");
        }
        line.starts_with("test ") && line.ends_with("FAILED")
            || line.starts_with("error")
            || line.starts_with("Caused by")
    }

    /// Tests that passed and did not skip themselves.
    pub(crate) fn passed(&self) -> usize {
        self.reported_passed - self.skipped.len()
    }

    /// Tests that did not run.
    pub(crate) fn skipped(&self) -> usize {
        self.ignored + self.skipped.len()
    }

    fn finish_binary(&mut self, line: &str) {
        self.reported_passed += count_before(line, " passed");
        self.failed += count_before(line, " failed");
        self.ignored += count_before(line, " ignored");
        self.section = Section::Running;
    }
}

/// The number in front of a word; 0 if there is none.
fn count_before(line: &str, word: &str) -> usize {
    let digits = line.split(word).next().and_then(|before| before.rsplit(' ').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "
   Compiling xtask v0.1.0
error[E0425]: shown
     Running unittests src/lib.rs (target/debug/deps/xtask-1)

running 4 tests
test a ... ok
test b ... FAILED
test c ... ok
test d ... ignored

successes:

---- a stdout ----
proof: 12 games, 0 disagreements
noise

---- c stdout ----
SKIPPED: ../shared is absent


successes:
    a
    c

failures:

---- b stdout ----
assertion failed

failures:
    b

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
";

    fn read(text: &str) -> (TestLog, Vec<&str>) {
        let mut log = TestLog::default();
        let shown = text.lines().filter(|line| log.read(line)).collect();
        (log, shown)
    }

    #[test]
    fn a_test_that_skips_itself_has_not_passed() {
        let (log, _) = read(LOG);
        assert_eq!((log.passed(), log.failed, log.skipped()), (1, 1, 2));
        assert!(log.skips.iter().eq(["SKIPPED: ../shared is absent"]));
        assert_eq!(log.proofs, ["proof: 12 games, 0 disagreements"]);
    }

    #[test]
    fn failures_are_shown_and_noise_is_not() {
        let (_, shown) = read(LOG);
        assert!(shown.contains(&"assertion failed") && shown.contains(&"---- b stdout ----"));
        assert!(shown.contains(&"test b ... FAILED") && shown.contains(&"error[E0425]: shown"));
        assert!(!shown.contains(&"noise") && !shown.contains(&"test a ... ok"));
    }

    #[test]
    fn counts_of_several_binaries_add_up() {
        let mut log = TestLog::default();
        let other = LOG.replace("lib.rs", "main.rs");
        LOG.lines().chain(other.lines()).for_each(|line| _ = log.read(line));
        assert_eq!((log.passed(), log.failed, log.skipped()), (2, 2, 4));
    }
}
