//! Programs that are known by name, and the driving test.

use crate::program::{RXT, command, engine, folder, tournament};
use crate::zoo::can_run;
use rxt_arena::db::Db;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn rxt(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = command(folder, arguments).env("XDG_DATA_HOME", folder.join("data")).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn programs_are_known_by_name_until_they_are_forgotten() {
    let folder = folder("registry");
    let (code, _, err) = rxt(&folder, &["bot", "add", "me", "./me {host} {port}"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(rxt(&folder, &["bot", "add", "ours", "--engine", "greedy"]).0, 0);
    assert_eq!(rxt(&folder, &["bot", "add", "bad", "./me"]).0, 2);
    let (_, list, _) = rxt(&folder, &["bot", "list"]);
    assert!(list.contains("me    ./me {host} {port}") && list.contains("ours  engine greedy"), "{list}");
    // A tournament needs nothing but the name.
    let head = "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\nnodes = 20";
    tournament(&folder, "cup.toml", head, &[("ours", ""), ("two", "engine = \"random\"")]);
    let (code, _, err) = rxt(&folder, &["arena", "run", "cup.toml", "--quiet"]);
    assert_eq!(code, 0, "{err}");
    tournament(&folder, "cup.toml", head, &[("nobody", ""), ("two", "engine = \"random\"")]);
    let (code, _, err) = rxt(&folder, &["arena", "run", "cup.toml", "--quiet"]);
    assert!(code == 2 && err.contains("`nobody` is not known"), "{err}");
    assert_eq!(rxt(&folder, &["bot", "remove", "me"]).0, 0);
    assert_eq!(rxt(&folder, &["bot", "remove", "me"]).0, 2);
}

#[test]
fn a_program_that_knows_the_rules_passes_and_one_that_does_not_is_told_why() {
    if !can_run() {
        return;
    }
    let folder = folder("driving");
    let good = format!("{RXT} client -s {{host}}:{{port}} --engine random -q");
    let (code, text, err) = rxt(&folder, &["bot", "check", &good, "--only", "choice"]);
    assert_eq!(code, 0, "{text} {err}");
    assert!(text.ends_with("Passed: all 3 exercises. This program may take part.\n"), "{text}");
    let bad = "exec 3<>/dev/tcp/$1/$2; printf '\\x01\\x00\\x00\\x00\\x01\\x07' >&3\n\
               printf '\\x05\\x00\\x00\\x00\\x05\\xff\\xff\\xff\\xff\\x00' >&3; sleep 30\n";
    fs::write(folder.join("bad.sh"), bad).unwrap();
    let (code, json, err) = rxt(&folder, &["bot", "check", "bash bad.sh {host} {port}", "--only", "capture", "--json"]);
    assert_eq!(code, 1, "{err}");
    let verdict: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(verdict["passed"], false);
    let first = &verdict["exercises"][0];
    assert!(first["what"].as_str().unwrap().starts_with("illegal move"), "{first}");
    let record = folder.join(first["record"].as_str().unwrap());
    assert!(record.exists(), "{}", record.display());
}

#[test]
fn ctrl_c_in_a_terminal_costs_no_program_its_game() {
    if !can_run() {
        return;
    }
    let folder = folder("ctrl-c");
    let client =
        format!("command = \"trap 'exit 1' INT; {RXT} client -s {{host}}:{{port}} --engine greedy -q & wait\"");
    let head = "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\nblocks = 50\ntime = 0.03";
    let bots = [("program", client.as_str()), ("engine", &engine("alphabeta"))];
    tournament(&folder, "cup.toml", head, &bots);
    let arguments = ["arena", "run", "cup.toml", "--db", "cup.sqlite", "--concurrency", "2", "--quiet"];
    let mut run = command(&folder, &arguments);
    // A terminal signals all processes of the group that it runs.
    let mut run = run.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    let attempts = || Db::look(&folder.join("cup.sqlite")).and_then(|db| db.attempts()).unwrap_or_default();
    while attempts().len() < 3 && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let group = nix::unistd::Pid::from_raw(run.id().cast_signed());
    nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGINT).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let (_, results, _) = rxt(&folder, &["arena", "results", "--db", "cup.sqlite", "--json"]);
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let games = results["games"].as_array().unwrap();
    assert!(games.len() >= 3, "the games that ran were finished: {results}");
    assert!(games.iter().all(|game| game["disqualified"] == serde_json::json!([])), "{results}");
}
