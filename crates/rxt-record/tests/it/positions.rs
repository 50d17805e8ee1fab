//! Positions survive being written and read, also after bombs and disqualifications.

use crate::common::{maps, random_record};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use rxt_record::{Source, position};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back_the_same(
        seed in any::<u64>(), map in 0_usize..3, plies in 0_usize..120, fails in any::<bool>(),
    ) {
        let record = random_record(&maps()[map].1, seed, plies, fails, false);
        let here = record.position_at(None).unwrap();
        let text = position::print(&here);
        let read = position::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(read.setup(), here.setup());
        prop_assert_eq!(read.hash(), here.hash());
        prop_assert_eq!(position::print(&read), text);
        let moves = |position: &rxt_rules::Position| -> Vec<_> {
            position.legal_moves().into_iter().map(|mv| mv.answer(position.map())).collect()
        };
        prop_assert_eq!(moves(&read), moves(&here));
    }
}

const SMALL: &str = "rxt-position 1
2
0
1 0
1 5
0 2 1 2 -
turn 1
phase 1
overrides 3 0
bombs 1 255
disqualified none
";

#[track_caller]
fn check_error(from: &str, to: &str, expected: &str) {
    assert!(SMALL.contains(from), "{from}");
    let text = SMALL.replacen(from, to, 1);
    assert_eq!(position::parse(text.as_bytes()).unwrap_err().to_string(), expected);
}

#[test]
fn a_position_is_written_as_it_was_read() {
    let read = position::parse(SMALL.as_bytes()).unwrap();
    assert_eq!(position::print(&read), SMALL);
}

#[test]
fn errors_say_where_what_was_found_and_what_was_expected() {
    check_error("turn 1", "turn 3", "line 7, column 6: found `3`; expected a player from 1 to 2");
    check_error("phase 1", "phase 3", "line 8, column 7: found `3`; expected 1, 2 or `over`");
    check_error(
        "overrides 3 0",
        "overrides 3",
        "line 9, column 12: found the end of the line; expected a number from 0 to 255 for player 2 of 2",
    );
    check_error(
        "bombs 1 255",
        "bombs 1 256",
        "line 10, column 9: found `256`; expected a number from 0 to 255 for player 2 of 2",
    );
    check_error(
        "disqualified none",
        "",
        "line 12, column 1: found the end of the file; expected `disqualified` and players or `none`",
    );
    check_error("none", "1", "line 7, column 1: player 1 is to move, but disqualified");
    check_error(
        "turn 1\n",
        "",
        "line 11, column 1: found the end of the file; expected the rest of the map, and `turn` and a player",
    );
}

#[test]
fn every_kind_of_file_is_a_source() {
    let (_, map) = maps().remove(0);
    let record = random_record(&map, 1, 10, false, true);
    let start = record.position_at(Some(0)).unwrap();
    let last = record.position_at(None).unwrap();
    let read = |text: String| Source::parse(text.as_bytes()).unwrap();
    assert_eq!(read(map.file().to_string()).position(None).unwrap(), start);
    assert_eq!(read(position::print(&last)).position(None).unwrap().setup(), last.setup());
    assert_eq!(read(record.to_string()).position(None).unwrap(), last);
    assert_eq!(read(record.to_json()).position(Some(0)).unwrap(), start);
    let error = read(position::print(&last)).position(Some(3)).unwrap_err();
    assert_eq!(error.to_string(), "a position has no moves; expected a record in front of `@`");
}
