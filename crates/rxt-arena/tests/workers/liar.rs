//! A worker that returns another game than it was asked for.

use super::{Folder, LEASE};
use rxt_arena::queue::{Done, Job, Lease, Queue, QueueError, QueueState, SqliteQueue, WorkerNews};
use rxt_arena::remote::{HostOptions, SelfplayNews, WorkerOptions, selfplay, work};
use rxt_arena::store::Store;
use rxt_arena::tournament::House;
use rxt_arena::training::{GameLine, SelfplayPlan, run};
use rxt_engine::Spec;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// A queue that tells a worker about another game, once.
#[derive(Debug)]
struct Liar<'a> {
    queue: &'a SqliteQueue,
    lied: AtomicBool,
}

impl Queue for Liar<'_> {
    fn submit(&self, jobs: &[Job]) -> Result<usize, QueueError> {
        self.queue.submit(jobs)
    }

    fn lease(&self, worker: &str, most: usize) -> Result<Vec<Lease>, QueueError> {
        let mut leases = self.queue.lease(worker, most)?;
        if let Some(lease) = leases.first_mut()
            && !self.lied.swap(true, Ordering::Relaxed)
        {
            let text = String::from_utf8_lossy(&lease.job.payload).replace("\"game\":", "\"game\":10");
            lease.job.payload = text.into_bytes();
        }
        Ok(leases)
    }

    fn heartbeat(&self, lease: &Lease) -> Result<(), QueueError> {
        self.queue.heartbeat(lease)
    }

    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError> {
        self.queue.complete(lease, result)
    }

    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError> {
        self.queue.fail(lease, why)
    }

    fn collect(&self, run: &str, most: usize) -> Result<Vec<Done>, QueueError> {
        self.queue.collect(run, most)
    }

    fn confirm(&self, done: &Done) -> Result<(), QueueError> {
        self.queue.confirm(done)
    }

    fn state(&self) -> Result<QueueState, QueueError> {
        self.queue.state()
    }

    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<(), QueueError> {
        self.queue.keep_file(hash, bytes)
    }

    fn file(&self, hash: &str) -> Result<Vec<u8>, QueueError> {
        self.queue.file(hash)
    }

    fn announce(&self, worker: &str, news: &str) -> Result<(), QueueError> {
        self.queue.announce(worker, news)
    }

    fn workers(&self) -> Result<Vec<WorkerNews>, QueueError> {
        self.queue.workers()
    }
}

fn sorted(store: &Store<GameLine>) -> Vec<GameLine> {
    let mut lines = store.lines().to_vec();
    lines.sort_by_key(|line| line.game);
    lines
}

#[test]
fn a_record_of_another_game_does_not_count_and_is_played_again() {
    let folder = Folder::new("liar");
    let queue = SqliteQueue::open(&folder.0.join("queue.sqlite"), LEASE).expect("a queue");
    let engines = vec![Spec::parse("greedy").expect("an engine"), Spec::parse("random").expect("an engine")];
    let plan = SelfplayPlan { seed: 3, games: 6, nodes: 5, players: 2..=3, engines, random_percent: 5 };
    let open = |name: &str| -> Store<GameLine> { Store::open(&folder.0.join(name)).expect("a file") };
    let (mut here, mut there) = (open("here"), open("there"));
    let finish = AtomicBool::new(false);
    assert!(run(&plan, &mut here, 1, &finish, &mut |_| {}).expect("they are played"));
    let mut refused = Vec::new();
    let mut observe = |news| match news {
        SelfplayNews::Refused(what) => refused.push(what),
        SelfplayNews::Trouble(what) => panic!("{what}"),
        SelfplayNews::Played(_) => {}
    };
    let (complete, tallies) = thread::scope(|scope| {
        let options = WorkerOptions {
            name: "liar".to_owned(),
            slots: 1,
            cache: folder.0.join("cache"),
            house: House::default(),
            heartbeat: Duration::from_millis(500),
            patience: None,
            finish: &finish,
        };
        let liar = Liar { queue: &queue, lied: AtomicBool::new(false) };
        scope.spawn(move || work(&liar, &options, &|_| {}));
        let host = HostOptions { queue: &queue, repeat: 0.0 };
        let end = AtomicBool::new(false);
        let played = selfplay(&plan, &mut there, host, "a test", &end, &mut observe);
        finish.store(true, Ordering::Relaxed);
        played.expect("they are kept")
    });
    assert!(complete, "{refused:?}");
    assert_eq!((tallies["liar"].games, tallies["liar"].refused), (7, 1));
    assert!(refused[0].contains("another map"), "{refused:?}");
    assert_eq!(sorted(&here), sorted(&there), "the same games in the end");
}
