//! Course logs: what is read from them, and what is reported.

use rxt_record::CourseLog;
use rxt_record::record::{Cause, Entry};
use rxt_record::verify::{Check, verify_log};
use rxt_rules::{Answer, Player};

const LOG: &str = "Starting game with map maps/tiny.map
Server is listening on port 7777

3
1
0 0
2 4
0 2 1 0
0 3 2 0

Player 1 is group 4
Player 2 is group 8
Player 3 is group 9

timelimit 1.500000, depthlimit 0

move 0: player 1 moved (0,0,0). time left: 725 msecs
disqualified player 2 (invalid move: (3,1,0). time left: 0 msecs)

Current map:

overrides: 1 1 1 0 0 0 0 0
bombs:     0 0 0 0 0 0 0 0 (power 0)
1 1 1 0
0 3 2 0

";

#[test]
fn names_limits_times_and_reasons_are_read() {
    let log = CourseLog::parse(LOG.as_bytes()).unwrap();
    assert_eq!(log.record.tag("map-name"), Some("tiny.map"));
    assert_eq!(log.record.tag("player-2"), Some("group 8"));
    assert_eq!(log.record.tag("time-limit-ms"), Some("1500"));
    let Entry::Move(first) = &log.record.entries[0] else { panic!("a move comes first") };
    assert_eq!(first.time_ms, Some(775));
    let illegal = Cause::Illegal(Answer { x: 3, y: 1, special: 0 });
    assert_eq!(log.record.entries[1], Entry::Disqualified(Player::new(2).unwrap(), illegal));
    assert_eq!(log.checkpoints.len(), 1);
    assert_eq!(log.checkpoints[0].board, ["1110", "0320"]);
    assert_eq!(log.record.result, None);
    assert_eq!(verify_log("log", &log).disagreements, []);
}

#[test]
fn what_does_not_fit_the_rules_is_reported() {
    let check = |from: &str, to: &str, check: Check| {
        assert!(LOG.contains(from), "{from}");
        let log = CourseLog::parse(LOG.replacen(from, to, 1).as_bytes()).unwrap();
        let found = verify_log("log", &log).disagreements;
        assert!(found.iter().any(|disagreement| disagreement.check == check), "{from} to {to}: {found:?}");
    };
    check("overrides: 1 1 1", "overrides: 1 0 1", Check::Overrides);
    check("bombs:     0", "bombs:     3", Check::Bombs);
    check("1 1 1 0\n0 3", "1 1 1 2\n0 3", Check::Board);
    check("(invalid move: (3,1,0)", "(invalid move: (0,1,0)", Check::Answer);
    check("player 1 moved", "player 2 moved", Check::Turn);
    check("moved (0,0,0)", "moved (3,0,0)", Check::Answer);
    check("(power 0)\n1 1 1 0\n0 3 2 0\n", "(power 0)\n1 1 1 0\n0 3 2 0\nreached final phase\n", Check::End);
    check("(power 0)\n1 1 1 0\n0 3 2 0\n", "(power 0)\n1 1 1 0\n0 3 2 0\nreached terminal phase\n", Check::Phase);
}

#[test]
fn errors_say_where_what_was_found_and_what_was_expected() {
    let check = |from: &str, to: &str, expected: &str| {
        let error = CourseLog::parse(LOG.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(
        "move 0: player 1 moved (0,0,0)",
        "move 0: player 1 jumped (0,0,0)",
        "line 17, column 1: found `move 0: player 1 jumped (0,0,0). time le…`; expected a line of a game log, such as a \
         move, a disqualification or points",
    );
    check(
        "Player 3 is",
        "Player 4 is",
        "line 13, column 1: found `Player 4 is group 9`; expected a player from 1 to 3",
    );
    check(
        "overrides: 1 1 1 0 0 0 0 0",
        "overrides: 1 1",
        "line 22, column 1: found `overrides: 1 1`; expected a number for each player",
    );
}
