//! `rxt analyse` as a user runs it.

use crate::program::{folder, game, rxt};
use std::fs;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn a_position_has_lines_a_heat_map_and_reasons() {
    let arguments = ["analyse", "maps/cross-4p-15x15.map", "--engine", "pvs", "--nodes", "2000", "--multipv", "2"];
    let ran = rxt(here(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("player 1 to move, pvs thinks\n"), "{}", ran.out);
    for words in ["\n1. (", "\n2. (", ": placement 0.", "0123456789", "\nwhy ("] {
        assert!(ran.out.contains(words), "`{words}` is missing in\n{}", ran.out);
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    let again = rxt(here(), &arguments);
    assert_eq!(ran.out, again.out, "the same question has the same answer");
    let json = rxt(here(), &[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(json["lines"].as_array().unwrap().len(), 2);
    let placements = json["lines"][0]["placements"].as_array().unwrap();
    let sum: f64 = placements.iter().map(|score| score.as_f64().unwrap()).sum();
    assert!(placements.len() == 4 && (sum - 2.0).abs() < 0.01, "{json}");
    assert!(json["why"]["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()));
    assert_eq!(json["lines"][0]["line"][0]["player"], 1);
}

#[test]
fn the_worth_of_tiles_is_drawn() {
    let folder = folder("analyse-svg");
    let map = format!("{}/maps/standard-8x8.map", here().display());
    for file in ["tiles.svg", "tiles.png"] {
        let ran = rxt(&folder, &["analyse", &map, "--depth", "2", "--svg", file]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let svg = fs::read_to_string(folder.join("tiles.svg")).unwrap();
    assert!(svg.contains("<title>Player 1: placement by move ("), "{}", &svg[..300]);
    assert!(fs::read(folder.join("tiles.png")).unwrap().starts_with(b"\x89PNG"));
    rxt(&folder, &["analyse", &map, "--svg", "tiles.jpg"]).assert_refused(&["cannot tell from `tiles.jpg`"]);
}

#[test]
fn a_game_has_blunders_and_somebody_who_lost_it() {
    let folder = folder("analyse-game");
    let record = game(&folder);
    let arguments = ["analyse", "game.rxt", "--nodes", "60", "--engine", "pvs"];
    let ran = rxt(&folder, &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with(&format!("{} moves, judged by pvs\n", record.plies())), "{}", ran.out);
    assert!(ran.out.contains("\nblunders\n") && ran.out.contains(" lost the game with move "), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    let json = rxt(&folder, &[&arguments[..], &["--json"]].concat()).json();
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), record.plies());
    let lost_by = json["turnings"].as_array().unwrap().iter().find_map(|turning| turning["lost_by"].as_u64()).unwrap();
    assert!(moves[lost_by as usize]["loss"].as_f64().unwrap() > 0.0);
    let one = rxt(&folder, &["analyse", "game.rxt", "--move", "5", "--nodes", "500"]);
    assert!(one.code == 0 && one.out.contains("\nplayed: ("), "{}{}", one.out, one.err);
    let same = rxt(&folder, &["analyse", "game.rxt@4", "--nodes", "500"]);
    assert_eq!(one.out, same.out);
    println!("proof: {} moves of a recorded game analysed", moves.len());
}

#[test]
fn engines_stand_side_by_side_with_what_they_assume() {
    let engines = ["--engine", "alphabeta", "--engine", "brs", "--engine", "mcts", "--engine", "maxn"];
    let arguments = [&["analyse", "maps/band-3p-9x15.map", "--depth", "2", "--nodes", "500"], &engines[..]].concat();
    let ran = rxt(here(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let engines = ran.json()["engines"].clone();
    assert_eq!((&engines[0]["engine"], &engines[1]["engine"]), (&"alphabeta".into(), &"brs".into()));
    assert_eq!((&engines[0]["depth"], &engines[3]["assumes"]), (&2.into(), &"each wants the most for himself".into()));
    let text = rxt(here(), &arguments).out;
    assert!(text.starts_with("player 1 to move\n\nalphabeta\n  ("), "{text}");
    assert_eq!(text.matches("of the others it assumes: ").count(), 4);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = folder("analyse-wrong");
    game(&folder);
    let refused = |arguments: &[&str], words: &str| rxt(&folder, arguments).assert_refused(&[words]);
    refused(
        &["analyse", "game.rxt", "--engine", "brs", "--engine", "pvs"],
        "several engines are asked about one position",
    );
    refused(&["analyse", "game.rxt", "--svg", "x.svg"], "a picture shows one position");
    refused(&["analyse", "game.rxt@3", "--move", "4"], "names a moment already");
    refused(&["analyse", "game.rxt@0", "--time=-1"], "is no time to think");
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
