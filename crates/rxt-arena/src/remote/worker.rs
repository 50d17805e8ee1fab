//! A worker: takes games from a queue, plays them, and returns records.

use super::errand::Errand;
use crate::queue::{Lease, Queue, QueueError};
use crate::tournament::House;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How a worker works.
#[derive(Debug)]
pub struct WorkerOptions<'a> {
    /// What it is called.
    pub name: String,
    /// Games at once.
    pub slots: usize,
    /// Where the files of programs are kept.
    pub cache: PathBuf,
    /// How programs are started.
    pub house: House,
    /// How often it tells that a game goes on; well below the lease of the queue.
    pub heartbeat: Duration,
    /// How long it waits for work before it goes; `None` for ever.
    pub patience: Option<Duration>,
    /// Set to take no further game.
    pub finish: &'a AtomicBool,
}

/// What happens on the way.
#[derive(Clone, Debug)]
pub enum WorkerEvent {
    /// A game was played and handed in.
    Played {
        /// Games so far.
        games: u64,
        /// How long this one took.
        time: Duration,
    },
    /// A game was played in vain: somebody else has it by now.
    TooLate(String),
    /// A game could not be played here.
    Failed(String),
    /// The queue does not answer; it is tried again.
    NoQueue(String),
}

/// How long to wait when there is nothing to do, and when the queue does not answer.
const IDLE: Duration = Duration::from_millis(200);
const RETRY: Duration = Duration::from_secs(1);
/// How often to hand in a result while the queue does not answer.
const HAND_IN_TRIES: u32 = 60;
/// The least time between two announcements.
const NEWS: Duration = Duration::from_secs(1);

/// Plays games until it is told to finish or there has been no work for long. Returns how many were played.
pub fn work(queue: &dyn Queue, options: &WorkerOptions<'_>, observe: &(dyn Fn(&WorkerEvent) + Sync)) -> u64 {
    let worker = Worker {
        queue,
        options,
        observe,
        games: AtomicU64::new(0),
        busy: AtomicU64::new(0),
        told: Mutex::new(None),
        began: Instant::now(),
    };
    worker.tell(true);
    thread::scope(|scope| {
        for _ in 0..options.slots.max(1) {
            scope.spawn(|| worker.slot());
        }
    });
    worker.tell(true);
    worker.games.into_inner()
}

struct Worker<'a> {
    queue: &'a dyn Queue,
    options: &'a WorkerOptions<'a>,
    observe: &'a (dyn Fn(&WorkerEvent) + Sync),
    games: AtomicU64,
    busy: AtomicU64,
    told: Mutex<Option<Instant>>,
    began: Instant,
}

impl Worker<'_> {
    fn slot(&self) {
        let mut idle_since = Instant::now();
        while !self.options.finish.load(Ordering::Relaxed) {
            match self.queue.lease(&self.options.name, 1) {
                Ok(leases) if leases.is_empty() => {
                    if self.options.patience.is_some_and(|patience| idle_since.elapsed() > patience) {
                        return;
                    }
                    self.tell(false);
                    thread::sleep(IDLE);
                }
                Ok(leases) => {
                    for lease in leases {
                        self.busy.fetch_add(1, Ordering::Relaxed);
                        self.tell(false);
                        self.take(&lease);
                        self.busy.fetch_sub(1, Ordering::Relaxed);
                    }
                    self.tell(false);
                    idle_since = Instant::now();
                }
                Err(error) => {
                    (self.observe)(&WorkerEvent::NoQueue(error.to_string()));
                    thread::sleep(RETRY);
                }
            }
        }
    }

    /// Plays one game and hands it in.
    fn take(&self, lease: &Lease) {
        let start = Instant::now();
        let handed_in = match self.play(lease) {
            Ok(result) => self.persist(|| self.queue.complete(lease, &result)).map(|()| true),
            Err(why) => {
                (self.observe)(&WorkerEvent::Failed(why.clone()));
                self.persist(|| self.queue.fail(lease, &why)).map(|()| false)
            }
        };
        match handed_in {
            Ok(true) => {
                let games = self.games.fetch_add(1, Ordering::Relaxed) + 1;
                (self.observe)(&WorkerEvent::Played { games, time: start.elapsed() });
            }
            Ok(false) => {}
            Err(QueueError::Lost(key)) => (self.observe)(&WorkerEvent::TooLate(key)),
            Err(error) => (self.observe)(&WorkerEvent::NoQueue(error.to_string())),
        }
    }

    /// Does something with the queue, again and again while it does not answer.
    fn persist(&self, mut act: impl FnMut() -> Result<(), QueueError>) -> Result<(), QueueError> {
        let mut tries = 0;
        loop {
            match act() {
                Err(QueueError::Queue(why)) if tries < HAND_IN_TRIES => {
                    (self.observe)(&WorkerEvent::NoQueue(why));
                    tries += 1;
                    thread::sleep(RETRY);
                }
                ended => return ended,
            }
        }
    }

    fn play(&self, lease: &Lease) -> Result<Vec<u8>, String> {
        let errand =
            Errand::read(&lease.job.payload).and_then(|errand| errand.prepare(self.queue, &self.options.cache));
        let ready = errand.map_err(|error| error.to_string())?;
        let moves = Arc::new(AtomicU64::new(0));
        let house = House { moves: Arc::clone(&moves), ..self.options.house.clone() };
        thread::scope(|scope| {
            let (sender, played) = sync_channel(1);
            let attempt = lease.attempt;
            scope.spawn(move || _ = sender.send(ready.play(&house, attempt)));
            let mut seen = 0;
            loop {
                match played.recv_timeout(self.options.heartbeat) {
                    Ok(returned) => return serde_json::to_vec(&returned?).map_err(|error| error.to_string()),
                    Err(RecvTimeoutError::Disconnected) => return Err("the game broke off".to_owned()),
                    Err(RecvTimeoutError::Timeout) => {
                        // A game that hangs is no progress, so its lease runs out.
                        let now = moves.load(Ordering::Relaxed);
                        if now > seen {
                            seen = now;
                            let _ = self.queue.heartbeat(lease);
                        }
                        self.tell(false);
                    }
                }
            }
        })
    }

    /// Tells the queue how it goes, not too often unless it matters.
    fn tell(&self, now: bool) {
        let mut told = self.told.lock().expect("nobody panics while holding it");
        if !now && told.is_some_and(|told| told.elapsed() < NEWS) {
            return;
        }
        *told = Some(Instant::now());
        let news = json!({
            "slots": self.options.slots,
            "busy": self.busy.load(Ordering::Relaxed),
            "games": self.games.load(Ordering::Relaxed),
            "seconds": self.began.elapsed().as_secs(),
            "version": env!("CARGO_PKG_VERSION"),
            "finished": self.options.finish.load(Ordering::Relaxed),
        });
        let _ = self.queue.announce(&self.options.name, &news.to_string());
    }
}
