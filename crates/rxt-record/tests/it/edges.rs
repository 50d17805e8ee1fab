//! Edge cases: maps that are accepted or refused, and short games told by requests and messages.

use rxt_record::verify::{Check, GameReport, Lines, Skip};
use serde_json::{Value, json};

fn verify(case: &Value) -> GameReport {
    Lines::new(case.to_string().as_bytes()).next().unwrap().unwrap()
}

fn checks(case: &Value) -> Vec<Check> {
    verify(case).disagreements.iter().map(|disagreement| disagreement.check).collect()
}

fn loading(map: &str, accepted: bool, output: &[&str]) -> Value {
    json!({ "id": "load", "map": map, "accepted": accepted, "load_output": output })
}

#[test]
fn a_map_is_accepted_refused_or_final() {
    let (plain, last, broken) = ("2 0 0 0 1 3 0 2 1", "2 0 0 0 1 3 0 0 1", "9 0 0 0 1 3 0 2 1");
    let is_final = ["Map is final, no moves at all possible."];
    assert_eq!(checks(&loading(plain, true, &[])), []);
    assert_eq!(checks(&loading(broken, false, &["FAILED: Invalid argument"])), []);
    assert_eq!(checks(&loading(last, false, &is_final)), []);
    assert_eq!(checks(&loading(plain, false, &["FAILED: Invalid argument"])), [Check::Map]);
    assert_eq!(checks(&loading(broken, true, &[])), [Check::Map]);
    assert_eq!(checks(&loading(last, true, &[])), [Check::Map]);
    assert_eq!(checks(&loading(plain, false, &is_final)), [Check::Map]);
}

/// Three players: 1 moves, 2 answers badly, 3 is the last who can move, 1 throws a bomb, and the harness stops.
fn game() -> Value {
    json!({
        "id": "game", "title": "three players",
        "map": "3\n0\n1 0\n2 4\n0 2 1 -\n0 2 3 0\n",
        "steps": [
            { "player": 1, "overrides": 0, "bombs": 1, "board": ["021-", "0230"], "legal": [[0, 0]], "action": [0, 0, 0] },
            { "player": 2, "overrides": 0, "bombs": 1, "board": ["111-", "0230"], "legal": [[3, 1]], "action": "callable" },
            { "player": 3, "overrides": 0, "bombs": 1, "board": ["111-", "0230"], "legal": [[0, 1]], "action": "random" },
            { "player": 1, "overrides": 0, "bombs": 1, "board": ["111-", "3330"], "legal": [], "action": [1, 1, 20] },
            { "player": 3, "overrides": 0, "bombs": 1, "board": ["111-", "3-30"], "legal": [], "action": null }
        ],
        "final_board": ["111-", "3-30"],
        "server_stopped_by_harness": true,
        "messages": [
            [1.0, "msg", 0, 1, 4, "0000000001"],
            [1.0, "msg", 0, 1, 6, "000000000001"],
            [1.1, "msg", 0, 1, 7, "02"],
            [1.2, "msg", 0, 1, 6, "000000010003"],
            [1.2, "msg", 2, 3, 6, "000000010003"],
            [1.3, "msg", 0, 1, 8, ""],
            [1.4, "msg", 0, 1, 6, "000100010001"],
            [1.5, "closed", 0, 1]
        ],
        "result_file": "m.map\n1\t3\tinf\tok\n2\t0\tinf\tdisq.\n3\t2\tinf\tok\n"
    })
}

#[test]
fn a_game_is_followed_by_what_was_sent_and_by_messages() {
    let report = verify(&game());
    assert_eq!(report.disagreements, []);
    assert_eq!((report.moves, report.skipped), (3, None));
    assert_eq!(report.game, "game (three players)");
}

#[test]
fn what_does_not_fit_the_rules_is_reported() {
    let check = |pointer: &str, value: Value, expected: Check| {
        let mut case = game();
        *case.pointer_mut(pointer).unwrap() = value;
        let found = verify(&case).disagreements;
        assert!(found.iter().any(|disagreement| disagreement.check == expected), "{pointer}: {found:?}");
    };
    check("/steps/0/legal", json!([[0, 0], [0, 1]]), Check::Legal);
    check("/steps/1/legal", json!([]), Check::Phase);
    check("/steps/1/board/0", json!("121-"), Check::Board);
    check("/steps/1/player", json!(3), Check::Turn);
    check("/steps/2/bombs", json!(2), Check::Bombs);
    check("/steps/2/overrides", json!(1), Check::Overrides);
    check("/steps/0/action", json!([3, 1, 0]), Check::Answer);
    check("/steps/0/action", json!([0, 0, 1]), Check::Answer);
    check("/messages/1/5", json!("000300010001"), Check::Answer);
    check("/messages/3/5", json!("000300010003"), Check::Answer);
    check("/messages/6/5", json!("000100011401"), Check::Answer);
    check("/messages/5", json!([1.3, "msg", 0, 1, 9, ""]), Check::End);
    check("/final_board/1", json!("3330"), Check::Board);
    check("/server_stopped_by_harness", json!(false), Check::End);
    check("/result_file", json!("m.map\n1\t3\tinf\tok\n2\t0\tinf\tdisq.\n3\t3\tinf\tok\n"), Check::FinalScores);
    check("/result_file", json!("m.map\n1\t3\tinf\tok\n2\t0\tinf\tok\n3\t2\tinf\tok\n"), Check::FinalScores);
    check("/map", json!("3\n0\n1 0\n"), Check::Map);
}

#[test]
fn a_game_is_left_where_nobody_tells_how_it_went_on() {
    let mut case = game();
    case["messages"].as_array_mut().unwrap().truncate(2);
    let report = verify(&case);
    assert_eq!((report.disagreements.len(), report.skipped), (0, Some(Skip::UnknownAction)));
    case["steps"] = json!([]);
    assert_eq!(verify(&case).skipped, Some(Skip::Network));
}
