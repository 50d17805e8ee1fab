//! Records survive being written and read, as text and as JSON, and errors name their place.

use crate::common::{maps, random_record};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use rxt_record::Record;
use rxt_record::record::{Cause, Entry, OneLine, ReplayErrorKind};
use rxt_record::verify::{Check, verify_record};
use rxt_rules::{Phase, Player};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back_the_same(
        seed in any::<u64>(), map in 0_usize..3, plies in 0_usize..200, fails in any::<bool>(), details in any::<bool>(),
    ) {
        let record = random_record(&maps()[map].1, seed, plies, fails, details);
        let text = record.to_string();
        let read = Record::parse(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record));
        let json = record.to_json();
        let read = Record::from_json(json.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record));
        prop_assert_eq!(read.map(|read| read.to_string()), Ok(text));
        prop_assert!(verify_record("random", &record).disagreements.is_empty());
    }

    #[test]
    fn any_text_survives_in_tags_and_reasons(text in any::<String>()) {
        let mut record = Record::parse(SMALL.as_bytes()).unwrap();
        record.set_tag("comment", &text);
        record.entries.push(Entry::Disqualified(Player::ONE, Cause::Other(OneLine::clean(&text))));
        let (read, from_json) = (Record::parse(record.to_string().as_bytes()), Record::from_json(record.to_json().as_bytes()));
        prop_assert_eq!((read.as_ref(), from_json.as_ref()), (Ok(&record), Ok(&record)));
    }

    #[test]
    fn any_text_can_be_made_to_fit_on_a_line(text in any::<String>()) {
        let line = OneLine::clean(&text);
        prop_assert_eq!(OneLine::new(line.as_str()), Some(line));
    }
}

/// A small valid record to break.
const SMALL: &str = "rxt-record 1
map-name small.map
player-1 Ada Lovelace

map
2
0
1 0
1 5
0 2 1 2 0

moves
1 0 0 0 ms 12 depth 3 scores 5 -5
1 4 0 0
phase 2 points 5 0
2 0 0 0
disqualified 1 other left the room

result
1 disqualified
2 0
";

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(Record::parse(text.as_bytes()).unwrap_err().to_string(), expected);
}

fn broken(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    SMALL.replacen(from, to, 1)
}

#[test]
fn a_small_record_is_read_and_agrees_with_the_rules() {
    let record = Record::parse(SMALL.as_bytes()).unwrap();
    assert_eq!(record.to_string(), SMALL);
    assert_eq!(record.tag("player-1"), Some("Ada Lovelace"));
    assert_eq!(record.plies(), 3);
    assert_eq!(verify_record("small", &record).disagreements, []);
    let crlf = SMALL.replace('\n', "\r\n");
    assert_eq!(Record::parse(crlf.as_bytes()).unwrap(), record);
}

#[test]
fn errors_say_where_what_was_found_and_what_was_expected() {
    check_error("", "line 1, column 1: found the end of the file; expected `rxt-record 1`");
    check_error("rxt-record 2\n", "line 1, column 12: found `2`; expected `1`");
    check_error(
        &broken("map-name", "Map_Name"),
        "line 2, column 1: found `Map_Name`; expected a tag (lower-case letters, digits and `-`) or `map`",
    );
    check_error(
        &broken("player-1 Ada Lovelace", "player-1"),
        "line 3, column 9: found the end of the line; expected the value of the tag, at most 4096 bytes without control \
         characters",
    );
    check_error(&broken("1 4 0 0", "3 4 0 0"), "line 14, column 1: found `3`; expected a player from 1 to 2");
    check_error(&broken("1 4 0 0", "1 4 -1 0"), "line 14, column 5: found `-1`; expected a row from 0 to 65535");
    check_error(
        &broken("1 4 0 0", "1 4 0"),
        "line 14, column 6: found the end of the line; expected a special byte from 0 to 255",
    );
    check_error(
        &broken("scores 5 -5", "scores 5"),
        "line 13, column 31: found the end of the line; expected the score of player 2 of 2",
    );
    check_error(
        &broken("1 4 0 0", "1 4 0 0 fast"),
        "line 14, column 9: found `fast`; expected `ms`, `depth`, `scores` (each once, in this order) or the end",
    );
    check_error(
        &broken("1 4 0 0", "pass 1"),
        "line 14, column 1: found `pass`; expected a move `player x y special`, `disqualified`, `phase 2` or `result`",
    );
    check_error(
        &broken("other left the room", "tired"),
        "line 17, column 16: found `tired`; expected `illegal x y special`, `timeout`, `disconnected`, \
         `invalid-message` or `other` and a text",
    );
    check_error(
        &broken("\n2 0\n", "\n"),
        "line 21, column 1: found the end of the file; expected the result of player 2",
    );
    check_error(
        &format!("{SMALL}more\n"),
        "line 22, column 1: found `more`; expected the end of the file behind the result",
    );
}

#[test]
fn errors_of_the_map_are_placed_in_the_record() {
    let error = Record::parse(broken("0 2 1 2 0", "0 2 q 2 0").as_bytes()).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (10, 5), "{error}");
    assert!(error.to_string().contains("`q` at (2,0) is not a tile"), "{error}");
}

#[test]
fn a_record_that_breaks_off_within_the_map_is_refused() {
    check_error(
        &SMALL[..SMALL.find("moves").unwrap()],
        "line 12, column 1: found the end of the file; expected the rest of the map, and `moves`",
    );
}

#[test]
fn json_errors_name_the_entry() {
    let json = Record::parse(SMALL.as_bytes()).unwrap().to_json();
    let check = |from: &str, to: &str, expected: &str| {
        assert!(json.contains(from), "{from} in {json}");
        let error = Record::from_json(json.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("\"player\": 1", "\"player\": 3", "moves[0] has player 3; expected 1 to 2");
    check("\"rxt-record\": 1", "\"rxt-record\": 7", "`rxt-record` is 7; expected 1");
    check("\"special\": 0", "\"special\": 256", "invalid value: integer `256`, expected u8");
    check("\"kind\": \"move\"", "\"kind\": \"pass\"", "unknown variant `pass`");
    let error = Record::from_json(b"{\n  \"rxt-record\": 1,\n  \"tags\": 5\n}").unwrap_err();
    assert_eq!((error.place.line, error.place.column, error.place.offset), (3, 11, 31), "{error}");
    check("\"result\": [", "\"result\": [ 3,", "result has points of 3 players; expected 2");
}

#[test]
fn the_position_after_some_moves_can_be_asked_for() {
    let record = Record::parse(SMALL.as_bytes()).unwrap();
    let rows = |ply| record.position_at(ply).unwrap().rows().concat();
    assert_eq!(rows(Some(0)), "02120");
    assert_eq!(rows(Some(1)), "11120");
    assert_eq!(rows(Some(2)), "11111");
    assert_eq!(rows(Some(3)), "-1111");
    assert_eq!(rows(None), "-1111");
    assert_eq!(record.position_at(None).unwrap().phase(), Phase::Over);
    let error = record.position_at(Some(4)).unwrap_err();
    assert_eq!(error.kind, ReplayErrorKind::Plies(3));
    assert_eq!(error.to_string(), "at ply 3: the record ends here; expected a ply from 0 to 3");
}

#[test]
fn what_does_not_fit_the_rules_is_reported() {
    let check = |from: &str, to: &str, check: Check| {
        let record = Record::parse(broken(from, to).as_bytes()).unwrap();
        let found = verify_record("broken", &record).disagreements;
        assert!(found.iter().any(|disagreement| disagreement.check == check), "{from} to {to}: {found:?}");
    };
    check("1 4 0 0", "2 4 0 0", Check::Turn);
    check("1 4 0 0", "1 2 0 0", Check::Answer);
    check("1 4 0 0", "1 4 0 20", Check::Answer);
    check("1 4 0 0\n", "", Check::Phase);
    check("phase 2 points 5 0\n", "", Check::Phase);
    check("points 5 0", "points 4 1", Check::PhaseOneScores);
    check("phase 2 points 5 0", "phase 2\nphase 2", Check::Phase);
    check("disqualified 1 other left the room\n", "", Check::End);
    check("disqualified 1 other left the room", "disqualified 1 illegal 1 0 0", Check::Answer);
    check("disqualified 1 other left the room", "disqualified 2 illegal 0 0 0", Check::Turn);
    check("\n2 0\n", "\n2 1\n", Check::FinalScores);
    check("1 disqualified", "1 4", Check::FinalScores);
}

#[test]
fn causes_of_disqualification_are_kept() {
    let record = Record::parse(SMALL.as_bytes()).unwrap();
    let one = Player::ONE;
    let left = Cause::Other(OneLine::new("left the room").unwrap());
    assert_eq!(record.entries.last(), Some(&Entry::Disqualified(one, left)));
}
