//! `rxt analyse` as a user runs it.

use crate::program::rxt;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn engines_stand_side_by_side() {
    let arguments = ["analyse", "maps/standard-8x8.map", "--engine", "alphabeta", "--engine", "brs", "--depth", "2"];
    let ran = rxt(here(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let engines = ran.json()["engines"].clone();
    assert_eq!((&engines[0]["engine"], &engines[1]["engine"]), (&"alphabeta".into(), &"brs".into()));
    assert_eq!(engines[0]["depth"], 2);
    assert!(rxt(here(), &arguments).out.starts_with("player 1 to move\n"));
}

#[test]
fn what_must_equal_minimax_does_and_what_cuts_the_tree_is_reported() {
    let compare = |engine: &str| {
        rxt(here(), &["analyse", "maps/cross-4p-15x15.map", "--engine", engine, "--compare", "--depth", "3"])
    };
    let same = compare("pvs,order=history");
    assert_eq!(same.code, 0, "{}{}", same.out, same.err);
    assert!(same.out.ends_with("1 searches compared with minimax, 0 differences\n"), "{}", same.out);
    rxt(here(), &["analyse", "maps/standard-8x8.map", "--engine", "mcts", "--compare"])
        .assert_refused(&["`mcts` looks for something else than minimax does"]);
}
