//! Several workers on one list of jobs.

use std::sync::Mutex;
use std::sync::mpsc::sync_channel;
use std::thread;

/// Results that may wait to be taken.
const WAITING: usize = 64;

/// Does all jobs on `workers` threads. `done` gets each result on the calling thread, in the order in which they come;
/// after its first error no further job is begun, and that error is returned.
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
        let (sender, outcomes) = sync_channel(WAITING);
        for _ in 0..workers.max(1) {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(job) = next() {
                    if sender.send(work(job)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // An early return drops the receiver, and the workers stop at their next result.
        outcomes.into_iter().try_for_each(&mut done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
