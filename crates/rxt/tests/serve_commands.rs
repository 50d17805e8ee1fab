//! `rxt serve` and `rxt spar` as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const RXT: &str = env!("CARGO_BIN_EXE_rxt");
/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_mins(1);

fn our_map(name: &str) -> String {
    format!("{}/../../maps/{name}.map", env!("CARGO_MANIFEST_DIR"))
}

/// A fresh folder of this test's name.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn rxt(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(RXT).args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A server that runs; it is ended with the test.
struct Server {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    port: u16,
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(RXT)
            .arg("serve")
            .args(arguments)
            .args(["-p", "0"])
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let digits: String = first.chars().filter(char::is_ascii_digit).collect();
        let port = digits.parse().unwrap_or_else(|_| panic!("no port in `{first}`"));
        Self { child, lines, port }
    }

    /// Waits for the end. Returns the exit code and what was printed.
    fn end(mut self) -> (i32, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.lines.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code().unwrap(), out, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Connects, also to a server that announces its port too early.
fn connect(port: u16) -> TcpStream {
    for _ in 0..200 {
        if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            return stream;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nobody listens on port {port}");
}

fn hello(port: u16, group: u8) -> TcpStream {
    let mut stream = connect(port);
    stream.write_all(&[1, 0, 0, 0, 1, group]).unwrap();
    stream
}

/// Reads up to and with the first message of a type, `None` if the connection ends before.
fn until(stream: &mut TcpStream, kind: u8) -> Option<Vec<u8>> {
    loop {
        let mut header = [0; 5];
        stream.read_exact(&mut header).ok()?;
        let mut payload = vec![0; u32::from_be_bytes([header[1], header[2], header[3], header[4]]) as usize];
        stream.read_exact(&mut payload).ok()?;
        if header[0] == kind {
            return Some(payload);
        }
    }
}

#[test]
fn bad_options_and_maps_end_with_255_as_scripts_expect() {
    let here = folder("serve_refuses");
    let standard = our_map("standard-8x8");
    for (arguments, words) in [
        (&["serve"][..], "--map"),
        (&["serve", "-m", "no.map"], "FAILED: No such file or directory"),
        (&["serve", "-m", &standard, "-t", "0.19"], "please choose a timeout value >= 0.2 seconds."),
        (&["serve", "-m", &standard, "-t", "0"], "please choose a timeout value >= 0.2 seconds."),
        (&["serve", "-m", &standard, "-t", "-1"], "please choose a timeout value >= 0.2 seconds."),
        (&["serve", "-m", &standard, "-z", "0.2", "-p", "0"], "not all clients were there in time"),
    ] {
        let output = rxt(&here, arguments);
        assert_eq!(output.status.code(), Some(255), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
    }
    fs::write(here.join("bad.map"), "2 0 0 0 1 3\n0 q 1\n").unwrap();
    let output = rxt(&here, &["serve", "-m", "bad.map"]);
    assert_eq!(output.status.code(), Some(255));
    assert!(text(&output.stderr).ends_with("FAILED: Invalid argument\n"), "{}", text(&output.stderr));
}

#[test]
fn a_map_without_any_move_is_final_and_opens_no_port() {
    let here = folder("serve_final");
    fs::write(here.join("final.map"), "2 0 0 0 1 2  1 2").unwrap();
    let output = rxt(&here, &["serve", "-m", "final.map"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "Map is final, no moves at all possible.\n");
}

#[test]
fn a_game_leaves_result_log_and_record_that_agree() {
    let here = folder("serve_game");
    let map = our_map("rule-bonus");
    let server = Server::start(&here, &["-m", &map, "-t", "5", "-r", "result.txt", "--record", "game.rxt"]);
    let clients: Vec<Child> = (1..=2)
        .map(|group: u8| {
            let (port, group) = (server.port.to_string(), group.to_string());
            let arguments = ["client", "-s", "127.0.0.1", "-p", &port, "-g", &group, "-q", "--engine", "first"];
            Command::new(RXT).args(arguments).current_dir(&here).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let (code, out, err) = server.end();
    for mut client in clients {
        assert!(client.wait().unwrap().success());
    }
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("game over"), "{out}");
    let result = fs::read_to_string(here.join("result.txt")).unwrap();
    let lines: Vec<&str> = result.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "rule-bonus.map"), "{result}");
    for line in &lines[1..] {
        let fields: Vec<&str> = line.split('\t').collect();
        assert!(fields[2].ends_with(" msecs") && fields[3] == "ok", "{line}");
    }
    let log = fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let log = log.into_iter().find(|name| name.starts_with("log_game_")).unwrap();
    let verified = rxt(&here, &["verify", &log, "game.rxt"]);
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
    assert!(text(&verified.stdout).ends_with("0 disagreements\n"));
    assert!(text(&verified.stdout).contains("2 games"), "{}", text(&verified.stdout));
}

#[test]
fn a_disqualification_is_explained_and_can_be_looked_at() {
    let here = folder("serve_disqualified");
    let server = Server::start(&here, &["-m", &our_map("standard-8x8"), "-t", "5"]);
    let (mut bad, mut good) = (hello(server.port, 3), hello(server.port, 4));
    assert_eq!(until(&mut bad, 4).unwrap(), [0, 0, 0x13, 0x88, 0], "5000 ms and no depth");
    bad.write_all(&[5, 0, 0, 0, 5, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(until(&mut bad, 7).unwrap(), [1]);
    assert_eq!(until(&mut good, 7).unwrap(), [1]);
    assert!(until(&mut good, 9).is_some());
    let (code, _, err) = server.end();
    assert_eq!(code, 0);
    for words in [
        "player 1 is disqualified: illegal move (0,0,0): a stone at (0,0) captures nothing",
        "received: 05 00 00 00 05 00 00 00 00 00",
        "time charged: ",
        "legal moves: (3,2) (2,3) (5,4) (4,5)",
        "look at it: rxt show disqualified_",
    ] {
        assert!(err.contains(words), "`{words}` is missing in\n{err}");
    }
    let repro = err.split_whitespace().find(|word| word.ends_with("_game1_player1.rxt")).unwrap();
    assert_eq!(rxt(&here, &["show", repro]).status.code(), Some(0));
    assert_eq!(rxt(&here, &["verify", repro]).status.code(), Some(0));
}

#[test]
fn like_the_course_a_bad_hello_ends_the_server_and_without_it_says_so() {
    let here = folder("serve_like_course");
    let standard = our_map("standard-8x8");
    let server = Server::start(&here, &["-m", &standard, "-t", "5", "--like-course"]);
    let _bad = hello(server.port, 100);
    let (code, _, err) = server.end();
    assert_eq!(code, 255);
    assert!(err.contains("group number 100; expected 0 to 99"), "{err}");

    let server = Server::start(&here, &["-m", &standard, "-z", "2"]);
    let _bad = hello(server.port, 100);
    let (code, _, err) = server.end();
    assert_eq!(code, 255);
    assert!(err.contains("its place is free (the course's server would end here with code 255)"), "{err}");
}

#[test]
fn like_the_course_a_time_limit_alone_sends_depth_one() {
    let here = folder("serve_depth");
    let server = Server::start(&here, &["-m", &our_map("standard-8x8"), "-t", "2", "--like-course"]);
    let (mut one, _two) = (hello(server.port, 1), hello(server.port, 2));
    assert_eq!(until(&mut one, 4).unwrap(), [0, 0, 0x07, 0xd0, 1]);
}

#[test]
fn a_server_that_is_terminated_writes_what_is_known() {
    let here = folder("serve_terminated");
    let arguments = ["-m", &our_map("standard-8x8"), "-r", "result.txt", "--record", "game.rxt"];
    let server = Server::start(&here, &arguments);
    let (mut one, _two) = (hello(server.port, 1), hello(server.port, 2));
    until(&mut one, 4).unwrap();
    one.write_all(&[5, 0, 0, 0, 5, 0, 3, 0, 2, 0]).unwrap();
    assert_eq!(until(&mut one, 6).unwrap(), [0, 3, 0, 2, 0, 1]);
    let status = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let (code, out, err) = server.end();
    assert_eq!(code, 255);
    assert!(err.contains("ending all games now") && out.contains("game broken off"), "{out}{err}");
    let result = fs::read_to_string(here.join("result.txt")).unwrap();
    assert_eq!(result, "standard-8x8.map\n1\t4\tinf\tok\n2\t1\tinf\tok\n");
    let verified = rxt(&here, &["verify", "game.rxt"]);
    assert!(text(&verified.stdout).contains("1 games, 1 moves, 0 disagreements"), "{}", text(&verified.stdout));
}

#[test]
fn json_tells_everything_line_by_line() {
    let here = folder("serve_json");
    let server = Server::start(&here, &["-m", &our_map("standard-8x8"), "--json", "--no-log"]);
    let (mut one, mut two) = (hello(server.port, 1), hello(server.port, 2));
    until(&mut one, 4).unwrap();
    one.write_all(&[4, 0, 0, 0, 5, 0, 0, 0, 0, 0]).unwrap();
    assert!(until(&mut two, 9).is_some());
    let (code, out, _) = server.end();
    assert_eq!(code, 0);
    let events: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["started", "asked", "disqualified", "ended"]);
    assert_eq!(events[2]["received"], "04 00 00 00 05 00 00 00 00 00");
    assert_eq!(events[3]["points"], serde_json::json!([null, 2]));
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0, "no log was asked for");
}

#[test]
fn sparring_ends_with_a_result_a_record_and_a_page() {
    let here = folder("spar");
    let command = format!("{RXT} client -s {{host}} -p {{port}} --engine first");
    let output =
        rxt(&here, &["spar", &command, "--against", "first", "--map", &our_map("rule-choice"), "--out", "bout"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("player 1 (you)"), "{}", text(&output.stdout));
    assert_eq!(rxt(&here, &["verify", "bout/game.rxt"]).status.code(), Some(0));
    let page = fs::read_to_string(here.join("bout/game.html")).unwrap();
    assert!(page.contains("<html") && !page.contains("src=\"http"));
    assert!(fs::read_to_string(here.join("bout/output.txt")).unwrap().contains(" | "));
}

#[test]
fn sparring_tells_a_student_what_went_wrong() {
    let here = folder("spar_wrong");
    let output = rxt(&here, &["spar", "./client {host}"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("has no {port}"), "{}", text(&output.stderr));
    let output = rxt(&here, &["spar", "echo I am lost; exit 3 # {port}", "--out", "bout"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("| I am lost") && told.contains("ended before it said hello"), "{told}");
    let output = rxt(&here, &["spar", "sleep 60 # {port}", "--patience", "1", "--out", "bout"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("nobody said hello within 1s"), "{}", text(&output.stderr));
}
