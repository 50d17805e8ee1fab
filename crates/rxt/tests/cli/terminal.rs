//! `rxt up` and `rxt replay` in a pseudo-terminal, with keys pressed.

use crate::program::{command, folder, game};
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How a terminal is told to keep what it shows for later, and to show it again.
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";
const PATIENCE: Duration = Duration::from_mins(1);

/// A program in a terminal.
struct Terminal {
    child: Child,
    keys: File,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).unwrap();
        let [input, output, errors] = [(); 3].map(|()| Stdio::from(pair.slave.try_clone().unwrap()));
        let mut command = command(folder, arguments);
        command.env("TERM", "xterm-256color").stdin(input).stdout(output).stderr(errors);
        let child = command.spawn().unwrap();
        // Only the program holds the other end now, so that reading ends with it.
        drop((command, pair.slave));
        let mut screen = File::from(pair.master.try_clone().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&seen);
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut chunk) {
                shared.lock().unwrap().extend_from_slice(&chunk[..count]);
            }
        });
        Self { child, keys: File::from(pair.master), seen }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    /// Waits until something is on the screen.
    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_there(&self.text()) {
            assert!(Instant::now() < end, "{what} did not appear: {}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys, and waits until the screen has changed.
    fn press(&mut self, keys: &str) {
        let before = self.text().len();
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.wait("an answer to a key", |text| text.len() > before);
    }

    /// Waits for the end; returns the exit code and everything that was shown.
    fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        self.wait("the last screen", |text| text.contains(LEAVE));
        // What comes behind the last screen is on its way.
        thread::sleep(Duration::from_millis(200));
        (code, self.text())
    }
}

#[test]
fn a_game_is_stepped_through_with_keys() {
    let folder = folder("terminal-replay");
    game(&folder);
    let mut terminal = Terminal::start(&folder, &["replay", "game.rxt"]);
    terminal.wait("the first screen", |text| text.contains(ENTER) && text.contains("cross-4p-15x15"));
    for keys in ["\u{1b}[C", "n", "\u{1b}[F", "\u{1b}[H", "g12\r"] {
        terminal.press(keys);
    }
    terminal.keys.write_all(b"q").unwrap();
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.find(ENTER) < text.rfind(LEAVE));
}

#[test]
fn a_demonstration_is_shown_live_and_recorded() {
    let folder = folder("terminal-up");
    let (code, text) = Terminal::start(&folder, &["demo", "--fast", "--seed", "3", "--record", "game.rxt"]).end();
    assert_eq!(code, Some(0), "{text}");
    let (_, behind) = text.rsplit_once(LEAVE).unwrap();
    assert!(text.contains(ENTER) && behind.contains("game.rxt"), "{behind}");
    assert!(folder.join("game.rxt").exists());
}

#[test]
fn a_demonstration_can_be_paused_and_ended() {
    let folder = folder("terminal-up-quit");
    let mut terminal = Terminal::start(&folder, &["demo", "--delay", "60000", "--record", "game.rxt"]);
    terminal.wait("the first screen", |text| text.contains("space pauses"));
    terminal.press(" ");
    terminal.wait("the pause", |text| text.contains("paused"));
    terminal.keys.write_all(b"q").unwrap();
    let (code, text) = terminal.end();
    assert_eq!(code, Some(0), "{text}");
    assert!(folder.join("game.rxt").exists());
}
