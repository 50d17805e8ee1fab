//! The step `up`: the site comes up, answers, and ends when told to.

use super::steps::build_for_tests;
use crate::workspace::{Workspace, cargo};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long the site may take to answer.
const ANSWER: Duration = Duration::from_secs(20);
/// How long it may take to end.
const END: Duration = Duration::from_secs(10);

/// Tries the site with the program of the tests.
pub(super) fn run(workspace: &Workspace) -> io::Result<bool> {
    build_for_tests()?;
    try_site(Command::new(workspace.tested_rxt()), workspace)
}

/// Tries the site as a newcomer would.
pub(super) fn run_release(workspace: &Workspace) -> io::Result<bool> {
    // Built first, so that the time limits are the site's own.
    if !cargo().args(["build", "--quiet", "--release"]).stdin(Stdio::null()).status()?.success() {
        return Ok(false);
    }
    let mut command = cargo();
    command.args(["run", "--quiet", "--release", "--"]);
    try_site(command, workspace)
}

/// Starts the site on a fresh folder, asks for the front page, and ends it.
fn try_site(mut rxt: Command, workspace: &Workspace) -> io::Result<bool> {
    let data = workspace.target.join("up");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    rxt.args(["up", "--port", "0", "--data"]).arg(&data);
    let mut site = rxt.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let answered = answers(&mut site);
    let ended = end(&mut site)?;
    match answered {
        Ok(()) if ended => Ok(true),
        Ok(()) => {
            println!("the site did not end well when told to");
            Ok(false)
        }
        Err(error) => {
            println!("the site did not answer: {error}");
            Ok(false)
        }
    }
}

/// Reads the address and asks for the front page.
fn answers(site: &mut Child) -> io::Result<()> {
    let stdout = site.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
    let mut lines = BufReader::new(stdout).lines();
    let address = lines.next().ok_or_else(|| io::Error::other("nothing was printed"))??;
    let host = address.strip_prefix("http://").ok_or_else(|| io::Error::other(format!("no address: {address}")))?;
    // What else is printed is read, so that the site can print it.
    thread::spawn(move || lines.for_each(drop));
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(ANSWER))?;
    write!(stream, "GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
    let mut page = String::new();
    stream.read_to_string(&mut page)?;
    let is_page = page.starts_with("HTTP/1.1 200") && page.contains("<h1>") && page.contains("</html>");
    if is_page { Ok(()) } else { Err(io::Error::other(page.lines().next().unwrap_or("nothing").to_owned())) }
}

/// Asks the site to end and waits; whether it ended by itself and well.
fn end(site: &mut Child) -> io::Result<bool> {
    // `cargo run` becomes the program that it runs.
    Command::new("kill").args(["-TERM", &site.id().to_string()]).status()?;
    let start = Instant::now();
    while start.elapsed() < END {
        if let Some(status) = site.try_wait()? {
            return Ok(status.success());
        }
        thread::sleep(Duration::from_millis(50));
    }
    site.kill()?;
    site.wait()?;
    Ok(false)
}
