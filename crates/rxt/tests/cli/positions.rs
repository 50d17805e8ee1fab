//! `rxt show`, `rxt legal` and the map commands on maps, positions and records.

use crate::program::{command, folder, game, our_map, rxt, rxt_with_input};
use std::fs;
use std::io::Read;
use std::process::Stdio;

#[test]
fn every_command_that_takes_a_map_takes_a_position_and_a_record() {
    let folder = folder("positions-kinds");
    let record = game(&folder);
    let position = rxt_record::position::print(&record.position_at(Some(12)).unwrap());
    fs::write(folder.join("twelve.pos"), position).unwrap();
    let map = our_map("cross-4p-15x15");
    for start in [["show"].as_slice(), &["show", "--json"], &["legal"], &["legal", "--json"], &["map", "show"]] {
        let run = |file: &str| {
            let ran = rxt(&folder, &[start, &[file]].concat());
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{start:?} {file}");
            assert!(!ran.out.contains('\u{1b}'), "escape codes: {}", ran.out);
            ran.out
        };
        assert_eq!(run(&map), run("game.rxt@0"), "{start:?}: a game begins with its map");
        assert_eq!(run("twelve.pos"), run("game.rxt@12"), "{start:?}");
        assert_eq!(run("game.rxt"), run(&format!("game.rxt@{}", record.plies())), "{start:?}");
    }
    let info = |file: &str| rxt(&folder, &["map", "info", "--json", file]).json();
    assert_eq!(info(&map), info("game.rxt"));
    for file in [map.as_str(), "twelve.pos", "game.rxt@30"] {
        assert_eq!(rxt(&folder, &["map", "render", file, "-o", "x.svg"]).code, 0, "{file}");
        assert!(fs::read_to_string(folder.join("x.svg")).unwrap().starts_with("<svg "), "{file}");
    }
}

#[test]
fn standard_input_is_read_as_well() {
    let folder = folder("positions-input");
    let map = fs::read(our_map("standard-8x8")).unwrap();
    for arguments in [["show", "-"].as_slice(), &["legal", "-"], &["map", "show", "-"], &["map", "info", "-"]] {
        let ran = rxt_with_input(&folder, arguments, &map);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn json_tells_the_same_as_the_text() {
    let folder = folder("positions-json");
    let map = our_map("standard-8x8");
    let shown = rxt(&folder, &["show", "--json", &map]).json();
    assert_eq!((shown["turn"].as_u64(), shown["legal_moves"].as_array().unwrap().len()), (Some(1), 4));
    let legal = rxt(&folder, &["legal", "--json", &map]).json();
    assert_eq!((legal["phase"].as_str(), legal["moves"].as_array().unwrap().len()), (Some("1"), 4));
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let folder = folder("positions-colour");
    let map = our_map("standard-8x8");
    let coloured = rxt(&folder, &["show", "--color", "always", &map]);
    assert!(coloured.out.contains('\u{1b}'));
    assert!(!rxt(&folder, &["show", &map]).out.contains('\u{1b}'));
    let output = command(&folder, &["show", "no-such-file"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn a_reader_who_goes_away_is_no_failure() {
    let folder = folder("positions-pipe");
    let large = our_map("large-4p-100x100");
    fs::write(folder.join("big.map"), fs::read(&large).unwrap()).unwrap();
    let commands: [&[&str]; 6] = [
        &["legal", "--json", "big.map"],
        &["show", "big.map"],
        &["show", "--json", "big.map"],
        &["map", "render", "big.map", "-o", "-"],
        &["map", "format", "big.map"],
        &["map", "generate", "--size", "200x200"],
    ];
    for arguments in commands {
        let mut child = command(&folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        // The pipe is closed here, with most of the output unread.
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_ply_that_is_not_there_is_told() {
    let folder = folder("positions-ply");
    let plies = game(&folder).plies();
    let expected = format!("expected a ply from 0 to {plies}");
    for start in [["show"].as_slice(), &["legal"], &["map", "show"], &["map", "info"]] {
        let ran = rxt(&folder, &[start, &["game.rxt@9999"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{start:?}");
        let flat = ran.err.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&expected), "{start:?}: {flat}");
    }
    let map = our_map("standard-8x8") + "@3";
    let ran = rxt(&folder, &["show", &map]);
    assert!(ran.code == 2 && ran.err.contains("a map has no"), "{}", ran.err);
}
