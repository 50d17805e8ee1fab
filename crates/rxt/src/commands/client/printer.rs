//! Prints without ever making the game wait: a terminal that is held up must not cost a move.

use crate::output;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// A line, and where it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Data: standard output.
    Out(String),
    /// A message: standard error.
    Note(String),
}

/// Lines that may wait to be printed; if there are more, nobody reads them, and they are left out.
const WAITING: usize = 4096;

/// Prints in a thread of its own.
pub(super) struct Printer {
    lines: Option<SyncSender<Line>>,
    thread: Option<JoinHandle<()>>,
    dropped: usize,
}

impl Printer {
    pub(super) fn start() -> Self {
        let (lines, received) = sync_channel(WAITING);
        let print = move || {
            for line in received {
                match line {
                    Line::Out(line) => _ = output::print(&format!("{line}\n")),
                    Line::Note(line) => output::note(&line),
                }
            }
        };
        let thread = thread::Builder::new().name("rxt-print".to_owned()).spawn(print).ok();
        Self { lines: Some(lines), thread, dropped: 0 }
    }

    /// Prints a line soon.
    pub(super) fn print(&mut self, line: Line) {
        if let Some(lines) = &self.lines
            && lines.try_send(line).is_err()
        {
            self.dropped += 1;
        }
    }

    /// Waits until all is printed.
    pub(super) fn finish(mut self) {
        self.lines = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if self.dropped > 0 {
            output::note(&format!("{} lines were left out because nobody read them", self.dropped));
        }
    }
}
