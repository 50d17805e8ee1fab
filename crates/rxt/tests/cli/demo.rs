//! `rxt demo` where there is no terminal.

use crate::program::{folder, our_map, rxt};
use rxt_record::Record;
use rxt_record::verify::verify_record;
use std::fs;
use std::path::Path;

fn record(path: &Path) -> Record {
    Record::parse(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_demonstration_is_played_recorded_and_ranked() {
    let folder = folder("up-plain");
    let ran = rxt(&folder, &["demo"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(!ran.out.contains('\u{1b}'), "escape codes: {}", ran.out);
    assert!(ran.out.starts_with("4 random players on cross-4p-15x15.map (15x15), seed 1\nphase 1: "), "{}", ran.out);
    assert!(ran.out.contains("\nphase 2: ") && ran.out.contains("\nplace  player  points  score\n"), "{}", ran.out);
    let path = folder.join("state/rxt/demo.rxt");
    assert!(ran.out.contains(&format!("Record: {}\n", path.display())), "{}", ran.out);
    assert!(ran.out.contains("rxt replay ") && ran.out.contains("-o game.html"), "{}", ran.out);
    let record = record(&path);
    assert!(record.result.is_some());
    assert!(verify_record("demo", &record).disagreements.is_empty());
}

#[test]
fn the_commands_it_names_work() {
    let folder = folder("up-next");
    let ran = rxt(&folder, &["demo"]);
    let commands: Vec<&str> = ran.out.lines().filter_map(|line| Some(&line[line.find("  rxt ")? + 2..])).collect();
    assert!(commands.len() >= 3, "{}", ran.out);
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let next = rxt(&folder, &arguments);
        assert_eq!(next.code, 0, "{command}: {}", next.err);
    }
    assert!(folder.join("game.html").exists());
}

#[test]
fn the_same_seed_gives_the_same_game_and_replaces_it() {
    let folder = folder("up-seed");
    let play = |seed: &str| {
        assert_eq!(rxt(&folder, &["demo", "--seed", seed, "--record", "a.rxt"]).code, 0);
        fs::read(folder.join("a.rxt")).unwrap()
    };
    let (one, two, again) = (play("1"), play("2"), play("1"));
    assert!(one != two && one == again);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn any_map_can_be_played_on() {
    let folder = folder("up-map");
    let map = our_map("standard-8x8");
    let ran = rxt(&folder, &["demo", "--map", &map, "--fast", "--record", "a.rxt"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("2 random players on standard-8x8.map (8x8), seed 1\n"), "{}", ran.out);
    let again = rxt(&folder, &["demo", "--map", "a.rxt@5", "--record", "b.rxt"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(record(&folder.join("a.rxt")).map, record(&folder.join("b.rxt")).map);
}

#[test]
fn nothing_foreign_is_overwritten() {
    let folder = folder("up-foreign");
    fs::write(folder.join("mine.rxt"), "something else").unwrap();
    rxt(&folder, &["demo", "--record", "mine.rxt"]).assert_refused(&["`mine.rxt` exists", "not overwritten"]);
    assert_eq!(fs::read(folder.join("mine.rxt")).unwrap(), b"something else");
    rxt(&folder, &["demo", "--record", "."]).assert_refused(&["`.` exists"]);
    rxt(&folder, &["demo", "--record", "no/such/folder.rxt"]).assert_refused(&["there is no folder `no/such`"]);

    fs::create_dir_all(folder.join("state/rxt")).unwrap();
    fs::write(folder.join("state/rxt/demo.rxt"), "mine").unwrap();
    let ran = rxt(&folder, &["demo"]);
    assert!(ran.out.contains("demo-2.rxt"), "{}", ran.out);
    assert_eq!(fs::read(folder.join("state/rxt/demo.rxt")).unwrap(), b"mine");
}

#[test]
fn wrong_options_are_told() {
    let folder = folder("up-options");
    for arguments in [["demo", "--delay", "soon"], ["demo", "--seed", "x"], ["demo", "--delay", "70000"]] {
        let ran = rxt(&folder, &arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains("invalid value"), "{}", ran.err);
    }
    assert_eq!(rxt(&folder, &["demo", "--fast", "--delay", "5"]).code, 2, "both at once");
    rxt(&folder, &["demo", "--map", "nowhere.map"]).assert_refused(&["cannot read `nowhere.map`"]);
}
