//! The recorded games of the project agree with the rules, and the rules still give the same games.

use rxt_record::conformance::{line, record_game};
use rxt_record::verify::{Summary, verify_reader};
use rxt_rules::Map;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

fn workspace(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

#[test]
fn the_conformance_games_agree_with_the_rules() {
    let path = workspace("conformance/games.jsonl.gz");
    assert!(fs::metadata(&path).unwrap().len() < 3_000_000);
    let mut summary = Summary::default();
    for report in verify_reader("games.jsonl.gz", BufReader::new(File::open(path).unwrap())).unwrap() {
        let report = report.unwrap();
        assert!(report.disagreements.is_empty(), "{}", report.disagreements[0]);
        summary.add(&report);
    }
    assert_eq!(summary.games, 200);
    println!("proof: {summary} (conformance)");
}

#[test]
fn the_rules_give_the_same_games_again_byte_for_byte() {
    let packed = flate2::read::MultiGzDecoder::new(File::open(workspace("conformance/games.jsonl.gz")).unwrap());
    for (number, recorded) in BufReader::new(packed).lines().enumerate().step_by(7) {
        let recorded = recorded.unwrap();
        let game: rxt_record::vector::VectorGame = serde_json::from_str(&recorded).unwrap();
        let map = Map::parse(&fs::read(workspace("maps").join(&game.source)).unwrap()).unwrap().0;
        let again = record_game(&game.source, &map, game.seed);
        assert_eq!(line(&again).trim_end(), recorded, "game {number}");
    }
}
