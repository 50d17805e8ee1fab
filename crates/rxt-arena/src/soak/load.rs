//! Threads that do nothing, as fast as they can.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Busy threads per core.
const PER_CORE: usize = 4;

/// Busy threads; they end when this is dropped.
pub(super) struct Load {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    pub(super) fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let busy = |_| {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                let mut number = 1_u64;
                while !stop.load(Ordering::Relaxed) {
                    (0..10_000).for_each(|_| number = black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
                }
            })
        };
        let threads = (0..cores * PER_CORE).map(busy).collect();
        Self { stop, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
