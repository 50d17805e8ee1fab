//! Servers that vanish, send nonsense, or throw us out.

use crate::agents::Patient;
use crate::scripted::{at, player, run, run_with};
use rxt_net::wire::Message;
use rxt_record::record::{Cause, Entry};

const TWO: &[u8] = b"2 0 0 0 1 9  0 2 1 0 0 0 1 2 0";

#[test]
fn a_server_that_vanishes_is_told_at_each_stage() {
    let ran = run(|_| {});
    // Depending on whether our hello is there already, the connection is closed or reset.
    assert!(ran.error().ends_with(" while we waited for the map"), "{}", ran.error());

    let ran = run(|server| _ = server.hear());
    assert_eq!(ran.error(), "the server closed the connection while we waited for the map");

    let ran = run(|server| {
        server.hear();
        server.say_bytes(&[2, 0, 0, 0, 40, b'2']);
    });
    assert_eq!(ran.error(), "the server closed the connection while we waited for the map");

    let ran = run(|server| {
        server.hear();
        server.say(&[Message::Map(TWO.to_vec())]);
    });
    assert_eq!(ran.error(), "the server closed the connection while we waited for our player number");

    let ran = run(|server| server.open(TWO, 2));
    assert_eq!(ran.error(), "the server closed the connection while others were to move");
    assert!(ran.outcome.record.unwrap().result.is_none());

    let ran = run_with(Box::new(|| Box::new(Patient)), false, |server| {
        server.open(TWO, 1);
        server.say(&[Message::Request { time_ms: 60_000, depth: 0 }]);
    });
    assert_eq!(ran.error(), "the server closed the connection while we thought about our move");

    let ran = run(|server| {
        server.open(TWO, 1);
        server.ask(400, 0);
    });
    let error = ran.error();
    assert!(error.contains(" before our move (") && error.ends_with(") was announced"), "{error}");
}

#[test]
fn our_own_disqualification_is_explained_as_far_as_can_be_known() {
    let out = |server: &mut crate::scripted::Server| server.say(&[Message::Disqualified(player(1))]);
    let ran = run(move |server| {
        server.open(TWO, 1);
        let answer = server.ask(5000, 0);
        out(server);
        answer
    });
    let answer = ran.script;
    let expected = format!(
        "we (player 1) were disqualified: {answer} was refused, though it left in time and the rules as we know them \
         allow it; this came before our move {answer} was announced"
    );
    assert_eq!(ran.error(), expected);
    let record = ran.outcome.record.unwrap();
    assert_eq!(record.entries, [Entry::Disqualified(player(1), Cause::Illegal(answer))]);

    let ran = run_with(Box::new(|| Box::new(Patient)), false, move |server| {
        server.open(TWO, 1);
        server.ask(100, 0);
        out(server);
    });
    assert!(ran.error().contains(" of 100 ms and may have come too late"), "{}", ran.error());

    let ran = run_with(Box::new(|| Box::new(Patient)), false, move |server| {
        server.open(TWO, 1);
        server.say(&[Message::Request { time_ms: 60_000, depth: 0 }]);
        out(server);
    });
    assert!(ran.error().contains("the answer was still due, "), "{}", ran.error());

    let ran = run(|server| {
        server.open(TWO, 2);
        server.say(&[Message::Disqualified(player(2))]);
    });
    assert!(ran.error().contains("it was not our turn"), "{}", ran.error());
}

#[test]
fn nonsense_is_told() {
    let ran = run(|server| {
        server.hear();
        server.say_bytes(&[77, 0, 0, 0, 0]);
    });
    let nonsense =
        "the server sent what is no message (77 is no message type; expected 1 to 9) while we waited for the map";
    assert_eq!(ran.error(), nonsense);

    let ran = run(|server| {
        server.hear();
        server.say(&[Message::Request { time_ms: 1, depth: 1 }]);
    });
    assert_eq!(ran.error(), "the server sent a message of type 4, which is not due, while we waited for the map");

    let ran = run(|server| {
        server.hear();
        server.say(&[Message::Map(b"2 0 0 0 1 4  0 2 q 0".to_vec())]);
    });
    assert!(ran.error().starts_with("the server sent a map that cannot be played on ("), "{}", ran.error());

    let ran = run(|server| server.open(TWO, 3));
    assert_eq!(ran.error(), "the server gave us number 3 on a map of 2 players while we waited for our player number");

    let ran = run(|server| {
        server.open(TWO, 2);
        server.say(&[Message::Moved(player(1), at(4, 0))]);
    });
    let unruly = "the server's game does not fit the rules (player 1 moved (4,0,0); a stone at (4,0) captures nothing)";
    assert!(ran.error().starts_with(unruly), "{}", ran.error());

    let ran = run(|server| {
        server.open(TWO, 2);
        server.say(&[Message::Request { time_ms: 1000, depth: 0 }]);
    });
    assert!(ran.error().contains("(player 2 is asked; expected player 1)"), "{}", ran.error());
}
