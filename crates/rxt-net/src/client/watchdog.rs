//! More eyes on the clock: threads that sleep until the time is up, each on a core of its own.
//!
//! The thread that owns the game watches the clock too. On a busy machine each of them is now and then woken much too late,
//! and a core of a rented machine can stand still for a tenth of a second, with everything that waits for it. Seldom do all
//! cores at once.

use super::reply::Pending;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// Cores that are watched from; more stand still together even less often than these.
const CORES: usize = 4;

/// Sends what is known of a request when its time is up.
#[derive(Debug)]
pub(super) struct Watchdog(Vec<Sender<Arc<Pending>>>);

impl Watchdog {
    /// Starts the threads; without any, only the thread that owns the game watches.
    pub(super) fn start() -> Self {
        let start = |core: Option<usize>| {
            let (requests, received) = channel();
            let watch = move || {
                if let Some(core) = core {
                    stay_on(core);
                }
                watch(&received);
            };
            thread::Builder::new().name("rxt-client-watch".to_owned()).spawn(watch).ok().map(|_| requests)
        };
        Self(cores().into_iter().filter_map(start).collect())
    }

    /// Watches the time of a request, and no longer that of the one before.
    pub(super) fn watch(&self, pending: &Arc<Pending>) {
        for requests in &self.0 {
            let _ = requests.send(Arc::clone(pending));
        }
    }
}

/// Some of the cores that this process may use; any one if the system does not tell.
fn cores() -> Vec<Option<usize>> {
    let Ok(allowed) = sched_getaffinity(None) else { return vec![None] };
    (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).take(CORES).map(Some).collect()
}

/// Keeps this thread on one core, if the system lets it.
fn stay_on(core: usize) {
    let mut only = CpuSet::new();
    only.set(core);
    let _ = sched_setaffinity(None, &only);
}

fn watch(requests: &Receiver<Arc<Pending>>) {
    let mut next = requests.recv().ok();
    while let Some(pending) = next.take() {
        let left = pending.send_at().saturating_duration_since(Instant::now());
        next = match requests.recv_timeout(left) {
            Ok(newer) => Some(newer),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                if !pending.is_sent() {
                    pending.send_best_known();
                }
                requests.recv().ok()
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_watch_is_on_a_core_of_its_own() {
        let cores = cores();
        assert!((1..=CORES).contains(&cores.len()), "{cores:?}");
        for core in cores.into_iter().flatten() {
            let there = thread::spawn(move || {
                stay_on(core);
                sched_getaffinity(None).map(|allowed| (allowed.count(), allowed.is_set(core)))
            });
            assert_eq!(there.join().unwrap(), Ok((1, true)));
        }
    }
}
