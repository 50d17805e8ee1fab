//! `rxt lab` and `--measure` as a user runs them.

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

fn only_folder(parent: &Path) -> PathBuf {
    let mut found = fs::read_dir(parent).unwrap().map(|entry| entry.unwrap().path());
    let first = found.next().unwrap();
    assert!(found.next().is_none(), "one folder in {}", parent.display());
    first
}

#[test]
fn an_experiment_is_run_reported_published_and_checked() {
    let here = folder("lab_run");
    let list = rxt(&here, &["lab", "list"]);
    assert_eq!(list.code, 0);
    assert!(list.out.contains("coin-walk"), "{}", list.out);
    let run = rxt(&here, &["lab", "run", "coin-walk", "--seed", "3", "--budget", "60s", "--out", "runs", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.json()[0]["jobs"], 11);
    let folder = only_folder(&here.join("runs"));
    for file in ["run.json", "walks.csv", "distances.csv", "report.md", "report.html", "plots/walks.svg"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let folder = folder.display().to_string();
    let report = rxt(&here, &["lab", "report", &folder, "--publish", "docs"]);
    assert_eq!((report.code, report.out.trim()), (0, "docs/coin-walk.md"), "{}", report.err);
    let check = rxt(&here, &["lab", "check", "coin-walk", "--docs", "docs"]);
    assert_eq!((check.code, check.out.trim()), (0, "coin-walk: right"), "{}", check.err);
    let page = here.join("docs/coin-walk.md");
    fs::write(&page, fs::read_to_string(&page).unwrap().replacen("10 000", "20 000", 1)).unwrap();
    assert_eq!(rxt(&here, &["lab", "check", "coin-walk", "--docs", "docs"]).code, 1);
    assert_eq!(rxt(&here, &["lab", "check", "coin-walk", "--docs", "docs", "--write"]).code, 0);
}

#[test]
fn runs_are_joined_and_each_row_counts_once() {
    let here = folder("lab_join");
    let run = |out: &str| {
        let run = ["lab", "run", "coin-walk", "--seed", "3", "--budget", "60s", "--out", out, "--json"];
        assert_eq!(rxt(&here, &run).code, 0);
        only_folder(&here.join(out)).to_string_lossy().into_owned()
    };
    let (one, other) = (run("one"), run("other"));
    let join = rxt(&here, &["lab", "join", &one, &other, "--out", "joined"]);
    assert_eq!(join.code, 0, "{}", join.err);
    assert!(here.join("joined/report.html").exists());
    let rows = |folder: &str| fs::read_to_string(here.join(folder).join("walks.csv")).unwrap().lines().count();
    assert_eq!(rows("joined"), rows(&one));
    rxt(&here, &["lab", "join", &one, &other, "--out", "joined"]).assert_refused(&["`joined` exists already"]);
}

#[test]
fn a_measured_match_leaves_its_series() {
    let here = folder("lab_measure");
    let arguments =
        ["match", "alphabeta", "greedy", "--games", "2", "--nodes", "100", "--out", "m", "--measure", "measured"];
    let played = rxt(&here, &[&arguments[..], &["--unit", "ms", "--concurrent", "1"]].concat());
    assert_eq!(played.code, 0, "{}", played.err);
    let folder = only_folder(&here.join("measured"));
    let samples = fs::read_to_string(folder.join("samples.csv")).unwrap();
    for series in ["engine.choose", "engine.iteration", "engine.nodes", "engine.depth"] {
        assert!(samples.contains(series), "{series}");
    }
    let run: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["what"], "match");
    assert!(run["fingerprint"].as_u64().unwrap() > 0 && run["noise"]["load_after"].is_number(), "{run}");
    assert!(fs::read(folder.join("plots/engine-choose.png")).unwrap().starts_with(b"\x89PNG"));
    let wide = folder.join("wide.csv").display().to_string();
    let plots = rxt(&here, &["lab", "plot", &wide, "--out", "plots"]);
    assert_eq!(plots.code, 0, "{}", plots.err);
    assert!(here.join("plots/engine-choose.svg").is_file() && here.join("plots/engine-nodes.svg").is_file());
    fs::write(here.join("one.csv"), "a\n1\n3\n2\n").unwrap();
    assert_eq!(rxt(&here, &["lab", "plot", "one.csv", "--png"]).code, 0);
    assert!(fs::read(here.join("one.plots/a.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_there_is_not_is_refused() {
    let here = folder("lab_refused");
    rxt(&here, &["lab", "run", "phlogiston"]).assert_refused(&["`phlogiston` is no experiment", "`rxt lab list`"]);
    rxt(&here, &["lab", "report", "nowhere"]).assert_refused(&["run.json"]);
    fs::write(here.join("words.csv"), "a,b\nx,y\n").unwrap();
    rxt(&here, &["lab", "plot", "words.csv"]).assert_refused(&["nothing to draw in `words.csv`"]);
    rxt(&here, &["lab", "run", "coin-walk", "--limit", "10"]).assert_refused(&["no games with the limit `10`"]);
    rxt(&here, &["lab", "run", "search-per-players", "--limit", "10"]).assert_refused(&["1000, 10000, 5ms, 100000"]);
    rxt(&here, &["lab", "run", "coin-walk", "--budget", "soon"]).assert_refused(&["soon"]);
}
