//! A small tournament from its file to its results, and what must not count.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rxt_arena::db::{Db, DbError, Stored};
use rxt_arena::tournament::{House, RunOptions, Setup, judge, run};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

const CUP: &str = "name = \"cup\"\nformat = \"knockout\"\nmaps = [\"MAPS/standard-8x8.map\"]\nnodes = 10\nblocks = 2\n
[[bot]]\nname = \"one\"\nengine = \"greedy\"\n[[bot]]\nname = \"two\"\nengine = \"random\"\n
[[bot]]\nname = \"three\"\nengine = \"first\"\n";

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rxt-tournament-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
    fs::write(folder.join("cup.toml"), CUP.replace("MAPS", maps)).unwrap();
    folder
}

fn play(setup: &Setup, db: &mut Db) -> bool {
    let finish = AtomicBool::new(false);
    run(setup, db, &RunOptions { concurrency: 2, finish: &finish, house: House::default(), remote: None }, &mut |_| {})
        .unwrap()
}

#[test]
fn a_result_counts_once_and_decisions_are_read_not_made_again() {
    let folder = folder("once");
    let setup = Setup::read(&folder.join("cup.toml")).unwrap();
    let mut db = Db::open(&folder.join("cup.sqlite")).unwrap();
    assert!(play(&setup, &mut db));
    let (decisions, results, attempts) = (db.decisions().unwrap(), db.results().unwrap(), db.attempts().unwrap());
    assert!(decisions.last().unwrap().note.ends_with(" wins"), "{decisions:?}");
    // A second result of the same game changes nothing.
    let (points, record) = ([Some(64), Some(0)], db.record(1).unwrap());
    let attempt = db.start(1).unwrap();
    let second = Stored {
        game: 1,
        attempt,
        points: &points,
        plies: 1,
        record: &record,
        times: &[],
        seconds: 0.0,
        load: None,
        steal: None,
        cpu_policy: "free",
        sandbox: "",
        suspect: None,
        disqualified: &[],
        outputs: &[],
        incidents: &[],
    };
    assert!(!db.finish(&second).unwrap());
    assert!(play(&setup, &mut db));
    assert_eq!((db.decisions().unwrap(), db.results().unwrap()), (decisions, results));
    assert_eq!(db.attempts().unwrap().len(), attempts.len() + 1);
    // While it is open to play, nobody else can open it so; to look at it, anybody can.
    assert!(matches!(Db::open(&folder.join("cup.sqlite")), Err(DbError::Busy(_))));
    assert!(Db::look(&folder.join("cup.sqlite")).is_ok());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_record_that_does_not_agree_with_the_rules_is_refused() {
    let folder = folder("judge");
    let setup = Setup::read(&folder.join("cup.toml")).unwrap();
    let mut db = Db::open(&folder.join("cup.sqlite")).unwrap();
    play(&setup, &mut db);
    let map = &setup.grounds[0].bytes;
    let (mut accepted, mut refused) = (0, 0);
    for row in db.results().unwrap() {
        let record = db.record(row.id).unwrap();
        let outcome = judge(&record, map).unwrap();
        assert_eq!((outcome.points, outcome.plies), (row.line.points.clone(), row.line.plies));
        accepted += 1;
        // Without one of its lines, or with other points, it is another game or none.
        let lines: Vec<&str> = record.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("1 ") || line.contains(" 1 ")).unwrap_or(0);
        for missing in (first..lines.len()).step_by(7) {
            let cut: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, line)| *line).collect();
            let is_tag = lines[missing].starts_with("event") || lines[missing].starts_with("game");
            if !is_tag && judge(&cut.join("\n"), map).is_err() {
                refused += 1;
            }
        }
        let wrong = record.replace("result", "result 99");
        assert!(judge(&wrong, map).is_err());
        let other = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/rings-2p-7x13.map")).unwrap();
        assert!(judge(&record, &other).unwrap_err().contains("another map"));
    }
    println!("proof: {accepted} records accepted, {refused} cut ones refused");
    assert!(refused > accepted);
    fs::remove_dir_all(folder).unwrap();
}
