//! The protocol: every message in every fragmentation, and every example of docs/protocol.md.

use proptest::prelude::*;
use rxt_net::wire::{Decoded, Decoder, Kind, Message, Side, decode};
use rxt_rules::{Answer, Player};

fn answers() -> impl Strategy<Value = Answer> {
    any::<(u16, u16, u8)>().prop_map(|(x, y, special)| Answer { x, y, special })
}

fn players() -> impl Strategy<Value = Player> {
    (1_u8..=8).prop_map(|number| Player::new(number).expect("1 to 8"))
}

fn messages(side: Side) -> BoxedStrategy<Message> {
    match side {
        Side::Client => {
            prop_oneof![any::<u8>().prop_map(|group| Message::Hello { group }), answers().prop_map(Message::Answer),]
                .boxed()
        }
        Side::Server => prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..60).prop_map(Message::Map),
            players().prop_map(Message::You),
            any::<(u32, u8)>().prop_map(|(time_ms, depth)| Message::Request { time_ms, depth }),
            (players(), answers()).prop_map(|(player, answer)| Message::Moved(player, answer)),
            players().prop_map(Message::Disqualified),
            Just(Message::EndBuilding),
            Just(Message::EndGame),
        ]
        .boxed(),
    }
}

fn sides() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Client), Just(Side::Server)]
}

proptest! {
    #[test]
    fn a_conversation_survives_any_fragmentation(
        (side, spoken) in sides().prop_flat_map(|side| (Just(side), proptest::collection::vec(messages(side), 0..8))),
        cuts in proptest::collection::vec(1_usize..12, 1..200),
    ) {
        let mut bytes = Vec::new();
        for message in &spoken {
            message.encode(&mut bytes);
        }
        let mut decoder = Decoder::new(side);
        let mut heard = Vec::new();
        let mut rest = bytes.as_slice();
        for cut in cuts.iter().cycle() {
            let (piece, behind) = rest.split_at((*cut).min(rest.len()));
            decoder.feed(piece);
            while let Some(message) = decoder.next_message().unwrap() {
                heard.push(message);
            }
            rest = behind;
            if rest.is_empty() { break }
        }
        prop_assert_eq!(heard, spoken);
        prop_assert!(decoder.pending().is_empty());
    }

    #[test]
    fn any_bytes_are_a_message_or_refused_and_a_message_has_only_one_spelling(
        side in sides(), bytes in proptest::collection::vec(any::<u8>(), 0..40), kind in 0_u8..11, length in 0_u8..8,
    ) {
        let likely = [&[kind, 0, 0, 0, length][..], &bytes].concat();
        for input in [&bytes, &likely] {
            if let Ok(Decoded::Message(message, taken)) = decode(side, input) {
                prop_assert_eq!(message.to_bytes(), &input[..taken]);
                prop_assert_eq!(message.kind().sender(), side);
            }
        }
    }
}

#[test]
fn every_cut_of_every_kind_needs_more_and_then_gives_the_same_message() {
    let player = Player::new(8).unwrap();
    let answer = Answer { x: 258, y: 49, special: 21 };
    let all = [
        Message::Hello { group: 99 },
        Message::Map(b"2 0 0 0 1 4 0 2 1 0".to_vec()),
        Message::You(player),
        Message::Request { time_ms: 2_147_483_648, depth: 44 },
        Message::Answer(answer),
        Message::Moved(player, answer),
        Message::Disqualified(player),
        Message::EndBuilding,
        Message::EndGame,
    ];
    assert!(all.iter().map(Message::kind).eq(Kind::ALL));
    let mut cuts = 0;
    for message in all {
        let (side, bytes) = (message.kind().sender(), message.to_bytes());
        for cut in 0..bytes.len() {
            assert_eq!(decode(side, &bytes[..cut]), Ok(Decoded::NeedMore), "{message:?} cut at {cut}");
            let mut decoder = Decoder::new(side);
            decoder.feed(&bytes[..cut]);
            assert_eq!(decoder.next_message(), Ok(None));
            decoder.feed(&bytes[cut..]);
            assert_eq!(decoder.next_message(), Ok(Some(message.clone())));
            cuts += 1;
        }
    }
    println!("proof: {cuts} fragmentations of {} message types", Kind::ALL.len());
}

/// An example as the document describes it: who, and what.
fn described(side: Side, message: &Message) -> String {
    let who = if side == Side::Client { "client" } else { "server" };
    let what = match message {
        Message::Map(bytes) => format!("Map({:?})", String::from_utf8_lossy(bytes)),
        Message::You(player) => format!("You({})", player.number()),
        Message::Answer(answer) => format!("Answer {answer}"),
        Message::Moved(player, answer) => format!("Moved({}, {answer})", player.number()),
        Message::Disqualified(player) => format!("Disqualified({})", player.number()),
        other => format!("{other:?}"),
    };
    format!("{who}: {what}")
}

#[test]
fn the_examples_of_the_document_are_what_it_says() {
    let document = include_str!("../../../docs/protocol.md");
    let mut kinds = Vec::new();
    let mut examples = 0;
    for block in document.split("```bytes\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            let (hex, words) = line.split_once("  ").unwrap();
            let bytes: Vec<u8> = hex.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
            let side = if words.trim().starts_with("client") { Side::Client } else { Side::Server };
            let Ok(Decoded::Message(message, taken)) = decode(side, &bytes) else { panic!("{line}") };
            assert_eq!(taken, bytes.len(), "{line}");
            assert_eq!(described(side, &message), words.trim());
            kinds.push(message.kind());
            examples += 1;
        }
    }
    for kind in Kind::ALL {
        assert!(kinds.contains(&kind), "docs/protocol.md has no example of {kind:?}");
    }
    println!("proof: {examples} examples of docs/protocol.md decoded");
}
