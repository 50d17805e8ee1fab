//! Agents that err, panic or never return do not cost the game.

use crate::agents::{BadAgent, Vice};
use crate::scripted::{Ran, our_map, player, run_with};
use rxt_net::client::{Source, Trouble};
use rxt_net::wire::Message;
use rxt_rules::{Map, Position};
use std::sync::Arc;
use std::time::Instant;

/// Plays some moves on the standard board with a bad agent.
fn play_with(vice: Vice, moves: u32, time_ms: u32) -> Ran<()> {
    run_with(Box::new(move || Box::new(BadAgent(vice))), false, move |server| {
        let map = our_map("standard-8x8");
        server.open(&map, 1);
        let mut position = Position::new(Arc::new(Map::parse(&map).unwrap().0));
        for _ in 0..moves {
            let start = Instant::now();
            server.exchange(&mut position, time_ms, 0);
            assert!(start.elapsed().as_millis() < u128::from(time_ms), "too late");
        }
        server.say(&[Message::Disqualified(player(2)), Message::EndGame]);
    })
}

fn sources(ran: &Ran<()>) -> Vec<Source> {
    ran.outcome.replies.iter().map(|reply| reply.source).collect()
}

#[test]
fn an_illegal_choice_is_caught_and_told_with_its_position() {
    let ran = play_with(Vice::Illegal, 2, 2000);
    assert!(ran.outcome.error.is_none(), "{:?}", ran.outcome.error);
    assert_eq!(sources(&ran), [Source::Ready; 2]);
    assert_eq!(ran.outcome.troubles.len(), 2);
    let trouble = &ran.outcome.troubles[0];
    let words = trouble.to_string();
    assert_eq!(words, "the engine chose (0,0,0), which is no legal move: a stone at (0,0) captures nothing");
    let start = Position::new(Arc::new(Map::parse(&our_map("standard-8x8")).unwrap().0));
    let saved = rxt_record::position::print(trouble.position().unwrap());
    assert_eq!(rxt_record::position::parse(saved.as_bytes()).unwrap(), start);
}

#[test]
fn an_agent_that_never_returns_is_answered_for_and_then_replaced() {
    let ran = play_with(Vice::Endless { publishes: true }, 4, 2400);
    assert!(ran.outcome.error.is_none(), "{:?}", ran.outcome.error);
    // The second request finds the agent still stuck, the third a new one.
    assert_eq!(sources(&ran), [Source::Watchdog, Source::Ready, Source::Watchdog, Source::Ready]);
    let stuck = ran.outcome.troubles.iter().filter(|trouble| matches!(trouble, Trouble::Stuck(_))).count();
    assert_eq!(stuck, 1, "{:?}", ran.outcome.troubles);
}

#[test]
fn an_agent_that_never_returns_nor_says_anything_has_a_move_made_for_it() {
    let ran = play_with(Vice::Endless { publishes: false }, 1, 400);
    assert_eq!(sources(&ran), [Source::Ready]);
}

#[test]
fn an_agent_that_panics_is_replaced_and_its_last_word_counts() {
    let ran = play_with(Vice::Panics { publishes: true }, 2, 2000);
    assert_eq!(sources(&ran), [Source::Watchdog; 2]);
    let words: Vec<String> = ran.outcome.troubles.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["the engine panicked: this agent is meant to panic"; 2]);
    assert!(ran.outcome.troubles.iter().all(Trouble::is_ours));
}

#[test]
fn a_game_goes_on_without_any_agent_in_the_end() {
    let ran = play_with(Vice::Panics { publishes: false }, 6, 2000);
    assert!(ran.outcome.error.is_none(), "{:?}", ran.outcome.error);
    assert_eq!(sources(&ran), [Source::Ready; 6]);
    assert_eq!(ran.outcome.troubles.len(), 3, "no more than three agents are lost");
}
