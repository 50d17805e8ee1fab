//! A queue alone: what it does in a second when there is nothing behind its jobs.

use crate::commands::queue::report;
use miette::{Result, miette};
use rxt_arena::queue::{Job, Queue};
use serde::Serialize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

/// Jobs per second.
#[derive(Serialize)]
pub(super) struct Rates {
    pub(super) submitted: f64,
    /// Handed out and done by one worker, job after job.
    pub(super) done_by_one: f64,
    /// The same by several at once, each with a connection of its own.
    pub(super) done_by_many: f64,
    pub(super) at_once: usize,
    pub(super) heartbeats: f64,
    pub(super) collected: f64,
}

/// Workers at once.
const AT_ONCE: usize = 8;
/// About as long as a game on its way out, and on its way back.
const PAYLOAD: usize = 900;
const RESULT: usize = 6000;
/// Jobs that are submitted at once, and results that are taken at once.
const BATCH: usize = 64;

pub(super) fn measure(open: &dyn Fn() -> Result<Box<dyn Queue>>, jobs: u32) -> Result<Rates> {
    let queue = open()?;
    let queue = &*queue;
    let run = format!("bench-{}", std::process::id());
    let all: Vec<Job> = (0..jobs)
        .map(|number| Job { run: run.clone(), key: format!("{number:08}"), payload: vec![b'x'; PAYLOAD] })
        .collect();
    let submitted = rate(jobs, || {
        all.chunks(BATCH * 8).try_for_each(|some| queue.submit(some).map(drop).map_err(|error| report(&error)))
    })?;
    let few = (jobs / 8).max(5);
    // One job is held and done by it; few are done by one worker, and the rest by all.
    let heartbeats = heartbeats(queue, few)?;
    let done_by_one = rate(few, || work(queue, "one", Some(few)).map(drop))?;
    let left = jobs - 1 - few;
    let queues = (0..AT_ONCE).map(|_| open()).collect::<Result<Vec<_>>>()?;
    let done = AtomicU32::new(0);
    let done_by_many = rate(left, || {
        thread::scope(|scope| {
            for (number, queue) in queues.iter().enumerate() {
                let done = &done;
                scope.spawn(move || {
                    let own = work(&**queue, &format!("worker {number}"), None).unwrap_or_default();
                    done.fetch_add(own, Ordering::Relaxed);
                });
            }
        });
        let done = done.load(Ordering::Relaxed);
        if done == left { Ok(()) } else { Err(miette!("{done} of {left} jobs were done")) }
    })?;
    let collected = rate(jobs, || collect(queue, &run, jobs))?;
    Ok(Rates { submitted, done_by_one, done_by_many, at_once: AT_ONCE, heartbeats, collected })
}

fn rate(jobs: u32, act: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    act()?;
    Ok(f64::from(jobs) / start.elapsed().as_secs_f64())
}

/// Signs of life for a job that stays in these hands.
fn heartbeats(queue: &dyn Queue, times: u32) -> Result<f64> {
    let held = queue.lease("holder", 1).map_err(|error| report(&error))?;
    let held = held.first().ok_or_else(|| miette!("the queue has no job"))?;
    let rate = rate(times, || (0..times).try_for_each(|_| queue.heartbeat(held).map_err(|error| report(&error))))?;
    queue.complete(held, &[b'y'; RESULT]).map_err(|error| report(&error))?;
    Ok(rate)
}

/// Does jobs, as many as there are or up to `most`. Returns how many.
fn work(queue: &dyn Queue, name: &str, most: Option<u32>) -> Result<u32> {
    let mut done = 0;
    while most.is_none_or(|most| done < most) {
        let leases = queue.lease(name, 1).map_err(|error| report(&error))?;
        let Some(lease) = leases.first() else { break };
        queue.complete(lease, &[b'y'; RESULT]).map_err(|error| report(&error))?;
        done += 1;
    }
    Ok(done)
}

fn collect(queue: &dyn Queue, run: &str, jobs: u32) -> Result<()> {
    let mut taken = 0;
    while taken < jobs {
        let done = queue.collect(run, BATCH).map_err(|error| report(&error))?;
        if done.is_empty() {
            return Err(miette!("{taken} of {jobs} results came"));
        }
        for done in &done {
            queue.confirm(done).map_err(|error| report(&error))?;
        }
        taken += done.len() as u32;
    }
    Ok(())
}
