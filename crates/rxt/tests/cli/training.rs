//! `rxt selfplay` and `rxt fit` as a user runs them.

use crate::program::rxt;
use std::fs;
use std::path::{Path, PathBuf};

/// A fresh folder of this test's name.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The finished games, sorted, because they end in any order.
fn games(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let is_whole = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    let mut lines: Vec<String> = text.lines().filter(is_whole).map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn games_are_gone_on_with_and_give_weights() {
    let here = folder("training");
    let play = |out: &str, games: &str| {
        let arguments = ["selfplay", "--nodes", "10", "--players", "2-3", "--seed", "4", "--json", "--games", games];
        rxt(&here, &[&arguments[..], &["--out", out]].concat())
    };
    let whole = play("one", "24");
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert_eq!(whole.json()["complete"], true);
    let positions = whole.json()["positions"].as_u64().unwrap();
    assert!(positions > 24 * 5, "{positions} positions");
    assert_eq!(play("two", "9").code, 0);
    // As if it had been ended in the middle of a line.
    let path = here.join("two/games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(play("two", "24").code, 0);
    assert_eq!(games(&here.join("one")), games(&here.join("two")), "the same games, however often interrupted");

    let fit = |data: &str, out: &str| rxt(&here, &["fit", data, "--out", out, "--json"]);
    let fitted = fit("one", "weights.txt");
    assert!([0, 1].contains(&fitted.code), "{}", fitted.err);
    let report = fitted.json();
    let likelihood = |when: &str| report["log_likelihood"][when]["fitted"].as_f64().unwrap();
    assert!(likelihood("after") > likelihood("before"), "{report}");
    let weights = fs::read_to_string(here.join("weights.txt")).unwrap();
    assert!(weights.contains("# games: rxt selfplay --games 24 --nodes 10 --seed 4 --players 2-3"), "{weights}");
    fit("two", "again.txt");
    let again = fs::read_to_string(here.join("again.txt")).unwrap();
    let numbers =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(numbers(&weights), numbers(&again), "the same games give the same weights");
    assert!(rxt(&here, &["fit", "one", "--out", "third.txt", "--start", "weights.txt"]).out.contains("held out"));
    println!("proof: 24 games of {positions} positions, played twice, interrupted, and fitted to");
}

#[test]
fn what_cannot_be_learnt_from_is_refused() {
    let here = folder("training_refused");
    let first = rxt(&here, &["selfplay", "--nodes", "1", "--games", "1", "--out", "here"]);
    assert_eq!(first.code, 0, "{}", first.err);
    rxt(&here, &["selfplay", "--nodes", "2", "--games", "1", "--out", "here"])
        .assert_refused(&["`here` has games with other options", "name another folder"]);
    rxt(&here, &["selfplay", "--players", "1-9", "--out", "there"]).assert_refused(&["a number from 2 to 8"]);
    rxt(&here, &["selfplay", "--engine", "deep-thought", "--out", "there"])
        .assert_refused(&["`deep-thought` is no engine"]);
    rxt(&here, &["fit", "nowhere", "--out", "weights.txt"]).assert_refused(&["expected the games of `rxt selfplay`"]);
    rxt(&here, &["fit", "here", "--out", "weights.txt"]).assert_refused(&["1 games with positions are too few"]);
}
