//! `rxt selfplay` and `rxt lab run` with workers: the same games as without.

use crate::program::rxt;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A fresh folder of this test's name.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Two workers on a queue in a file. They end with the test.
struct Workers(Vec<Child>);

impl Workers {
    fn start(folder: &Path) -> Self {
        let worker = |name| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_rxt"));
            command.args(["worker", "--queue", "jobs.sqlite", "--slots", "1", "--quiet", "--cache", "cache"]);
            command.args(["--name", name]).current_dir(folder).stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        Self(["one", "two"].map(worker).into())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

const QUEUE: [&str; 4] = ["--queue", "jobs.sqlite", "--repeat", "0.3"];

#[test]
fn games_to_learn_from_are_the_same_when_workers_play_them() {
    let here = folder("workers_selfplay");
    let play = |out: &str, games: &str, more: &[&str]| {
        let arguments = ["selfplay", "--nodes", "10", "--players", "2-4", "--seed", "9", "--games", games];
        let played = rxt(&here, &[&arguments[..], &["--out", out], more].concat());
        assert_eq!(played.code, 0, "{}", played.err);
        played.err
    };
    play("here", "16", &[]);
    // One game that is played already is not played again.
    play("there", "1", &[]);
    let workers = Workers::start(&here);
    let told = play("there", "16", &QUEUE);
    drop(workers);
    let games = |out: &str| {
        let text = fs::read_to_string(here.join(out).join("games.jsonl")).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(games("here"), games("there"));
    assert!(told.contains("one: ") || told.contains("two: "), "{told}");
    assert!(told.contains("0 refused") && told.contains("0 different"), "{told}");
    println!("proof: {} games to learn from, played by workers as they would have been here", games("there").len());
}

#[test]
fn the_state_of_a_queue_is_shown_and_what_is_stuck() {
    let here = folder("workers_status");
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/standard-8x8.map");
    let bots = "[[bot]]\nname = \"a\"\nengine = \"greedy\"\n[[bot]]\nname = \"b\"\nengine = \"random\"\n";
    let head = "name = \"cup\"\nformat = \"round-robin\"\nnodes = 5\nblocks = 3";
    fs::write(here.join("cup.toml"), format!("{head}\nmaps = [\"{}\"]\n{bots}", map.display())).unwrap();
    let mut host = Command::new(env!("CARGO_BIN_EXE_rxt"));
    host.args(["arena", "run", "cup.toml", "--queue", "jobs.sqlite", "--quiet"]).current_dir(&here);
    let mut host = host.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = |more: &[&str]| rxt(&here, &[&["arena", "status", "--queue", "jobs.sqlite"], more].concat());
    while status(&["--json"]).json()["waiting"] != 6 {
        assert!(host.try_wait().unwrap().is_none(), "the host waits for workers");
    }
    let alone = status(&[]);
    assert!(alone.out.contains("6 games wait") && alone.out.contains("STUCK: nobody works here"), "{}", alone.out);
    let workers = Workers::start(&here);
    assert!(host.wait().unwrap().success());
    drop(workers);
    let told = status(&["--db", "cup.sqlite", "--json"]).json();
    let games = |list: &serde_json::Value| -> u64 {
        list.as_array().unwrap().iter().map(|worker| worker["games"].as_u64().unwrap()).sum()
    };
    assert_eq!((games(&told["workers"]), told["incidents"].as_u64()), (6, Some(0)), "{told}");
    let text = status(&["--db", "cup.sqlite"]).out;
    assert!(text.contains("played by workers") && text.contains("0 games wait"), "{text}");
}

#[test]
fn queues_and_workers_are_measured() {
    let here = folder("workers_bench");
    let arguments = ["bench", "queue", "--jobs", "40", "--games", "6", "--nodes", "5", "--workers", "1,2", "--json"];
    let measured = rxt(&here, &arguments);
    assert_eq!(measured.code, 0, "{}", measured.err);
    let queue = &measured.json()["queues"][0];
    for rate in ["submitted", "done_by_one", "done_by_many", "heartbeats", "collected"] {
        assert!(queue["rates"][rate].as_f64().unwrap() > 0.0, "{queue}");
    }
    let games: Vec<u64> =
        queue["games"].as_array().unwrap().iter().map(|grown| grown["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [6, 6]);
    assert!(queue["many"]["shortest_game_seconds"].as_f64().unwrap() > 0.0, "{queue}");
}

/// The rows of each job.
fn rows(out: &Path) -> BTreeMap<u32, String> {
    let run = fs::read_dir(out).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(run.join("strength.csv")).unwrap();
    text.lines().skip(1).map(|line| (line.split(',').next().unwrap().parse().unwrap(), line.to_owned())).collect()
}

#[test]
fn an_experiment_says_the_same_when_workers_play_its_games() {
    let here = folder("workers_lab");
    let run = |out: &str, more: &[&str]| {
        let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/rule-choice.map");
        let map = map.display().to_string();
        let arguments = ["lab", "run", "static-dynamic-corners", "--maps", &map, "--budget", "2s", "--out", out];
        let run = rxt(&here, &[&arguments[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        (rows(&here.join(out)), run.err)
    };
    let workers = Workers::start(&here);
    let (there, told) = run("there", &QUEUE);
    drop(workers);
    let (local, _) = run("here", &[]);
    assert!(told.contains("measure time and are done here"), "{told}");
    assert!(told.contains("one: ") || told.contains("two: "), "{told}");
    // Of both runs, as many jobs as there was time for; those that go by the clock may come out otherwise.
    let without_clock = |row: &&String| !row.contains("20ms");
    let both: Vec<u32> = there.keys().filter(|job| local.contains_key(job)).copied().collect();
    let compared = both.iter().filter(|job| without_clock(&&local[job])).map(|job| {
        assert_eq!(local[job], there[job]);
    });
    let compared = compared.count();
    assert!(compared >= 1, "{compared} jobs to compare: {told}");
    println!("proof: {compared} blocks of an experiment, played by workers as they would have been here");
}
