//! A second pair of eyes on the clock: a thread that sleeps until the time is up.
//!
//! The thread that owns the game watches the clock too. On a busy machine each of them is now and then woken much too late,
//! but seldom both at once.

use super::reply::Pending;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// Sends what is known of a request when its time is up.
#[derive(Debug)]
pub(super) struct Watchdog(Sender<Arc<Pending>>);

impl Watchdog {
    /// Starts the thread; without one, only the other thread watches.
    pub(super) fn start() -> Self {
        let (requests, received) = channel();
        let _ = thread::Builder::new().name("rxt-client-watch".to_owned()).spawn(move || watch(&received));
        Self(requests)
    }

    /// Watches the time of a request, and no longer that of the one before.
    pub(super) fn watch(&self, pending: &Arc<Pending>) {
        let _ = self.0.send(Arc::clone(pending));
    }
}

fn watch(requests: &Receiver<Arc<Pending>>) {
    let mut next = requests.recv().ok();
    while let Some(pending) = next.take() {
        let left = (pending.arrived + pending.plan.send).saturating_duration_since(Instant::now());
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
