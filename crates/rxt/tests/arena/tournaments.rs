//! Tournaments between engines.

use crate::program::{RXT, command, engine, folder, rxt, tournament};
use rxt_arena::db::Db;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

const HEAD: &str = "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\nblocks = 5\nseed = 1";

#[test]
fn the_smallest_tournament_is_played_and_its_results_have_the_promised_shape() {
    let folder = folder("smallest");
    tournament(
        &folder,
        "cup.toml",
        &format!("{HEAD}\ntime = 0.002"),
        &[("one", &engine("greedy")), ("two", &engine("random"))],
    );
    let ran = rxt(&folder, &["arena", "run", "cup.toml", "--db", "cup.sqlite"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("placement score"), "{}", ran.out);
    let results = rxt(&folder, &["arena", "results", "--db", "cup.sqlite", "--json"]).json();
    let games = results["games"].as_array().unwrap();
    assert_eq!(games.len(), 10);
    for (game, id) in games.iter().zip(1..) {
        let keys: Vec<&String> = game.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            ["id", "map", "seats", "points", "places", "disqualified"]
                .map(String::from)
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
        );
        assert_eq!(game["id"], id);
        assert_eq!(game["map"], "two.map");
        let expected = if id % 2 == 1 { ["one", "two"] } else { ["two", "one"] };
        assert_eq!(game["seats"], serde_json::json!(expected));
        assert_eq!(game["disqualified"], serde_json::json!([]));
        assert_eq!(game["points"].as_array().unwrap().len(), 2);
    }
    // The same command again has nothing left to do.
    let again = rxt(&folder, &["arena", "run", "cup.toml", "--db", "cup.sqlite"]);
    assert_eq!((again.code, rxt(&folder, &["arena", "results", "--db", "cup.sqlite", "--json"]).json()), (0, results));
    let status = rxt(&folder, &["arena", "status", "--db", "cup.sqlite", "--json"]).json();
    assert_eq!((&status["over"], &status["started"]), (&true.into(), &10.into()));
    // A record can be taken out and stands up to the rules.
    let record = rxt(&folder, &["arena", "results", "--db", "cup.sqlite", "--record", "3"]);
    fs::write(folder.join("game.rxt"), record.out).unwrap();
    assert_eq!(rxt(&folder, &["verify", "game.rxt"]).code, 0);
}

#[test]
fn a_plan_is_printed_and_nothing_is_played() {
    let folder = folder("dry-run");
    let bots = [("one", engine("greedy")), ("two", engine("random")), ("three", engine("first"))];
    let bots: Vec<(&str, &str)> = bots.iter().map(|(name, what)| (*name, what.as_str())).collect();
    tournament(&folder, "cup.toml", &format!("{HEAD}\ntime = 0.05"), &bots);
    let ran = rxt(&folder, &["arena", "run", "cup.toml", "--dry-run"]);
    assert!(ran.code == 0 && ran.out.contains("games: 30\n") && ran.out.contains("time: at most"), "{}", ran.out);
    assert!(!folder.join("cup.sqlite").exists());
}

#[test]
fn another_tournament_does_not_touch_the_results() {
    let folder = folder("other");
    tournament(
        &folder,
        "cup.toml",
        &format!("{HEAD}\nnodes = 20"),
        &[("one", &engine("greedy")), ("two", &engine("random"))],
    );
    assert_eq!(rxt(&folder, &["arena", "run", "cup.toml", "--quiet"]).code, 0);
    let changed = [("one", engine("greedy")), ("two", engine("first"))];
    tournament(&folder, "cup.toml", &format!("{HEAD}\nnodes = 20"), &[("one", &changed[0].1), ("two", &changed[1].1)]);
    let ran = rxt(&folder, &["arena", "run", "cup.toml", "--quiet"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("bot `two` is not"), "{}", ran.err);
    assert_eq!(Db::look(&folder.join("cup.sqlite")).unwrap().result_count().unwrap(), 10);
}

#[test]
fn an_interrupt_lets_games_end_and_says_how_to_go_on() {
    let folder = folder("interrupt");
    let head = HEAD.replace("blocks = 5", "blocks = 500");
    tournament(
        &folder,
        "cup.toml",
        &format!("{head}\nnodes = 100"),
        &[("one", &engine("alphabeta")), ("two", &engine("greedy"))],
    );
    let arguments = ["arena", "run", "cup.toml", "--db", "cup.sqlite"];
    let child = command(&folder, &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    let played = || Db::look(&folder.join("cup.sqlite")).and_then(|db| db.result_count()).unwrap_or(0);
    while played() < 3 && start.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(child.id().cast_signed()), nix::sys::signal::Signal::SIGINT)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("rxt arena run cup.toml --db cup.sqlite"), "{err}");
    let db = Db::look(&folder.join("cup.sqlite")).unwrap();
    assert!(db.attempts().unwrap().iter().all(|attempt| attempt.outcome.is_some()), "no game was broken off");
    assert!(RXT.ends_with("rxt"));
}

#[test]
fn two_runs_at_once_do_not_share_a_database() {
    let folder = folder("busy");
    tournament(
        &folder,
        "cup.toml",
        &format!("{HEAD}\nnodes = 20"),
        &[("one", &engine("greedy")), ("two", &engine("random"))],
    );
    let _held = Db::open(&folder.join("cup.sqlite")).unwrap();
    let ran = rxt(&folder, &["arena", "run", "cup.toml", "--quiet"]);
    assert!(ran.code == 2 && ran.err.contains("is in use"), "{}", ran.err);
}
