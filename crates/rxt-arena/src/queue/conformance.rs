//! What every queue has to do, whatever is behind it.

use super::{Done, Job, Lease, MOST_ATTEMPTS, Queue, QueueError};
use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

/// What was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Properties that hold.
    pub properties: usize,
    /// Jobs that were handed out on the way.
    pub jobs: usize,
}

/// Longer than any of this takes.
const LONG: Duration = Duration::from_mins(10);
/// A lease that is over soon, and long enough for what is done under it on a busy machine.
const SHORT: Duration = Duration::from_secs(2);
const RUN: &str = "a run";
const WORKERS: usize = 4;
const JOBS: usize = 200;

/// A property, and how long leases have to be to see it.
type Property = (Duration, fn(&dyn Queue));

/// Checks all properties of a queue, and panics at the first that does not hold. `make` makes an empty queue with leases of
/// this length.
pub fn conformance(make: &dyn Fn(Duration) -> Box<dyn Queue>) -> Proof {
    let properties: [Property; 9] = [
        (LONG, the_same_job_is_added_once),
        (LONG, jobs_are_handed_out_in_order_and_once),
        (SHORT, lost_jobs_are_handed_out_again),
        (SHORT, progress_keeps_a_job),
        (LONG, poison_is_set_aside),
        (LONG, results_are_returned_until_they_are_confirmed),
        (SHORT, many_workers_do_every_job_once),
        (LONG, files_are_kept),
        (LONG, workers_are_known),
    ];
    for (lease, property) in properties {
        property(&*make(lease));
    }
    Proof { properties: properties.len(), jobs: JOBS + 20 }
}

fn job(number: usize) -> Job {
    Job { run: RUN.to_owned(), key: format!("job-{number:04}"), payload: format!("do {number}").into_bytes() }
}

fn submit(queue: &dyn Queue, count: usize) {
    let jobs: Vec<Job> = (0..count).map(job).collect();
    assert_eq!(queue.submit(&jobs).expect("jobs are taken"), count, "all jobs are new");
}

fn expire() {
    thread::sleep(SHORT + SHORT / 4);
}

fn lease(queue: &dyn Queue, worker: &str, most: usize) -> Vec<Lease> {
    queue.lease(worker, most).expect("jobs are handed out")
}

fn keys(leases: &[Lease]) -> Vec<&str> {
    leases.iter().map(|lease| lease.job.key.as_str()).collect()
}

fn the_same_job_is_added_once(queue: &dyn Queue) {
    submit(queue, 3);
    assert_eq!(queue.submit(&[job(1), job(3)]).expect("jobs are taken"), 1, "only one is new");
    assert_eq!(queue.state().expect("a state").waiting, 4);
    let held = lease(queue, "one", 1);
    queue.complete(&held[0], b"done").expect("the lease is not over");
    assert_eq!(queue.submit(&[job(0)]).expect("jobs are taken"), 0, "a job that is done is not new");
}

fn jobs_are_handed_out_in_order_and_once(queue: &dyn Queue) {
    submit(queue, 3);
    let first = lease(queue, "one", 2);
    assert_eq!(keys(&first), ["job-0000", "job-0001"]);
    assert_eq!((first[0].job.payload.as_slice(), first[0].attempt), (&b"do 0"[..], 1));
    assert_eq!(keys(&lease(queue, "two", 5)), ["job-0002"]);
    assert!(lease(queue, "three", 5).is_empty(), "nothing is left");
    assert_eq!(queue.state().expect("a state").leased, 3);
}

fn lost_jobs_are_handed_out_again(queue: &dyn Queue) {
    submit(queue, 1);
    let lost = lease(queue, "one", 1);
    expire();
    let again = lease(queue, "two", 1);
    assert_eq!((keys(&again), again[0].attempt), (vec!["job-0000"], 2));
    let state = queue.state().expect("a state");
    assert_eq!((state.leased, state.again), (1, 1), "it is known that it was in other hands");
    assert!(matches!(queue.heartbeat(&lost[0]), Err(QueueError::Lost(_))), "the first lease is over");
    assert!(matches!(queue.complete(&lost[0], b"late"), Err(QueueError::Lost(_))), "a late result does not count");
    queue.complete(&again[0], b"in time").expect("the second lease holds");
    assert!(matches!(queue.complete(&again[0], b"twice"), Err(QueueError::Lost(_))), "a job is done once");
    let done = queue.collect(RUN, 9).expect("results");
    assert_eq!(
        done,
        [Done {
            run: RUN.to_owned(),
            key: "job-0000".to_owned(),
            result: b"in time".to_vec(),
            worker: "two".to_owned()
        }]
    );
}

fn progress_keeps_a_job(queue: &dyn Queue) {
    submit(queue, 1);
    let held = lease(queue, "one", 1);
    for _ in 0..6 {
        thread::sleep(SHORT / 4);
        queue.heartbeat(&held[0]).expect("nobody else has it");
    }
    assert!(lease(queue, "two", 1).is_empty(), "it is still in the first hands");
    queue.complete(&held[0], b"done").expect("the lease holds");
}

fn poison_is_set_aside(queue: &dyn Queue) {
    submit(queue, 2);
    for attempt in 1..=MOST_ATTEMPTS {
        let held = lease(queue, "one", 2);
        let poison = held.iter().find(|lease| lease.job.key == "job-0000").expect("it is handed out again");
        assert_eq!(poison.attempt, attempt);
        queue.fail(poison, "it crashed").expect("the lease holds");
    }
    assert!(lease(queue, "two", 2).is_empty(), "the other job is in other hands");
    let state = queue.state().expect("a state");
    assert_eq!(state.aside, [("job-0000".to_owned(), "it crashed".to_owned())]);
    assert_eq!(queue.submit(&[job(0)]).expect("jobs are taken"), 0, "what was set aside is not new");
}

fn results_are_returned_until_they_are_confirmed(queue: &dyn Queue) {
    submit(queue, 2);
    for held in lease(queue, "one", 2) {
        queue.complete(&held, held.job.key.as_bytes()).expect("the lease holds");
    }
    let done = queue.collect(RUN, 9).expect("results");
    assert_eq!(done.len(), 2);
    queue.confirm(&done[0]).expect("a result is forgotten");
    queue.confirm(&done[0]).expect("again is no harm");
    let left = queue.collect(RUN, 9).expect("results");
    assert_eq!(left.iter().map(|done| &done.key).collect::<Vec<_>>(), ["job-0001"]);
    assert_eq!(queue.state().expect("a state").done, 1);
    assert_eq!(queue.collect("another run", 9).expect("results"), []);
}

/// Workers that lose every fifth job, and hand in results that are sometimes late.
fn many_workers_do_every_job_once(queue: &dyn Queue) {
    submit(queue, JOBS);
    // Leases that are lost first: nobody else works meanwhile.
    let lost = lease(queue, "lost", JOBS / 5);
    expire();
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            scope.spawn(move || {
                let name = format!("worker {worker}");
                loop {
                    let held = lease(queue, &name, 3);
                    if held.is_empty() {
                        return;
                    }
                    for held in held {
                        // Whoever comes late may be there in the last moment; then one of the two is refused.
                        let _ = queue.heartbeat(&held);
                        let _ = queue.complete(&held, name.as_bytes());
                    }
                }
            });
        }
        for late in &lost {
            // Either nobody else had it yet, or it is refused.
            let _ = queue.complete(late, b"late");
        }
    });
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    loop {
        let some = queue.collect(RUN, 64).expect("results");
        if some.is_empty() {
            break;
        }
        for one in some {
            queue.confirm(&one).expect("a result is forgotten");
            *done.entry(one.key).or_default() += 1;
        }
    }
    assert_eq!(done.len(), JOBS, "every job is done");
    assert!(done.values().all(|times| *times == 1), "and once");
    let state = queue.state().expect("a state");
    assert_eq!((state.waiting, state.leased, state.done, state.aside.len()), (0, 0, 0, 0));
}

fn files_are_kept(queue: &dyn Queue) {
    // Larger than a message of a server may be.
    let large: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
    queue.keep_file("large", &large).expect("a file is kept");
    queue.keep_file("empty", b"").expect("a file is kept");
    queue.keep_file("large", &large).expect("again is no harm");
    assert!(queue.file("large").expect("a file") == large, "the same bytes come back");
    assert_eq!(queue.file("empty").expect("a file"), b"");
    assert!(queue.file("none").is_err(), "what was not kept is not there");
}

fn workers_are_known(queue: &dyn Queue) {
    assert_eq!(queue.workers().expect("workers"), []);
    queue.announce("lab 7", "0 games").expect("news are taken");
    queue.announce("a.b", "5 games").expect("news are taken");
    queue.announce("lab 7", "1 game").expect("news are taken");
    let mut known = queue.workers().expect("workers");
    known.sort_by(|one, other| one.worker.cmp(&other.worker));
    let told: Vec<(&str, &str)> = known.iter().map(|news| (news.worker.as_str(), news.news.as_str())).collect();
    assert_eq!(told, [("a.b", "5 games"), ("lab 7", "1 game")]);
}
