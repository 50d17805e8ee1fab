//! Finds out what a cage keeps in on this machine, by trying.

use super::launch::Launcher;
use super::order::{CageKind, Order, ProbeTargets};
use crate::tournament::ProgramLimits;
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::io::{self, Read};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// What was tried from within a cage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What, in words.
    pub what: String,
    /// Whether it was refused.
    pub refused: bool,
    /// Whether a tournament with strangers can do without it.
    pub optional: bool,
}

/// What a cage keeps in on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// All that was tried.
    pub checks: Vec<Check>,
    /// Why nothing could be tried.
    pub trouble: Option<String>,
}

impl Probe {
    /// Whether strangers' programs can be kept away from files and the network.
    pub fn enforced(&self) -> bool {
        self.trouble.is_none()
            && !self.checks.is_empty()
            && self.checks.iter().all(|check| check.refused || check.optional)
    }
}

/// Tries from within a cage what a stranger must not do.
pub fn probe(launcher: &Launcher) -> Probe {
    match attempt(launcher) {
        Ok(checks) => Probe { checks, trouble: None },
        Err(error) => Probe { checks: Vec::new(), trouble: Some(error.to_string()) },
    }
}

fn attempt(launcher: &Launcher) -> io::Result<Vec<Check>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let allowed = TcpListener::bind("127.0.0.1:0")?;
    let temporary = Launcher::temporary_folder()?;
    let secret = temporary.with_extension("secret");
    fs::write(&secret, "not for strangers")?;
    let order = Order {
        command: String::new(),
        directory: temporary.clone(),
        readable: Vec::new(),
        temporary: temporary.clone(),
        port: allowed.local_addr()?.port(),
        limits: ProgramLimits::default(),
        cage: CageKind::Landlock,
        probe: Some(ProbeTargets {
            file: secret.clone(),
            port: listener.local_addr()?.port(),
            pid: std::process::id(),
        }),
        cgroups: Vec::new(),
    };
    let text = serde_json::to_string(&order).map_err(io::Error::from)?;
    let mut child = Command::new(&launcher.program)
        .arg(super::CAGE)
        .env(super::cage::ORDER, text)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut said = String::new();
    if let Some(output) = child.stdout.take() {
        output.take(1 << 16).read_to_string(&mut said)?;
    }
    let mut trouble = String::new();
    if let Some(output) = child.stderr.take() {
        output.take(1 << 16).read_to_string(&mut trouble)?;
    }
    child.wait()?;
    let _ = fs::remove_file(&secret);
    let _ = fs::remove_dir_all(&temporary);
    let checks: Vec<Check> = said.lines().filter_map(parse).collect();
    if checks.is_empty() {
        return Err(io::Error::other(trouble.trim().to_owned()));
    }
    Ok(checks)
}

fn parse(line: &str) -> Option<Check> {
    let (outcome, what) = line.split_once(' ')?;
    let optional = what.starts_with("signal");
    Some(Check { what: what.to_owned(), refused: outcome == "refused", optional })
}

/// Within the cage: tries everything and says what came of it.
#[expect(clippy::print_stdout, reason = "whoever started this process reads its output")]
pub(super) fn try_out(targets: &ProbeTargets, temporary: &Path) -> ExitCode {
    let tried: [(&str, io::Result<()>); 8] = [
        ("read a file of somebody else", fs::read(&targets.file).map(drop)),
        ("write a file outside of its folder", fs::write(targets.file.with_extension("written"), "here")),
        ("list the processes of the host", fs::read(format!("/proc/{}/cmdline", targets.pid)).map(drop)),
        ("connect to a port that is not its own", TcpStream::connect(("127.0.0.1", targets.port)).map(drop)),
        ("listen on a port", TcpListener::bind("127.0.0.1:0").map(drop)),
        ("send datagrams", UdpSocket::bind("127.0.0.1:0").map(drop)),
        ("use local sockets", UnixDatagram::unbound().map(drop)),
        ("signal a process of somebody else", signal(targets.pid)),
    ];
    for (what, outcome) in &tried {
        println!("{} {what}", if outcome.is_err() { "refused" } else { "allowed" });
    }
    // What a program needs has to work.
    let works = fs::write(temporary.join("try"), "works").is_ok();
    println!("{} do without its own folder", if works { "refused" } else { "allowed" });
    ExitCode::SUCCESS
}

fn signal(pid: u32) -> io::Result<()> {
    let pid = Pid::from_raw(pid.cast_signed()).ok_or(io::ErrorKind::InvalidInput)?;
    Ok(test_kill_process(pid)?)
}
