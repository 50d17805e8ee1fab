//! Whatever the bytes are: an answer in bounded time, and no panic.

use crate::common::{maps, random_record};
use proptest::prelude::{Just, ProptestConfig, any, prop, prop_oneof, proptest};
use rxt_record::verify::verify_reader;
use rxt_record::{CourseLog, Record, Source, TextErrorKind, conformance, position};

/// Feeds bytes to everything that reads bytes.
fn feed(bytes: &[u8]) {
    let _ = Source::parse(bytes).map(|source| source.position(None));
    let _ = Record::parse(bytes);
    let _ = Record::from_json(bytes);
    let _ = position::parse(bytes);
    let _ = CourseLog::parse(bytes);
    if let Ok(reports) = verify_reader("hostile", bytes) {
        for report in reports {
            let _ = report;
        }
    }
}

/// Valid texts of every kind.
fn texts() -> Vec<String> {
    let (name, map) = maps().remove(0);
    let record = random_record(&map, 5, 200, true, true);
    let log = format!(
        "Starting game with map {name}\nServer is listening on port 1\n\n{}\nPlayer 1 is group 1\n\ntimelimit 1.0, \
         depthlimit 0\n\ndisqualified player 1 (send failed)\n\nCurrent map:\n\noverrides: 3 3 0 0 0 0 0 0\nbombs: 2 2 0 \
         0 0 0 0 0 (power 1)\n{}\nreached final phase\n",
        map.file(),
        map.file().to_string().lines().skip(4).collect::<Vec<_>>().join("\n"),
    );
    let vector = conformance::line(&conformance::record_failing_game(name, &map, 3));
    vec![record.to_string(), record.to_json(), position::print(&record.position_at(None).unwrap()), log, vector]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_no_harm(
        start in prop_oneof![
            Just("rxt-record 1\n"), Just("rxt-position 1\n"), Just("Starting game with map m\n"),
            Just("{\"rxt-record\":"), Just("{"), Just("\u{1f}"), Just(""),
        ],
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        feed(&[start.as_bytes(), &bytes].concat());
    }

    #[test]
    fn damaged_texts_do_no_harm(
        which in 0_usize..5, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(), cuts in any::<bool>(),
    ) {
        let mut bytes = texts().swap_remove(which).into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        feed(&bytes);
    }

    #[test]
    fn shuffled_lines_do_no_harm(which in 0_usize..5, seed in any::<u64>()) {
        let text = texts().swap_remove(which);
        let mut lines: Vec<&str> = text.lines().collect();
        rxt_rules::rng::Rng::new(seed).shuffle(&mut lines[1..]);
        feed(lines.join("\n").as_bytes());
    }
}

#[test]
fn numbers_too_large_for_their_place_do_no_harm() {
    for text in texts() {
        for number in ["255", "256", "65535", "65536", "-1", "18446744073709551616", "1e999"] {
            for digit in ["1", "2", "3"] {
                feed(text.replace(digit, number).as_bytes());
            }
        }
    }
}

#[test]
fn long_texts_are_refused_by_their_length() {
    let long = vec![b'a'; Record::MAX_BYTES + 1];
    assert!(matches!(Record::parse(&long).unwrap_err().kind, TextErrorKind::TooLong { .. }));
    assert!(matches!(Record::from_json(&long).unwrap_err().kind, TextErrorKind::TooLong { .. }));
    assert!(matches!(position::parse(&long).unwrap_err().kind, TextErrorKind::TooLong { .. }));
    assert!(matches!(CourseLog::parse(&long).unwrap_err().kind, TextErrorKind::TooLong { .. }));
}

#[test]
fn endless_lists_are_refused_by_their_number() {
    let tags = format!("rxt-record 1\n{}", "a b\n".repeat(20_000));
    let error = Record::parse(tags.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 10002, column 1: more than 10000 tags; no game has so many");
    let moves = format!("rxt-record 1\nmap\n2 0 0 0 1 1 0\nmoves\n{}", "1 0 0 0\n".repeat(200_001));
    let error = Record::parse(moves.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 200005, column 1: more than 200000 moves; no game has so many");
}

#[test]
fn binary_files_are_refused() {
    let error = Record::parse(b"rxt-record 1\nname \xff\xfe\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 6: the line is not UTF-8; expected text");
    let error = Record::parse(b"rxt-record 1\nmap\n2 0 0\0 0 1 1 0\nmoves\n").unwrap_err();
    assert!(error.to_string().starts_with("line 3, column 6: found `\\u{0}`; expected a line of the map"), "{error}");
}

/// Found by the fuzzer: blanks at the end of a line shifted where the next word was looked for, into the middle of a letter.
#[test]
fn blanks_at_the_end_of_a_line_are_no_words_whatever_letters_stand_before_them() {
    for text in [" rxt-record $ \u{29d}\t\t\t      HH    ", "  rxt-position      posi\u{43f}\u{42f}       \t\t\t\t"] {
        assert!(rxt_record::Record::parse(text.as_bytes()).is_err());
        assert!(rxt_record::position::parse(text.as_bytes()).is_err());
    }
    let start = rxt_rules::Position::new(rxt_rules::map::generate::wild(3));
    let padded = rxt_record::position::print(&start).replace('\n', " \t \n");
    let read = rxt_record::position::parse(padded.as_bytes()).unwrap();
    assert_eq!(read.hash(), start.hash());
}
