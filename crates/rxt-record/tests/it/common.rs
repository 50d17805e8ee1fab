//! Maps of our own for tests, small and with everything that the rules know, and random games on them.

use rxt_record::Record;
use rxt_record::record::{Details, Recorder};
use rxt_rules::referee::{Event, Reason, Referee};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Map};
use std::sync::Arc;

/// Two players, override stones, bombs, all special tiles.
const SPECIALS: &str = "2
3
2 1
8 8
0 0 0 0 0 0 0 b
0 c 0 0 x 0 0 0
0 0 0 0 0 i 0 0
0 x 0 1 2 0 0 0
0 0 0 2 1 0 b 0
0 0 0 0 0 0 0 0
- 0 i 0 0 x c 0
- - 0 0 0 0 0 0
0 0 0 <-> 7 7 4
0 3 6 <-> 7 3 2
";

/// Three players on a ring without bombs.
const RING: &str = "3
1
0 0
5 6
0 0 0 0 0 0
0 1 2 3 0 0
0 3 1 2 0 i
0 2 3 1 0 0
0 c 0 0 b 0
0 2 6 <-> 5 2 2
";

/// Four players, many bombs.
const BOMBS: &str = "4
0
3 2
6 6
0 0 0 0 0 0
0 1 2 3 4 0
0 2 1 4 3 0
0 3 4 1 2 b
c 4 3 2 1 0
0 0 0 0 0 0
";

/// The maps above with names.
pub(crate) fn maps() -> Vec<(&'static str, Map)> {
    let maps = [("specials.map", SPECIALS), ("ring.map", RING), ("bombs.map", BOMBS)];
    maps.map(|(name, text)| (name, Map::parse(text.as_bytes()).unwrap().0)).into()
}

/// A random game of at most `plies` moves, with failures if `fails` and with details if `details`.
pub(crate) fn random_record(map: &Map, seed: u64, plies: usize, fails: bool, details: bool) -> Record {
    let map = Arc::new(Map::new(map.file().clone()).unwrap());
    let mut rng = Rng::new(seed);
    let mut recorder = Recorder::new(Arc::clone(&map));
    recorder.record_mut().set_tag("map-name", "test.map");
    recorder.record_mut().set_tag("seed", &seed.to_string());
    recorder.record_mut().set_tag("x-unknown", "kept, with \u{fc}ml\u{e4}uts and   blanks");
    let (mut referee, mut commands) = Referee::start(map);
    while recorder.record().plies() < plies {
        for command in &commands {
            let scores = (0..referee.position().players()).map(|_| rng.below(2000) as i32 - 1000).collect();
            let known = Details { time_ms: Some(rng.below(5000) as u64), depth: Some(rng.below(9) as u32), scores };
            recorder.on(&referee, command, if details && rng.percent(80) { known } else { Details::default() });
        }
        let Some(player) = referee.position().to_move() else { break };
        let moves = referee.position().legal_moves();
        let answer = rng.pick(&moves).unwrap().answer(referee.position().map());
        let far = Answer { x: 65_535, y: 9, special: 255 };
        let event = match rng.below(if fails { 60 } else { 1 }) {
            1 => Event::Failed(player, Reason::Timeout),
            2 => Event::Failed(player, Reason::Gone),
            3 => Event::Failed(player, Reason::Message),
            4 => Event::Answered(player, far),
            _ => Event::Answered(player, answer),
        };
        commands = referee.on(event);
    }
    recorder.finish()
}
