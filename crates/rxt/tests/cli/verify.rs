//! `rxt verify`: agreement, disagreement, and files that cannot be read.

use crate::program::{folder, game, rxt, rxt_with_input, vectors};
use rxt_record::vector::VectorGame;
use std::fs;

#[test]
fn games_that_keep_to_the_rules_are_counted() {
    let folder = folder("verify-good");
    let record = game(&folder);
    vectors(&folder);
    let one = rxt(&folder, &["verify", "game.rxt"]);
    assert_eq!((one.code, one.err.as_str()), (0, ""));
    assert_eq!(one.out, format!("1 games, {} moves, 0 disagreements\n", record.plies()));
    let all = rxt(&folder, &["verify", "game.rxt", "games.jsonl", "games.jsonl.gz"]);
    assert_eq!(all.code, 0);
    let last = all.out.lines().last().unwrap();
    assert!(last.starts_with("7 games, ") && last.ends_with(" moves, 0 disagreements"), "{last}");
    let json = rxt(&folder, &["verify", "--json", "games.jsonl.gz"]).json();
    assert_eq!((json["games"].as_u64(), json["disagreements"].as_u64()), (Some(3), Some(0)));
    let piped = rxt_with_input(&folder, &["verify", "-"], record.to_string().as_bytes());
    assert_eq!(piped.out, one.out);
}

#[test]
fn a_wrong_tile_is_shown_in_a_picture() {
    let folder = folder("verify-picture");
    vectors(&folder);
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut game: VectorGame = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let rows = game.moves[4].board.as_mut().unwrap();
    let row = rows.iter_mut().find(|row| row.contains('1')).unwrap();
    *row = row.replacen('1', "2", 1);
    fs::write(folder.join("bad.jsonl"), rxt_record::conformance::line(&game)).unwrap();
    let ran = rxt(&folder, &["verify", "bad.jsonl"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("bad.jsonl: band-1, move 4: board: "), "{}", ran.out);
    assert!(ran.out.contains("[2]") && ran.out.contains("[1]"), "no picture: {}", ran.out);
    assert!(ran.out.lines().last().unwrap().ends_with(" moves, 1 disagreements"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'));
    let json = rxt(&folder, &["verify", "--json", "bad.jsonl"]);
    assert_eq!((json.code, json.json()["listed"][0]["check"].as_str()), (1, Some("board")));
}

#[test]
fn a_corrupted_record_is_told_with_the_move() {
    let folder = folder("verify-record");
    let record = game(&folder);
    let mut missing = record.clone();
    missing.entries.remove(5);
    fs::write(folder.join("missing.rxt"), missing.to_string()).unwrap();
    let ran = rxt(&folder, &["verify", "missing.rxt"]);
    assert!(ran.code == 1 && ran.out.starts_with("missing.rxt, move 5: "), "{}", ran.out);
    let mut points = record;
    points.result.as_mut().unwrap()[0] = Some(99);
    fs::write(folder.join("points.rxt"), points.to_string()).unwrap();
    let ran = rxt(&folder, &["verify", "points.rxt"]);
    assert!(ran.code == 1 && ran.out.contains("points at the end: the file says 1: 99"), "{}", ran.out);
}

#[test]
fn an_unreadable_file_does_not_keep_the_others_from_being_verified() {
    let folder = folder("verify-unreadable");
    game(&folder);
    vectors(&folder);
    let packed = fs::read(folder.join("games.jsonl.gz")).unwrap();
    fs::write(folder.join("cut.jsonl.gz"), &packed[..packed.len() / 2]).unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    fs::write(folder.join("noise"), b"\x00\xff\x1b[31m\xfe").unwrap();
    for name in ["nowhere.rxt", "cut.jsonl.gz", "empty", "noise", "."] {
        let ran = rxt(&folder, &["verify", name, "game.rxt"]);
        assert_eq!(ran.code, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(&format!("`{name}`: ")), "{name}: {}", ran.err);
        assert!(!ran.err.contains('\u{1b}'), "{name}: {}", ran.err);
        let last = ran.out.lines().last().unwrap();
        assert!(last.contains(" games, ") && last.ends_with(", 0 disagreements"), "{name}: {last}");
        let json = rxt(&folder, &["verify", "--json", name]);
        assert_eq!((json.code, json.json()["unreadable"].as_array().unwrap().len()), (2, 1), "{name}");
    }
}
