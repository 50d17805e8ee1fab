//! The terminal while a program fills it, and what is heard from it. It is given back whatever happens.

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Frame};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a signal can go unnoticed.
const GLANCE: Duration = Duration::from_millis(100);

/// How long the program may take to give the terminal back after a signal, before it is ended.
const PATIENCE: Duration = Duration::from_secs(2);
/// The exit code of a program that its terminal has left.
const EXIT_HANGUP: i32 = 129;

/// Whether there is a terminal that can be filled.
pub(crate) fn is_usable() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// What is heard from the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A key.
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    /// Ctrl-C, or a signal to end.
    Stop,
    /// Nothing, and the time is over.
    Nothing,
}

/// The terminal, filled by this program. Dropping it, and panicking, restores what was there before.
pub(crate) struct Screen {
    terminal: DefaultTerminal,
    signalled: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal.
    pub(crate) fn open() -> io::Result<Self> {
        let signalled = Arc::new(AtomicBool::new(false));
        for signal in signals() {
            signal_hook::flag::register(*signal, Arc::clone(&signalled))?;
        }
        let terminal = ratatui::try_init().inspect_err(|_| {
            let _ = ratatui::try_restore();
        })?;
        let closed = Arc::new(AtomicBool::new(false));
        end_if_stuck(Arc::clone(&signalled), Arc::clone(&closed));
        Ok(Self { terminal, signalled, closed })
    }

    /// The whole screen.
    pub(crate) fn area(&self) -> io::Result<Rect> {
        Ok(Rect::from((Position::ORIGIN, self.terminal.size()?)))
    }

    /// Draws everything anew; only what differs is sent.
    pub(crate) fn draw(&mut self, drawing: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.terminal.draw(drawing).map(|_| ())
    }

    /// Waits for something to happen, but not longer than this.
    pub(crate) fn listen(&mut self, longest: Duration) -> io::Result<Heard> {
        let end = Instant::now() + longest;
        loop {
            if self.signalled.load(Ordering::Relaxed) {
                return Ok(Heard::Stop);
            }
            let left = end.saturating_duration_since(Instant::now());
            if event::poll(left.min(GLANCE))? {
                match event::read()? {
                    Event::Resize(..) => return Ok(Heard::Resized),
                    Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(heard(key)),
                    _ => {}
                }
            } else if left <= GLANCE {
                return Ok(Heard::Nothing);
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        let _ = ratatui::try_restore();
    }
}

/// Ends the program if it does not close the screen soon after a signal. When the terminal itself is gone, asking it for
/// events never returns, and the program would run for ever.
fn end_if_stuck(signalled: Arc<AtomicBool>, closed: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        while !closed.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
            if signalled.load(Ordering::Relaxed) {
                std::thread::sleep(PATIENCE);
                if !closed.load(Ordering::Relaxed) {
                    std::process::exit(EXIT_HANGUP);
                }
            }
        }
    });
}

fn heard(key: KeyEvent) -> Heard {
    let is_interrupt = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    if is_interrupt { Heard::Stop } else { Heard::Key(key) }
}

/// The signals that ask a program to end.
fn signals() -> &'static [i32] {
    use signal_hook::consts;
    #[cfg(unix)]
    return &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
    #[cfg(not(unix))]
    return &[consts::SIGINT, consts::SIGTERM];
}
