//! What the fuzzers do with bytes: plain functions, driven by cargo-fuzz and, with seeded mutations, by the gate.
//!
//! None of them may panic, and what they read must survive being written and read again.

use rxt_record::record::Record;
use rxt_record::verify::{verify_log, verify_record};
use rxt_record::{CourseLog, Source, position};
use rxt_rules::map::generate::wild;
use rxt_rules::moves::{Kernel, Level};
use rxt_rules::referee::{Event, Reason, Referee};
use rxt_rules::{Answer, Map, MapFile, Player, Position, UndoLog};
use std::sync::Arc;

/// Larger maps only make the fuzzer slow.
const MOST_TILES: usize = 3000;

/// Map text: parse, print, parse again; on small maps, the moves of all players by two generators.
pub(crate) fn map_text(bytes: &[u8]) {
    let Ok((file, _)) = MapFile::parse(bytes) else { return };
    let printed = file.to_string();
    let (again, warnings) = MapFile::parse(printed.as_bytes()).expect("a printed map can be read");
    assert_eq!(again, file);
    assert!(warnings.is_empty(), "a printed map is written as it is meant");
    let Ok(map) = Map::new(file) else { return };
    if map.tile_count() > MOST_TILES {
        return;
    }
    let naive = Map::with_kernel(map.file().clone(), Kernel::Naive, Level::Baseline).expect("the map is valid");
    let (fast, naive) = (Position::new(Arc::new(map)), Position::new(Arc::new(naive)));
    assert_eq!(fast.to_move(), naive.to_move());
    for player in Player::all(fast.players()) {
        assert_eq!(fast.legal_tiles(player), naive.legal_tiles(player));
    }
}

/// A record: parse, print, parse again, through JSON and back, replay.
pub(crate) fn record(bytes: &[u8]) {
    let Ok(record) = Record::parse(bytes) else { return };
    let printed = record.to_string();
    assert_eq!(Record::parse(printed.as_bytes()).expect("a printed record can be read").to_string(), printed);
    let json = record.to_json();
    assert_eq!(Record::from_json(json.as_bytes()).expect("JSON of a record can be read").to_string(), printed);
    if record.map.tile_count() <= MOST_TILES {
        verify_record("fuzz", &record);
    }
}

/// A log of the course's server: parse, and compare with the rules.
pub(crate) fn course_log(bytes: &[u8]) {
    let Ok(log) = CourseLog::parse(bytes) else { return };
    if log.record.map.tile_count() <= MOST_TILES {
        verify_log("fuzz", &log);
    }
}

/// A position: parse, print, parse again.
pub(crate) fn position_text(bytes: &[u8]) {
    let Ok(read) = position::parse(bytes) else { return };
    let printed = position::print(&read);
    let again = position::parse(printed.as_bytes()).expect("a printed position can be read");
    assert_eq!(again.hash(), read.hash());
    assert_eq!(position::print(&again), printed);
}

/// Whatever a command is given as a map.
pub(crate) fn source(bytes: &[u8]) {
    if let Ok(source) = Source::parse(bytes) {
        let _ = source.position(Some(bytes.len() % 7));
    }
}

/// Moves, failures and nonsense sent to a referee on a generated map.
pub(crate) fn moves(bytes: &[u8]) {
    let Some((seed, rest)) = bytes.split_first_chunk::<2>() else { return };
    let map = wild(u16::from_le_bytes(*seed).into());
    let (mut referee, _) = Referee::start(map);
    let mut log = UndoLog::new();
    for chunk in rest.as_chunks::<3>().0 {
        let position = referee.position();
        let Some(player) = position.to_move() else { break };
        let [kind, x, y] = *chunk;
        if kind % 16 == 0 {
            referee.on(Event::Failed(player, Reason::Timeout));
            continue;
        }
        let legal = position.legal_moves();
        assert!(!legal.is_empty(), "who is asked has a move");
        let chosen = legal[usize::from(u16::from_le_bytes([x, y])) % legal.len()];
        let mut walker = position.clone();
        walker.make(chosen, &mut log);
        let after = walker.clone();
        walker.unmake(&mut log);
        assert_eq!(&walker, position);
        assert_eq!(walker.hash(), position.hash());
        if kind % 16 == 1 {
            let answer = Answer { x: x.into(), y: y.into(), special: kind };
            let accepted = position.read(answer).is_ok();
            referee.on(Event::Answered(player, answer));
            assert_eq!(referee.position().is_active(player), accepted);
        } else {
            referee.on(Event::Answered(player, chosen.answer(position.map())));
            assert_eq!(referee.position(), &after);
        }
    }
}
