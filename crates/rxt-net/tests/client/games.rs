//! Games that go well, whatever the server's habits.

use crate::agents::{Curious, Patient};
use crate::scripted::{at, our_map, player, run, run_with};
use rxt_net::client::DEFAULT_THINK;
use rxt_net::wire::Message;
use rxt_record::verify::verify_record;
use rxt_rules::agent::Budget;
use rxt_rules::{Map, Phase, Position};
use std::sync::Arc;
use std::sync::mpsc::channel;

const THREE: &[u8] = b"3 0 1 0 1 8  0 2 1 0 0 3 1 0";

#[test]
fn whole_games_are_followed_to_the_servers_position() {
    for name in ["standard-8x8", "rings-2p-7x13", "choices-4p-16x16", "bombs-4p-25x25", "inversions-6p-17x19"] {
        let map = our_map(name);
        let ran = run(move |server| {
            server.open(&map, 2);
            server.play(&map, 2, 300, 0)
        });
        ran.assert_complete();
        assert_eq!(ran.outcome.position.as_ref(), Some(&ran.script), "{name}");
        assert!(ran.outcome.replies.iter().all(|reply| reply.checked), "{name}");
        let record = ran.outcome.record.unwrap();
        assert!(verify_record(name, &record).disagreements.is_empty(), "{name}");
        assert_eq!(record.tag("player-2"), Some("test"));
        assert_eq!(record.tag("time-limit-ms"), Some("300"));
    }
}

#[test]
fn a_large_map_is_played_in_time_and_checked() {
    let map = our_map("torus-5p-50x50");
    let ran = run(move |server| {
        server.open(&map, 3);
        // A real opponent takes his time; the first moves are enough.
        let mut position = Position::new(Arc::new(Map::parse(&map).unwrap().0));
        for _ in 0..40 {
            let mover = position.to_move().unwrap();
            let mv =
                if mover == player(3) { position.read(server.ask(200, 0)).unwrap() } else { position.legal_moves()[0] };
            server.say(&[Message::Moved(mover, mv.answer(position.map()))]);
            position.play(mv);
        }
        server.say(&[Message::EndGame]);
    });
    assert!(ran.outcome.error.is_none());
    assert!(ran.outcome.replies.len() >= 6 && ran.outcome.replies.iter().all(|reply| reply.checked));
    assert_eq!(ran.outcome.troubles.len(), 1, "the end is early, and that is told");
    assert!(ran.events.last().unwrap().starts_with("trouble: the server ended the game although player "));
}

#[test]
fn a_disqualification_that_overtakes_a_move_changes_nothing() {
    // We are player 3. While the move of player 1 is announced, player 2 is found to be gone.
    let ran = run(|server| {
        server.open(THREE, 3);
        server.say(&[Message::Disqualified(player(2)), Message::Moved(player(1), at(0, 0))]);
        let answer = server.ask(500, 0);
        let mut position = Position::new(Arc::new(Map::parse(THREE).unwrap().0));
        position.play(position.read(at(0, 0)).unwrap());
        position.disqualify(player(2));
        assert_eq!(position.to_move(), Some(player(3)));
        position.play(position.read(answer).unwrap());
        server.say(&[Message::Moved(player(3), answer), Message::Disqualified(player(1)), Message::EndGame]);
        position.disqualify(player(1));
        position
    });
    ran.assert_complete();
    assert_eq!(ran.outcome.position, Some(ran.script));
    assert_eq!(ran.events[2..4], ["2 is out", "1 moved (0,0,0)"]);
}

#[test]
fn the_mover_may_be_out_before_his_move_is_announced() {
    let ran = run(|server| {
        server.open(THREE, 3);
        server.say(&[Message::Disqualified(player(1)), Message::Moved(player(1), at(0, 0))]);
        server.say(&[Message::Disqualified(player(2)), Message::EndGame]);
    });
    ran.assert_complete();
    let position = ran.outcome.position.unwrap();
    assert_eq!((position.phase(), position.stones(player(1))), (Phase::Over, 4));
}

#[test]
fn bytes_may_come_one_by_one() {
    let map = our_map("rule-bonus");
    let ran = run(move |server| {
        assert_eq!(server.hear(), Some(Message::Hello { group: 7 }));
        let opening = [Message::Map(map.clone()), Message::You(player(1)), Message::Request { time_ms: 900, depth: 1 }];
        for byte in opening.iter().flat_map(Message::to_bytes) {
            server.say_bytes(&[byte]);
        }
        let Some(Message::Answer(answer)) = server.hear() else { panic!("no answer") };
        let position = Position::new(Arc::new(Map::parse(&map).unwrap().0));
        position.read(answer).unwrap();
        server.say(&[Message::Moved(player(1), answer), Message::Disqualified(player(2)), Message::EndGame]);
    });
    ran.assert_complete();
    assert_eq!(ran.outcome.replies.len(), 1);
}

#[test]
fn maps_may_be_written_in_any_way_that_the_course_takes() {
    let odd = b"2\r\n0\r\n0 0\r\n\r\n1   4\r\n\t0 2\r\n 1 0 \r\n\r\n\r\n".to_vec();
    let ran = run(move |server| {
        server.open(&odd, 1);
        server.play(&odd, 1, 400, 0)
    });
    ran.assert_complete();
    assert_eq!(ran.events[0], "map for 2");
}

#[test]
fn a_map_for_bombs_only_begins_with_the_second_phase() {
    let map = our_map("rule-bombing-only");
    let ran = run(move |server| {
        server.open(&map, 1);
        server.play(&map, 1, 400, 0)
    });
    ran.assert_complete();
    assert_eq!(ran.events[2], "bombs");
    assert!(ran.events.iter().any(|event| event.starts_with("replied ")));
}

#[test]
fn players_who_cannot_move_are_passed_over() {
    for name in ["rule-passing", "rule-first-passes"] {
        let map = our_map(name);
        let ran = run(move |server| {
            server.open(&map, 2);
            server.play(&map, 2, 400, 0)
        });
        ran.assert_complete();
        assert_eq!(ran.outcome.position, Some(ran.script), "{name}");
    }
}

/// The budgets that an agent is given for these requests.
fn budgets(obey_depth: bool, requests: &'static [(u32, u8)]) -> Vec<Budget> {
    let (budgets, received) = channel();
    let ran = run_with(Box::new(move || Box::new(Curious(budgets.clone()))), obey_depth, move |server| {
        let map = our_map("standard-8x8");
        server.open(&map, 1);
        let mut position = Position::new(Arc::new(Map::parse(&map).unwrap().0));
        for &(time_ms, depth) in requests {
            server.exchange(&mut position, time_ms, depth);
        }
        server.say(&[Message::Disqualified(player(2)), Message::EndGame]);
    });
    ran.assert_complete();
    received.iter().collect()
}

#[test]
fn a_depth_is_obeyed_only_where_time_is_not_limited() {
    let [limited, free, neither] = budgets(false, &[(2000, 1), (0, 5), (0, 0)])[..] else { panic!("three") };
    assert_eq!(limited.depth, None);
    assert!(limited.time.unwrap().as_millis() > 1200 && limited.time.unwrap().as_millis() < 2000, "{limited:?}");
    assert_eq!(free.depth, Some(5));
    assert!(free.time.unwrap().as_secs() > 200, "{free:?}");
    assert_eq!(neither.depth, None);
    assert!(neither.time.unwrap() <= DEFAULT_THINK, "{neither:?}");
    assert!(neither.time.unwrap() > DEFAULT_THINK / 2, "{neither:?}");
}

#[test]
fn a_depth_is_obeyed_with_a_time_limit_if_asked_to() {
    let [limited, unlimited] = budgets(true, &[(2000, 3), (2000, 0)])[..] else { panic!("two") };
    assert_eq!((limited.depth, unlimited.depth), (Some(3), None));
}

#[test]
fn the_account_is_used_and_not_overdrawn() {
    let map = our_map("rings-2p-7x13");
    let ran = run_with(Box::new(|| Box::new(Patient)), false, move |server| {
        server.open(&map, 1);
        server.play(&map, 1, 60, 0)
    });
    ran.assert_complete();
    let mut shares: Vec<f64> = ran
        .outcome
        .replies
        .iter()
        .filter(|reply| reply.moves > 1)
        .map(|reply| reply.used.as_secs_f64() / reply.account.unwrap().as_secs_f64())
        .collect();
    shares.sort_by(f64::total_cmp);
    assert!(shares.len() > 5 && shares[shares.len() / 2] > 0.3, "{shares:?}");
}
