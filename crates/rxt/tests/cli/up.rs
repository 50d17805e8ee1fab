//! `rxt up`: a site that answers, survives a crash with every game that was over, and ends when told to.

use crate::program::{command, folder, rxt};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// How long a short game may take.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A site that runs, and what it printed.
pub(crate) struct Site {
    child: Child,
    pub(crate) said: Value,
}

impl Site {
    pub(crate) fn start(folder: &Path) -> Self {
        let arguments = ["up", "--port", "0", "--data", "data", "--no-demo", "--clients", "0", "--json"];
        let mut child = command(folder, &arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, said: serde_json::from_str(&line).unwrap() }
    }

    /// Status and body of an answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.send(method, path, "", body.as_bytes())
    }

    /// The same with a key, and with any bytes.
    pub(crate) fn send(&self, method: &str, path: &str, key: &str, body: &[u8]) -> (u16, String) {
        let host = self.said["url"].as_str().unwrap().strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        let key = if key.is_empty() { String::new() } else { format!("authorization: Bearer {key}\r\n") };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{key}content-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// The answer to a request that has to succeed.
    pub(crate) fn json(&self, method: &str, path: &str, key: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, text) = self.send(method, path, key, body.as_bytes());
        assert!(status < 300, "{method} {path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Ends it; its exit code, nothing if it was killed.
    pub(crate) fn end(mut self, signal: Signal) -> Option<i32> {
        kill(Pid::from_raw(self.child.id() as i32), signal).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_that_was_over_survives_a_crash_and_the_site_ends_when_told_to() {
    let folder = folder("up");
    let site = Site::start(&folder);
    assert!(site.said["organiser_key"].is_string(), "told once");
    assert!(site.ask("GET", "/", "").1.contains("</html>"));
    let wanted = r#"{"map_text":"2\n0\n0 0\n1 4\n0 2 1 0\n","seats":["random","random"],"think_ms":10}"#;
    let (status, body) = site.ask("POST", "/api/live", wanted);
    assert_eq!(status, 201, "{body}");
    let id = serde_json::from_str::<Value>(&body).unwrap()["id"].as_str().unwrap().to_owned();
    let began = Instant::now();
    while !site.ask("GET", &format!("/api/live/{id}"), "").1.contains("\"recorded\":true") {
        assert!(began.elapsed() < PATIENCE, "the game does not end");
        std::thread::sleep(Duration::from_millis(30));
    }
    assert_eq!(site.end(Signal::SIGKILL), None);
    let site = Site::start(&folder);
    assert!(site.said["organiser_key"].is_null(), "and never again");
    let (status, record) = site.ask("GET", &format!("/api/games/{id}/record"), "");
    assert!(status == 200 && record.contains("result"), "{record}");
    assert_eq!(site.end(Signal::SIGTERM), Some(0));
    println!("proof: 1 game that was over is there after SIGKILL, and SIGTERM ends the site with 0");
}

#[test]
fn one_site_at_a_time_uses_a_folder() {
    let folder = folder("up-twice");
    let site = Site::start(&folder);
    let second = rxt(&folder, &["up", "--port", "0", "--data", "data", "--no-demo", "--clients", "0"]);
    assert!(second.code == 2 && second.err.contains("is in use"), "{}", second.err);
    assert_eq!(site.end(Signal::SIGTERM), Some(0));
}

#[test]
fn what_is_wrong_with_the_address_is_said() {
    let folder = folder("up-wrong");
    assert_eq!(rxt(&folder, &["up", "--port", "70000"]).code, 2);
    assert_eq!(rxt(&folder, &["up", "--bind", "nowhere"]).code, 2);
    std::fs::write(folder.join("file"), "").unwrap();
    assert_eq!(rxt(&folder, &["up", "--data", "file"]).code, 2);
}
