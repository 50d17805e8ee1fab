//! Games that workers play are the games that would have been played here.

mod liar;
#[cfg(feature = "nats")]
mod nats;

use rxt_arena::db::Db;
use rxt_arena::queue::{Queue, SqliteQueue};
use rxt_arena::remote::{HostOptions, WorkerOptions, work};
use rxt_arena::tournament::{House, Progress, RunOptions, Setup, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// A short tournament of engines whose games can be repeated.
const CUP: &str = r#"
name = "cup"
format = "round-robin"
maps = ["MAPS/standard-8x8.map", "MAPS/rule-choice.map"]
nodes = 60
blocks = 2
opening = 2
seed = 5

[[bot]]
name = "greedy"
engine = "greedy"

[[bot]]
name = "pvs"
engine = "pvs"

[[bot]]
name = "random"
engine = "random"
"#;

const LEASE: Duration = Duration::from_secs(20);

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("rxt-workers-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder");
        let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
        let text = CUP.replace("MAPS", &maps.canonicalize().expect("our maps").to_string_lossy());
        fs::write(folder.join("cup.toml"), text).expect("a file");
        Self(folder)
    }

    fn setup(&self) -> Setup {
        Setup::read(&self.0.join("cup.toml")).expect("the cup can be played")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The records of all games, by number.
fn records(db: &Db) -> Vec<(u64, String)> {
    let results = db.results().expect("results");
    results.into_iter().map(|row| (row.id, db.record(row.id).expect("a record"))).collect()
}

fn play(setup: &Setup, path: &Path, remote: Option<HostOptions<'_>>) -> Vec<(u64, String)> {
    let mut db = Db::open(path).expect("a database");
    let finish = AtomicBool::new(false);
    let options = RunOptions { concurrency: 2, finish: &finish, house: House::default(), remote };
    let mut observe = |progress: &Progress<'_>| {
        if let Progress::Lost { why, .. } | Progress::NoQueue { why } = progress {
            panic!("{why}");
        }
        if let Progress::Worker { tally, .. } = progress {
            assert_eq!((tally.refused, tally.different), (0, 0));
        }
    };
    assert!(run(setup, &mut db, &options, &mut observe).expect("it is played"), "the tournament is over");
    records(&db)
}

/// Plays the same tournament here and through a queue, with two workers.
fn same_games(folder: &Folder, queue: &dyn Queue) -> usize {
    let setup = folder.setup();
    let here = play(&setup, &folder.0.join("here.sqlite"), None);
    let finish = AtomicBool::new(false);
    let there = thread::scope(|scope| {
        for name in ["one", "two"] {
            let options = WorkerOptions {
                name: name.to_owned(),
                slots: 1,
                cache: folder.0.join(name),
                house: House::default(),
                heartbeat: Duration::from_millis(500),
                patience: None,
                finish: &finish,
            };
            scope.spawn(move || work(queue, &options, &|_| {}));
        }
        let remote = HostOptions { queue, repeat: 0.5 };
        let there = play(&setup, &folder.0.join("there.sqlite"), Some(remote));
        finish.store(true, std::sync::atomic::Ordering::Relaxed);
        there
    });
    assert!(here == there, "the same games, move for move");
    here.len()
}

#[test]
fn workers_on_one_machine_play_the_same_games() {
    let folder = Folder::new("file");
    let queue = SqliteQueue::open(&folder.0.join("queue.sqlite"), LEASE).expect("a queue");
    let games = same_games(&folder, &queue);
    println!("proof: {games} games played by workers as they would have been played here (a file)");
}
