//! A student's program while it runs: what it prints is read, and it ends with all that it started.

use miette::{IntoDiagnostic, Result, WrapErr};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is kept; the rest is cut off.
const LINE: u64 = 4096;
/// How often it is looked whether the program has ended.
const LOOK: Duration = Duration::from_millis(20);

/// A program that was started, in a process group of its own.
pub(super) struct Bot {
    child: Child,
    group: Pid,
}

impl Bot {
    /// Starts a command of the shell. What it prints goes to `said`, line by line; when nobody takes the lines, the
    /// program has to wait.
    pub(super) fn start<T: Send + 'static>(command: &str, said: &SyncSender<T>, wrap: fn(String) -> T) -> Result<Self> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .into_diagnostic()
            .wrap_err_with(|| format!("cannot start `{command}`"))?;
        let group = Pid::from_raw(child.id().cast_signed());
        if let Some(output) = child.stdout.take() {
            listen(output, said.clone(), wrap);
        }
        if let Some(output) = child.stderr.take() {
            listen(output, said.clone(), wrap);
        }
        Ok(Self { child, group })
    }

    /// How it ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Gives it a moment to end by itself, then ends it with all that it started.
    pub(super) fn end(&mut self, moment: Duration) {
        let start = Instant::now();
        while self.ended().is_none() && start.elapsed() < moment {
            thread::sleep(LOOK);
        }
        // The group may be empty by now.
        let _ = killpg(self.group, Signal::SIGKILL);
        let _ = self.child.wait();
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

fn listen<T: Send + 'static>(output: impl Read + Send + 'static, said: SyncSender<T>, wrap: fn(String) -> T) {
    thread::spawn(move || {
        let mut reader = BufReader::new(output);
        let mut line = Vec::new();
        loop {
            line.clear();
            match (&mut reader).take(LINE).read_until(b'\n', &mut line) {
                Ok(1..) => {}
                Ok(0) | Err(_) => return,
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if said.send(wrap(text)).is_err() {
                return;
            }
        }
    });
}
