//! A tournament that is killed again and again loses nothing, doubles nothing and invents nothing.

use crate::program::{command, engine, folder, rxt, tournament};
use rxt_arena::db::Db;
use rxt_rules::rng::Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Games at once.
const CONCURRENCY: usize = 2;
/// Longer than a start takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often the tournament is killed: `RXT_KILLS`, or else a few times.
fn kills() -> usize {
    std::env::var("RXT_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

fn results(folder: &Path, db: &str) -> Value {
    rxt(folder, &["arena", "results", "--db", db, "--json"]).json()
}

/// The games that are stored, by their numbers; none before there is a database.
fn stored(folder: &Path) -> BTreeMap<u64, String> {
    let Ok(db) = Db::look(&folder.join("killed.sqlite")) else { return BTreeMap::new() };
    db.results().unwrap().into_iter().map(|row| (row.id, db.record(row.id).unwrap())).collect()
}

fn attempts(folder: &Path) -> (usize, usize) {
    let Ok(db) = Db::look(&folder.join("killed.sqlite")) else { return (0, 0) };
    let attempts = db.attempts().unwrap();
    (attempts.len(), attempts.iter().filter(|attempt| attempt.outcome.is_none()).count())
}

/// Starts the tournament and kills it, mostly while a game is played. Returns whether it was.
fn start_and_kill(folder: &Path, rng: &mut Rng, number: usize) -> bool {
    let arguments = ["arena", "run", "cup.toml", "--db", "killed.sqlite", "--concurrency", "2", "--quiet"];
    let before = attempts(folder);
    let mut child = command(folder, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    // Every fifth kill comes at any moment, also before the first game.
    if number % 5 != 4 {
        while attempts(folder).0 <= before.0 && start.elapsed() < PATIENCE {
            assert!(child.try_wait().unwrap().is_none(), "the tournament ended after {number} kills: too short");
            sleep(Duration::from_millis(2));
        }
    }
    sleep(Duration::from_millis(rng.below(30) as u64));
    child.kill().unwrap();
    child.wait().unwrap();
    attempts(folder).1 > before.1
}

#[test]
fn a_tournament_that_is_killed_again_and_again_ends_as_if_it_had_not_been() {
    let kills = kills();
    let folder = folder("kills");
    let head = format!(
        "name = \"cup\"\nformat = \"swiss\"\nmaps = [\"two.map\", \"four.map\"]\nnodes = 300\nblocks = {}\nrounds = 4\nseed = 7\nopening = 2",
        2 + kills / 2
    );
    let specs = ["alphabeta", "greedy", "random", "mcts", "first"];
    let bots: Vec<(&str, String)> = specs.iter().map(|spec| (*spec, engine(spec))).collect();
    let bots: Vec<(&str, &str)> = bots.iter().map(|(name, what)| (*name, what.as_str())).collect();
    tournament(&folder, "cup.toml", &head, &bots);
    let whole = rxt(&folder, &["arena", "run", "cup.toml", "--db", "whole.sqlite", "--quiet"]);
    assert_eq!(whole.code, 0, "{}", whole.err);

    let mut rng = Rng::new(3);
    let mut known = BTreeMap::new();
    let mut inside = 0;
    for number in 0..kills {
        inside += usize::from(start_and_kill(&folder, &mut rng, number));
        let now = stored(&folder);
        for (id, record) in &known {
            assert_eq!(now.get(id), Some(record), "game {id} is lost or changed after kill {number}");
        }
        known = now;
    }
    let last = rxt(&folder, &["arena", "run", "cup.toml", "--db", "killed.sqlite", "--quiet"]);
    assert_eq!(last.code, 0, "{}", last.err);

    let (killed, whole) = (results(&folder, "killed.sqlite"), results(&folder, "whole.sqlite"));
    assert_eq!(killed, whole, "the end is another");
    let db = Db::look(&folder.join("whole.sqlite")).unwrap();
    for (id, record) in stored(&folder) {
        assert_eq!(db.record(id).unwrap(), record, "game {id}");
    }
    let planned = db.planned().unwrap().1 as usize;
    let started = attempts(&folder).0;
    assert!(started <= planned + kills * CONCURRENCY, "{started} started, {planned} planned, {kills} kills");
    assert!(inside * 2 >= kills, "only {inside} of {kills} kills were inside a game");
    println!(
        "proof: {kills} kills with -9, {inside} of them inside a game, {planned} games as if undisturbed, {started} started"
    );
}
