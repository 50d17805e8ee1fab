//! `rxt match` as a user runs it.

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

fn our_maps() -> String {
    format!("{}/../../maps", env!("CARGO_MANIFEST_DIR"))
}

/// The games of a match, sorted, because they end in any order.
fn games(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_match_can_be_broken_off_and_ends_with_the_same_games() {
    let here = folder("match_resumed");
    let map = format!("{}/cross-4p-15x15.map", our_maps());
    let standard = format!("{}/standard-8x8.map", our_maps());
    let play = |out: &str| {
        let arguments = ["match", "alphabeta", "greedy", "random", "--nodes", "200", "--games", "20", "--maps"];
        let arguments = [&arguments[..], &[&map, &standard, "--json", "--out", out]].concat();
        rxt(&here, &arguments)
    };
    let whole = play("one");
    assert_eq!(whole.code, 0, "{}", whole.err);
    let report = whole.json();
    assert_eq!(report["complete"], true);
    let scores: Vec<f64> =
        (0..3).map(|index| report["competitors"][index]["placement_score"].as_f64().unwrap()).collect();
    assert!(scores[0] > scores[1] && scores[0] > scores[2], "{report}");
    assert_eq!(report["competitors"][0]["name"], "alphabeta");
    let on_maps: u64 = ["cross-4p-15x15.map", "standard-8x8.map"]
        .iter()
        .map(|map| report["maps"][map][0]["games"].as_u64().unwrap())
        .sum();
    assert_eq!(report["competitors"][0]["games"], on_maps);
    let all = games(&here.join("one"));
    assert!(all.len() >= 20);

    assert_eq!(play("two").code, 0);
    assert_eq!(games(&here.join("two")), all, "the same command gives the same games");
    // As if it had been ended in the middle of a line.
    let path = here.join("two/games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(play("two").code, 0);
    let resumed: Vec<String> = games(&here.join("two")).into_iter().filter(|line| line.ends_with('}')).collect();
    assert!(all.iter().all(|line| resumed.contains(line)));
    println!("proof: {} games of a match, played again, and resumed", all.len());
}

#[test]
fn a_sequential_test_ends_a_match_that_is_clear() {
    let here = folder("match_sprt");
    let play = |first: &str, second: &str, more: &[&str]| {
        let arguments = ["match", first, second, "--nodes", "100", "--games", "3000", "--sprt", "0.1", "--out", first];
        rxt(&here, &[&arguments[..], more].concat())
    };
    for (first, second, verdict) in [("alphabeta", "random", "gain"), ("first", "alphabeta", "loss")] {
        let report = play(first, second, &["--json"]).json();
        assert_eq!((&report["verdict"], &report["complete"]), (&verdict.into(), &true.into()), "{report}");
        let played = games(&here.join(first));
        assert!(played.len() < 300, "{} games for what is clear", played.len());
        let again = play(first, second, &[]);
        assert_eq!(again.code, 0);
        assert!(again.out.contains(if verdict == "gain" { "is better" } else { "is worse" }), "{}", again.out);
        assert_eq!(games(&here.join(first)), played, "nothing is played once it is decided");
    }
    rxt(&here, &["match", "first", "random", "greedy", "--sprt"]).assert_refused(&["--sprt compares two engines"]);
    rxt(&here, &["match", "first", "random", "--sprt", "2"]).assert_refused(&["from 0.002 to 0.4"]);
}

#[test]
fn results_of_another_match_are_not_touched() {
    let here = folder("match_other");
    let first = rxt(&here, &["match", "first", "random", "--games", "2", "--out", "here", "--by-map"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let tables: Vec<&str> = first.out.split("\nstandard-8x8.map\n").collect();
    assert_eq!(tables.len(), 2, "{}", first.out);
    assert_eq!(tables[0], tables[1], "there is but one map");
    rxt(&here, &["match", "first", "greedy", "--games", "2", "--out", "here"])
        .assert_refused(&["`here` has the results of another match", "choose another --out"]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let here = folder("match_refused");
    rxt(&here, &["match", "first", "deep-thought"]).assert_refused(&["`deep-thought` is no engine"]);
    rxt(&here, &["match", "first", "random", "--maps", "nowhere"]).assert_refused(&["cannot read `nowhere`"]);
    rxt(&here, &["match", "first", "random", "--maps", "."]).assert_refused(&["there is no map to play on"]);
    rxt(&here, &["match", "first", "random", "--time", "0"]).assert_refused(&["--time 0 is no time per move"]);
}
