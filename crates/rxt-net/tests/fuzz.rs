//! Drives the body of the wire's fuzzer on stable, with seeded mutations of good conversations.

#[path = "../../../fuzz/wire_body.rs"]
mod wire_body;

use rxt_net::wire::{Message, Side};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Player};

/// A few messages of one side, behind the bytes that say how they are cut.
fn conversation(rng: &mut Rng, side: Side) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Short pieces are the interesting ones.
    bytes.extend((0..4).map(|_| if rng.percent(70) { rng.below(12) as u8 } else { rng.next_u64() as u8 }));
    for _ in 0..rng.below(12) {
        message(rng, side).encode(&mut bytes);
    }
    bytes
}

fn message(rng: &mut Rng, side: Side) -> Message {
    let player = Player::new(1 + rng.below(8) as u8).expect("1 to 8");
    let answer = Answer { x: rng.next_u64() as u16, y: rng.next_u64() as u16, special: rng.next_u64() as u8 };
    match side {
        Side::Client if rng.percent(30) => Message::Hello { group: rng.next_u64() as u8 },
        Side::Client => Message::Answer(answer),
        Side::Server => match rng.below(7) {
            0 => Message::Map((0..rng.below(300)).map(|_| rng.next_u64() as u8).collect()),
            1 => Message::You(player),
            2 => Message::Request { time_ms: rng.next_u64() as u32, depth: rng.next_u64() as u8 },
            3 => Message::Moved(player, answer),
            4 => Message::Disqualified(player),
            5 => Message::EndBuilding,
            _ => Message::EndGame,
        },
    }
}

/// Bytes turned, replaced by what matters in a header, dropped or doubled.
fn mutated(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len());
        let end = (at + 1 + rng.below(12)).min(bytes.len());
        match rng.below(5) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = [0, 1, 5, 9, 10, 0x7f, 0xff][rng.below(7)],
            2 if end - at < bytes.len() => drop(bytes.drain(at..end)),
            3 => bytes.extend_from_within(at..end),
            _ => bytes.truncate((at + 1).max(bytes.len() / 2)),
        }
    }
    bytes
}

#[test]
fn no_bytes_upset_the_reader_of_messages() {
    let cases = std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000);
    let mut rng = Rng::new(3);
    for _ in 0..cases {
        for side in [Side::Client, Side::Server] {
            let spoken = conversation(&mut rng, side);
            wire_body::wire(&spoken);
            wire_body::wire(&mutated(spoken, &mut rng));
        }
    }
    println!("proof: {} streams of bytes did not upset the reader of messages", 4 * cases);
}
