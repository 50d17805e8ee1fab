//! One part of a long proof: a command, and what its output has to say.

use super::tally::Tally;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A part.
pub(super) struct Part {
    /// Unique in its proof.
    pub(super) name: String,
    pub(super) command: Command,
    /// Counts from the output what was proved, or says why it is no proof.
    pub(super) judge: Judge,
}

pub(super) type Judge = Box<dyn Fn(&str) -> Result<Tally, String>>;

/// How a part ended.
pub(super) enum Ending {
    Passed(Tally),
    Failed(String),
    OutOfTime,
}

impl Part {
    /// Runs the part until the deadline; what it prints goes to the log.
    pub(super) fn run(&mut self, log: &Path, deadline: Instant) -> io::Result<Ending> {
        let file = File::create(log)?;
        self.command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        let mut child = self.command.spawn()?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() > deadline {
                child.kill()?;
                child.wait()?;
                return Ok(Ending::OutOfTime);
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        let output = String::from_utf8_lossy(&fs::read(log)?).into_owned();
        Ok(match (self.judge)(&output) {
            Ok(tally) if status.success() => Ending::Passed(tally),
            Ok(_) => Ending::Failed(status.to_string()),
            Err(reason) => Ending::Failed(reason),
        })
    }
}

/// The last line that is not empty.
pub(super) fn last_line(output: &str) -> &str {
    output.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, limit: Duration) -> Ending {
        let log = std::env::temp_dir().join(format!("rxt-xtask-part-{}-{}", std::process::id(), script.len()));
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let judge: Judge = Box::new(|output| Tally::parse(last_line(output)).ok_or_else(|| "no count".to_owned()));
        let mut part = Part { name: "a".to_owned(), command, judge };
        let ending = part.run(&log, Instant::now() + limit).unwrap();
        fs::remove_file(log).unwrap();
        ending
    }

    #[test]
    fn a_part_passes_with_a_count_and_a_good_exit_code() {
        let minute = Duration::from_mins(1);
        assert!(matches!(run("echo x; echo 3 games", minute), Ending::Passed(tally) if tally.get("games") == 3));
        assert!(matches!(run("echo 3 games; exit 1", minute), Ending::Failed(_)));
        assert!(matches!(run("echo nothing", minute), Ending::Failed(reason) if reason == "no count"));
    }

    #[test]
    fn a_part_ends_at_the_deadline() {
        assert!(matches!(run("exec sleep 1000", Duration::ZERO), Ending::OutOfTime));
    }
}
