//! Starts programs, hears what they print, and ends them.

use super::order::{CageKind, Order};
use super::warden::Ended;
use crate::tournament::{Program, ProgramLimits};
use std::fmt::Write as _;
use std::fs::{self, DirBuilder};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How programs are started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    /// Our own program, which becomes the warden.
    pub program: PathBuf,
    /// How programs are kept in.
    pub cage: CageKind,
}

/// A program that runs, or has run.
#[derive(Debug)]
pub struct Running {
    warden: Child,
    heard: Arc<Mutex<Heard>>,
    listeners: Vec<JoinHandle<()>>,
}

/// What was heard of a program so far.
#[derive(Debug, Default)]
struct Heard {
    output: Vec<u8>,
    /// Bytes that were not kept.
    dropped: u64,
    flood: bool,
    ended: Option<Ended>,
    /// How many bytes were there at each request.
    cuts: Vec<usize>,
}

/// What a program leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Farewell {
    /// What it printed, as far as it was kept.
    pub output: Printed,
    /// How it ended.
    pub ended: Ended,
}

/// What a program printed, and where in it each request came.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// All of it, as far as it was kept.
    pub text: String,
    /// Where the text stood when a move was asked for, for each request.
    pub cuts: Vec<usize>,
}

impl Printed {
    fn new(bytes: &[u8], cuts: &[usize]) -> Self {
        let mut printed = Self::default();
        let mut from = 0;
        for &cut in cuts {
            printed.text += &String::from_utf8_lossy(&bytes[from..cut]);
            printed.cuts.push(printed.text.len());
            from = cut;
        }
        printed.text += &String::from_utf8_lossy(&bytes[from..]);
        printed
    }
}

/// How long a warden may take to clean up.
const CLEANING: Duration = Duration::from_secs(8);
/// Requests of one game that are noted.
const REQUESTS: usize = 20_000;
/// How often it is looked whether it has.
const LOOK: Duration = Duration::from_millis(5);

impl Launcher {
    /// Starts a program for the seat with this port.
    pub fn start(&self, program: &Program, port: u16, limits: &ProgramLimits) -> io::Result<Running> {
        let command = program.command.replace("{host}", "127.0.0.1").replace("{port}", &port.to_string());
        let temporary = Self::temporary_folder()?;
        let order = Order {
            command,
            directory: program.directory.clone(),
            readable: program.readable.clone(),
            temporary,
            port,
            limits: *limits,
            cage: self.cage,
            probe: None,
            cgroups: Vec::new(),
        };
        let mut warden = Command::new(&self.program)
            .arg(super::WARDEN)
            // Ctrl-C is meant for the arena, which lets games end; a program that heard it too would lose its game.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let text = serde_json::to_string(&order).map_err(io::Error::from)? + "\n";
        if let Some(stdin) = &mut warden.stdin {
            stdin.write_all(text.as_bytes())?;
        }
        let heard = Arc::new(Mutex::new(Heard::default()));
        let mut listeners = Vec::new();
        if let Some(output) = warden.stderr.take() {
            let (heard, limits) = (Arc::clone(&heard), *limits);
            listeners.push(thread::spawn(move || listen(output, &heard, &limits)));
        }
        if let Some(output) = warden.stdout.take() {
            let heard = Arc::clone(&heard);
            listeners.push(thread::spawn(move || hear_end(output, &heard)));
        }
        Ok(Running { warden, heard, listeners })
    }

    /// Makes a folder for temporary files that nobody else may enter.
    pub(super) fn temporary_folder() -> io::Result<PathBuf> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rxt-bot-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        DirBuilder::new().mode(0o700).create(&folder)?;
        folder.canonicalize()
    }
}

impl Running {
    /// The process below which all processes of the program are.
    pub fn warden(&self) -> u32 {
        self.warden.id()
    }

    /// How it ended, if it has. A program that prints without end is ended here.
    pub fn ended(&mut self) -> Option<Ended> {
        let (ended, flood) = {
            let heard = self.heard.lock().expect("nobody panics while holding the lock");
            (heard.ended.clone(), heard.flood)
        };
        if ended.is_none() && flood {
            self.say("end");
        }
        ended
    }

    /// Stops it until it is told to go on.
    pub fn stop(&mut self) {
        self.say("stop");
    }

    /// Lets it go on.
    pub fn go(&mut self) {
        self.say("go");
    }

    /// Notes that a move is asked for: what it prints from now on belongs to that move.
    pub fn asked(&self) {
        let mut heard = self.heard.lock().expect("nobody panics while holding the lock");
        let length = heard.output.len();
        if heard.cuts.len() < REQUESTS {
            heard.cuts.push(length);
        }
    }

    fn say(&mut self, word: &str) {
        if let Some(stdin) = &mut self.warden.stdin {
            // A warden that is gone needs no words.
            let _ = writeln!(stdin, "{word}");
        }
    }

    /// Gives it a moment to end by itself, then ends it with all that it started. Returns what it printed, as far as it
    /// was kept, and how it ended.
    pub fn finish(mut self, moment: Duration) -> Farewell {
        let start = Instant::now();
        while self.ended().is_none() && start.elapsed() < moment {
            thread::sleep(LOOK);
        }
        self.end();
        for listener in self.listeners.drain(..) {
            let _ = listener.join();
        }
        let heard = self.heard.lock().expect("nobody panics while holding the lock");
        let mut output = Printed::new(&heard.output, &heard.cuts);
        if heard.dropped > 0 {
            let _ = write!(output.text, "\n... and {} bytes more", heard.dropped);
        }
        let ended = match &heard.ended {
            _ if heard.flood => Ended::Limit("too much output".to_owned()),
            Some(ended) => ended.clone(),
            None => Ended::NotStarted("its warden was lost".to_owned()),
        };
        Farewell { output, ended }
    }

    fn end(&mut self) {
        // Without its lifeline, the warden ends everything.
        drop(self.warden.stdin.take());
        let start = Instant::now();
        while self.warden.try_wait().ok().flatten().is_none() {
            if start.elapsed() > CLEANING {
                let _ = self.warden.kill();
                let _ = self.warden.wait();
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Keeps the beginning of what a program prints, and reads the rest so that it does not have to wait.
fn listen(mut output: impl Read, heard: &Mutex<Heard>, limits: &ProgramLimits) {
    let (keep, most) = ((limits.output_kb << 10) as usize, limits.flood_mb << 20);
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = output.read(&mut buffer) {
        let mut heard = heard.lock().expect("nobody panics while holding the lock");
        let kept = count.min(keep.saturating_sub(heard.output.len()));
        heard.output.extend_from_slice(&buffer[..kept]);
        heard.dropped += (count - kept) as u64;
        heard.flood |= heard.dropped > most;
    }
}

fn hear_end(output: impl Read, heard: &Mutex<Heard>) {
    let mut line = String::new();
    let _ = BufReader::new(output).take(1 << 16).read_line(&mut line);
    let ended = serde_json::from_str(&line).ok();
    let ended = ended.unwrap_or_else(|| Ended::NotStarted("its warden was lost".to_owned()));
    heard.lock().expect("nobody panics while holding the lock").ended = Some(ended);
}

/// Whether a program is found where shells look for it.
#[must_use]
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
