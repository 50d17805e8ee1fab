//! `rxt replay` where there is no terminal.

use crate::program::{folder, game, our_map, rxt, rxt_with_input, vectors};
use rxt_record::Record;
use std::fs;

#[test]
fn the_last_position_is_printed_with_the_result_and_a_hint() {
    let folder = folder("replay-plain");
    let record = game(&folder);
    let ran = rxt(&folder, &["replay", "game.rxt"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(!ran.out.contains('\u{1b}'), "escape codes: {}", ran.out);
    let plies = record.plies();
    assert!(ran.out.contains(&format!("\nmove {plies} of {plies}: player ")), "{}", ran.out);
    assert!(ran.out.contains("\nresult: player 1 "), "{}", ran.out);
    assert!(ran.out.contains("`--at PLY`"), "{}", ran.out);
}

#[test]
fn a_position_is_printed_by_its_number() {
    let folder = folder("replay-at");
    let record = game(&folder);
    let start = rxt(&folder, &["replay", "game.rxt", "--at", "0"]);
    assert!(start.code == 0 && start.out.ends_with(": start\n"), "{}", start.out);
    let ten = rxt(&folder, &["replay", "game.rxt", "--at", "10", "--json"]).json();
    assert_eq!(ten, rxt(&folder, &["show", "--json", "game.rxt@10"]).json());
    let plies = record.plies().to_string();
    let beyond = (record.plies() + 1).to_string();
    assert_eq!(rxt(&folder, &["replay", "game.rxt", "--at", &plies]).code, 0);
    let refused = rxt(&folder, &["replay", "game.rxt", "--at", &beyond]);
    refused.assert_refused(&["`game.rxt` has no position after", &format!("from 0 to {plies}")]);
}

#[test]
fn json_is_the_record_without_loss() {
    let folder = folder("replay-json");
    let record = game(&folder);
    let ran = rxt(&folder, &["replay", "--json", "game.rxt"]);
    assert_eq!(Record::from_json(ran.out.as_bytes()).unwrap(), record);
    fs::write(folder.join("game.json"), &ran.out).unwrap();
    assert_eq!(rxt(&folder, &["replay", "--json", "game.json"]).out, ran.out);
    let piped = rxt_with_input(&folder, &["replay", "--json", "-"], record.to_string().as_bytes());
    assert_eq!(piped.out, ran.out);
}

#[test]
fn games_of_a_conformance_file_are_found_by_their_number() {
    let folder = folder("replay-vectors");
    vectors(&folder);
    let game = |file: &str, number: &str| {
        let ran = rxt(&folder, &["replay", file, "--game", number, "--json"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        Record::from_json(ran.out.as_bytes()).unwrap()
    };
    let names: Vec<Record> = ["1", "2", "3"].iter().map(|number| game("games.jsonl", number)).collect();
    assert_eq!(names[0].tag("game"), Some("band-1"));
    assert_eq!(names[1], game("games.jsonl.gz", "2"));
    let first = rxt(&folder, &["replay", "games.jsonl.gz", "--json"]);
    assert_eq!(Record::from_json(first.out.as_bytes()).unwrap(), names[0]);
    let last = rxt(&folder, &["replay", "games.jsonl.gz", "--game", "3"]);
    assert!(last.code == 0 && last.out.contains("disqualified"), "{}", last.out);
    for number in ["0", "4"] {
        let ran = rxt(&folder, &["replay", "games.jsonl", "--game", number]);
        ran.assert_refused(&["`games.jsonl` has 3 games", &format!("no game {number}"), "counted from 1"]);
    }
}

#[test]
fn a_course_log_is_a_game_too() {
    let folder = folder("replay-log");
    let log = "Starting game with map small.map\nServer is listening on port 7777\n\n2\n0\n0 0\n1 4\n0 2 1 0\n\n\
               Player 1 is group 4\nPlayer 2 is group 8\n\ntimelimit 1.000000, depthlimit 0\n\n\
               move 0: player 1 moved (0,0,0). time left: 725 msecs\n";
    fs::write(folder.join("log_game_1.txt"), log).unwrap();
    let ran = rxt(&folder, &["replay", "log_game_1.txt", "--at", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("move 1 of 1: player 1 sets (0,0), captures 1 stone"), "{}", ran.out);
}

#[test]
fn a_game_that_breaks_the_rules_is_shown_so_far_and_told() {
    let folder = folder("replay-broken");
    let mut record = game(&folder);
    record.entries.remove(5);
    fs::write(folder.join("broken.rxt"), record.to_string()).unwrap();
    let ran = rxt(&folder, &["replay", "broken.rxt"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("move 5 of 5"), "{}", ran.out);
    assert!(ran.err.contains("at ply 5") && ran.err.contains("rxt verify"), "{}", ran.err);
    let beyond = rxt(&folder, &["replay", "broken.rxt", "--at", "8"]);
    beyond.assert_refused(&["breaks the rules at ply 5", "rxt verify"]);
}

#[test]
fn maps_and_single_games_say_what_they_are() {
    let folder = folder("replay-kinds");
    game(&folder);
    rxt(&folder, &["replay", &our_map("standard-8x8")]).assert_refused(&["is a map; expected a record", "rxt show"]);
    rxt(&folder, &["replay", "game.rxt", "--game", "2"]).assert_refused(&["has one game", "leave `--game` out"]);
}
