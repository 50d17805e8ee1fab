//! `rxt engines` and `rxt bench search` as a user runs them.

use crate::program::rxt;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_engine_is_listed_and_explained() {
    let listed = rxt(here(), &["engines"]);
    assert_eq!(listed.code, 0, "{}", listed.err);
    assert!(listed.out.lines().all(|line| line.chars().count() <= 96), "{}", listed.out);
    let all = rxt(here(), &["engines", "--json"]).json();
    let mut explained = 0;
    for group in ["searches", "presets", "evaluations"] {
        for entry in all[group].as_array().unwrap() {
            let name = entry["name"].as_str().unwrap();
            assert!(listed.out.lines().any(|line| line.trim_start().starts_with(name)), "{name} is not listed");
            let page = rxt(here(), &["engines", name]);
            assert_eq!(page.code, 0, "{name}: {}", page.err);
            for option in entry["options"].as_array().into_iter().flatten() {
                let option = format!("{}=", option["name"].as_str().unwrap());
                assert!(page.out.lines().any(|line| line.trim_start().starts_with(&option)), "{name}: {option}");
            }
            assert_eq!(rxt(here(), &["engines", name, "--json"]).json()["name"], name);
            explained += 1;
        }
    }
    println!("proof: {explained} searches, presets and evaluations explained");
}

#[test]
fn an_unknown_engine_is_refused() {
    rxt(here(), &["engines", "deep-thought"]).assert_refused(&["deep-thought", "`rxt engines` lists them all"]);
}

#[test]
fn searches_are_measured_where_and_as_deep_as_asked() {
    let map = "../../maps/standard-8x8.map";
    let arguments =
        ["bench", "search", "--engine", "alphabeta", "--engine", "minimax", "--position", map, "--depth", "4"];
    let ran = rxt(here(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report = ran.json();
    let rows = report["rows"].as_array().unwrap();
    let nodes = |row: usize| rows[row]["nodes"].as_u64().unwrap();
    // Minimax visits every position of the tree, once for each depth: 4 + 12 + 56 + 244, and so on up to each depth.
    assert_eq!(nodes(1), 4 + (4 + 12) + (4 + 12 + 56) + (4 + 12 + 56 + 244));
    assert!(nodes(0) < nodes(1), "alpha-beta prunes");
    assert_eq!(report["nodes"], nodes(0) + nodes(1));
    let text = rxt(here(), &arguments);
    assert!(text.out.trim_end().ends_with(&format!("nodes {}", nodes(0) + nodes(1))), "{}", text.out);
}

#[test]
fn an_engine_that_does_not_exist_is_not_measured() {
    let ran = rxt(here(), &["bench", "search", "--engine", "alphabeta,foo=1"]);
    ran.assert_refused(&["the search `alphabeta` takes no option `foo`; expected one of", "`successors`"]);
}
