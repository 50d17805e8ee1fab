//! Drives the bodies of the fuzzers on stable, with seeded mutations of good input.

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use rxt_record::conformance::record_game;
use rxt_record::position;
use rxt_record::record::{Details, Recorder};
use rxt_rules::agent::{Agent, Budget, RandomAgent};
use rxt_rules::map::generate::wild;
use rxt_rules::referee::play_match;
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Runs a body on every seed and on many mutations of them.
#[expect(clippy::print_stdout, reason = "the gate collects what was proven")]
fn drive(name: &str, body: fn(&[u8]), seeds: &[Vec<u8>]) {
    let cases = std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(10_000);
    for (number, seed) in seeds.iter().enumerate() {
        body(seed);
        let mut rng = Rng::derived(1, number as u64);
        for _ in 0..(cases / seeds.len()).max(1) {
            body(&mutated(seed, seeds, &mut rng));
        }
    }
    println!("proof: {} inputs did not upset the reader of {name}", seeds.len() + cases);
}

/// A few random changes: bytes turned, dropped, doubled, replaced by what often matters, or taken from another seed.
fn mutated(seed: &[u8], seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const MATTERS: [&[u8]; 14] = [
        b"\0",
        b"\n",
        b"-1",
        b"0",
        b"256",
        b"65536",
        b"99999999999999999999",
        b"<->",
        b"x",
        b"\r\n",
        b"\xff",
        b"{",
        b"\"",
        b" ",
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + 1 + rng.below(12)).min(bytes.len());
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 => drop(bytes.drain(at..end.max(at))),
            2 => bytes.extend_from_within(at..end.max(at)),
            3 => drop(bytes.splice(at..end.max(at), MATTERS[rng.below(MATTERS.len())].iter().copied())),
            4 => {
                let other = &seeds[rng.below(seeds.len())];
                let from = rng.below(other.len() + 1);
                let part: Vec<u8> = other[from..].iter().take(rng.below(200)).copied().collect();
                drop(bytes.splice(at..at, part));
            }
            _ => bytes.truncate(at.max(bytes.len() / 2)),
        }
    }
    bytes
}

fn maps() -> Vec<Vec<u8>> {
    (0..40).map(|seed| wild(seed).file().to_string().into_bytes()).collect()
}

fn records() -> Vec<Vec<u8>> {
    (0..12)
        .map(|seed| {
            let map = wild(seed);
            let agent = |player: Player| Box::new(RandomAgent::new(seed, player.number())) as Box<dyn Agent>;
            let mut agents: Vec<Box<dyn Agent>> = Player::all(map.players()).map(agent).collect();
            let mut recorder = Recorder::new(Arc::clone(&map));
            play_match::<()>(map, &mut agents, &Budget::default(), |referee, command, choice| {
                recorder.on(referee, command, choice.map(Details::from).unwrap_or_default());
                ControlFlow::Continue(())
            });
            recorder.finish().to_string().into_bytes()
        })
        .collect()
}

fn positions() -> Vec<Vec<u8>> {
    (0..20)
        .map(|seed| {
            let mut position = Position::new(wild(seed));
            for _ in 0..seed {
                if let Some(&mv) = position.legal_moves().first() {
                    position.play(mv);
                }
            }
            position::print(&position).into_bytes()
        })
        .collect()
}

/// A log as the course's server writes it, of a small game.
fn log() -> Vec<u8> {
    "Starting game with map small.map\nServer is listening on port 7777\n\n2\n0\n0 0\n1 4\n0 2 1 0\n\nPlayer 1 is group 3\n\
     Player 2 is group 4\n\ntimelimit 1.000000, depthlimit 0\n\nmove 0: player 1 moved (0,0,0). time left: 725 msecs\n\
     reached terminal phase\n\nScores:\nPlayer 1: 3 points\nPlayer 2: 0 points\n\nreached final phase\n\nScores:\n\
     Player 1: 3 points\nPlayer 2: 0 points\n\n"
        .into()
}

#[test]
fn map_text_never_upsets_the_reader() {
    drive("maps", bodies::map_text, &maps());
}

#[test]
fn records_never_upset_the_reader() {
    drive("records", bodies::record, &records());
}

#[test]
fn course_logs_never_upset_the_reader() {
    drive("course logs", bodies::course_log, &[log()]);
}

#[test]
fn positions_never_upset_the_reader() {
    drive("positions", bodies::position_text, &positions());
}

#[test]
fn no_source_upsets_the_reader() {
    let vector = record_game("wild", &wild(3), 1);
    let vector = rxt_record::conformance::line(&vector).into_bytes();
    let seeds = [maps(), records(), positions(), vec![log(), vector]].concat();
    drive("sources", bodies::source, &seeds);
}

#[test]
fn no_sequence_of_moves_upsets_the_referee() {
    let mut rng = Rng::new(5);
    let seeds: Vec<Vec<u8>> =
        (0..200).map(|_| (0..60 + rng.below(600)).map(|_| rng.next_u64() as u8).collect()).collect();
    drive("moves", bodies::moves, &seeds);
}
