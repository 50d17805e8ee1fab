//! Several workers on one list of jobs.

use std::sync::Mutex;
use std::sync::mpsc::sync_channel;
use std::thread;

/// Does all jobs on `workers` threads. `done` gets each result on the calling thread, in the order in which they come;
/// after its first error no further job is begun, and that error is returned. A worker begins its next job when `done`
/// has dealt with its last one, so that a crash costs at most one job for each worker.
pub fn each<Job: Send, Outcome: Send, E>(
    jobs: impl Iterator<Item = Job> + Send,
    workers: usize,
    work: impl Fn(Job) -> Outcome + Sync,
    mut done: impl FnMut(Outcome) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
    let (next, work) = (&next, &work);
    thread::scope(|scope| {
        let workers = workers.max(1);
        let (sender, outcomes) = sync_channel(workers);
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(job) = next() {
                    let (taken, wait) = sync_channel::<()>(1);
                    // Both fail after an error of `done`, which drops the other ends.
                    if sender.send((work(job), taken)).is_err() || wait.recv().is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        outcomes.into_iter().try_for_each(|(outcome, taken)| {
            done(outcome)?;
            _ = taken.send(());
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn every_job_is_done_once() {
        let mut seen = Vec::new();
        let done = |outcome: u32| -> Result<(), ()> {
            seen.push(outcome);
            Ok(())
        };
        each(0..1000, 4, |job: u32| job * 2, done).unwrap();
        seen.sort_unstable();
        assert!(seen.into_iter().eq((0..1000).map(|job| job * 2)));
    }

    #[test]
    fn an_error_stops_the_rest() {
        let mut count = 0;
        let done = |_: u64| {
            count += 1;
            if count == 10 { Err("enough") } else { Ok(()) }
        };
        assert_eq!(each(0_u64.., 2, |job| job, done), Err("enough"));
    }

    #[test]
    fn no_worker_is_a_job_ahead_of_what_was_done() {
        let begun = AtomicUsize::new(0);
        let mut count = 0;
        let work = |_: u32| begun.fetch_add(1, Ordering::SeqCst);
        let done = |_| -> Result<(), ()> {
            thread::sleep(Duration::from_micros(100));
            let open = begun.load(Ordering::SeqCst) - count;
            assert!(open <= 3, "{open} jobs were begun and are not done");
            count += 1;
            Ok(())
        };
        each(0..300, 3, work, done).unwrap();
    }
}
