//! Games that are handed out: submits them, collects what comes back, plays some twice, and tells who did what.

use super::returned::Returned;
use crate::queue::{Done, Job, Queue, QueueError};
use rxt_rules::rng::Rng;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How games are played elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct HostOptions<'a> {
    /// Where they are handed out.
    pub queue: &'a dyn Queue,
    /// The share of games that is played a second time, to compare; only where games can be repeated.
    pub repeat: f64,
}

/// What one worker has done.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerTally {
    /// Games that it returned.
    pub games: u64,
    /// How long they took, together.
    pub seconds: f64,
    /// Games that do not stand up to the rules, or that its host may have decided.
    pub refused: u64,
    /// Games that were played by others too.
    pub repeated: u64,
    /// Those that went another way there.
    pub different: u64,
}

/// What each worker has done, by name.
pub type Tallies = BTreeMap<String, WorkerTally>;

/// One game to hand out.
pub(super) struct Task {
    /// Different for each game and each attempt at it.
    pub(super) key: String,
    /// What the worker is told.
    pub(super) payload: Vec<u8>,
    /// Draws whether it is played twice; `None` for a game that may go another way each time.
    pub(super) draw: Option<u64>,
}

/// What there is to hand out.
pub(super) enum Next {
    /// This.
    Task(Task),
    /// Nothing now.
    NotNow,
    /// The queue does not answer.
    Trouble(QueueError),
    /// Nothing any more.
    Over,
}

/// Whoever wants games to be played. He keeps what counts; the desk and the queue may forget.
pub(super) trait Customer {
    /// Why he cannot go on.
    type Error;

    /// The next game.
    fn next(&mut self) -> Result<Next, Self::Error>;

    /// Judges a game that came back and keeps it. Returns whether it counts.
    fn take(&mut self, key: &str, worker: &str, returned: Result<Returned, String>) -> Result<bool, Self::Error>;

    /// A game failed too often.
    fn aside(&mut self, key: &str, why: &str) -> Result<(), Self::Error>;

    /// A game went different ways at two workers.
    fn differs(&mut self, what: &str) -> Result<(), Self::Error>;

    /// The queue does not answer.
    fn trouble(&mut self, why: &str);
}

/// Results that are taken at once.
const BATCH: usize = 64;
/// Games that are handed out at once.
const MOST_OPEN: usize = 4096;
/// How long to wait for the next result, and after the queue did not answer.
const WAIT: Duration = Duration::from_millis(50);
const RETRY: Duration = Duration::from_secs(1);
/// After this long without a result, what the queue may have lost is submitted again.
const RESUBMIT: Duration = Duration::from_secs(15);
/// What tells the second job of a game from the first.
const AGAIN: &str = "-again";

/// A game that is under way.
struct Open {
    payload: Vec<u8>,
    /// The place in the order of the plan.
    order: u64,
    submitted: bool,
}

/// Both results of a game that is played twice, with who played.
#[derive(Default)]
struct Pair {
    first: Option<(String, String)>,
    second: Option<(String, String)>,
}

struct Desk<'a> {
    options: HostOptions<'a>,
    run: &'a str,
    open: BTreeMap<String, Open>,
    pairs: BTreeMap<String, Pair>,
    tallies: Tallies,
    handed_out: u64,
    over: bool,
}

/// Has all games of a customer played, until there are no more or it is asked to finish. `run` is the same whenever the
/// customer comes back, and different from those of others.
pub(super) fn attend<C: Customer>(
    options: HostOptions<'_>,
    run: &str,
    finish: &AtomicBool,
    customer: &mut C,
) -> Result<Tallies, C::Error> {
    let (open, pairs, tallies) = Default::default();
    let mut desk = Desk { options, run, open, pairs, tallies, handed_out: 0, over: false };
    let mut heard = Instant::now();
    while !finish.load(Ordering::Relaxed) {
        let answered = desk.fill(customer)?;
        if desk.over && desk.open.is_empty() && desk.pairs.is_empty() {
            break;
        }
        match if answered { desk.collect(customer)? } else { None } {
            Some(0) if heard.elapsed() > RESUBMIT => {
                heard = Instant::now();
                desk.look_after(customer)?;
            }
            Some(0) => thread::sleep(WAIT),
            Some(_) => heard = Instant::now(),
            None => thread::sleep(RETRY),
        }
    }
    Ok(desk.tallies)
}

impl Desk<'_> {
    /// Takes games from the customer and submits them. Returns whether the queue answers.
    fn fill<C: Customer>(&mut self, customer: &mut C) -> Result<bool, C::Error> {
        while !self.over && self.open.len() < MOST_OPEN {
            match customer.next()? {
                Next::Task(task) => self.open(task),
                Next::NotNow => break,
                Next::Over => self.over = true,
                Next::Trouble(error) => {
                    customer.trouble(&error.to_string());
                    return Ok(false);
                }
            }
        }
        if self.open.values().all(|open| open.submitted) {
            return Ok(true);
        }
        let submitted = self.submit(|open| !open.submitted);
        Ok(answered(submitted, customer).is_some())
    }

    fn open(&mut self, task: Task) {
        let drawn = |seed| (Rng::derived(seed, u64::MAX).next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if task.draw.is_some_and(|seed| drawn(seed) < self.options.repeat) {
            self.pairs.insert(task.key.clone(), Pair::default());
        }
        let open = Open { payload: task.payload, order: self.handed_out, submitted: false };
        self.open.insert(task.key, open);
        self.handed_out += 1;
    }

    /// Submits open games; the queue takes those that it does not have.
    fn submit(&mut self, which: impl Fn(&Open) -> bool) -> Result<(), QueueError> {
        let mut chosen: Vec<(&String, &Open)> = self.open.iter().filter(|(_, open)| which(open)).collect();
        // In the order of the plan, so that the first games end first.
        chosen.sort_by_key(|(_, open)| open.order);
        let job = |key: String, open: &Open| Job { run: self.run.to_owned(), key, payload: open.payload.clone() };
        let mut jobs = Vec::new();
        for (key, open) in chosen {
            jobs.push(job(key.clone(), open));
            if self.pairs.get(key).is_some_and(|pair| pair.second.is_none()) {
                jobs.push(job(format!("{key}{AGAIN}"), open));
            }
        }
        self.options.queue.submit(&jobs)?;
        self.open.values_mut().for_each(|open| open.submitted = true);
        Ok(())
    }

    /// Takes what has come. Returns how much it was; `None` if the queue does not answer.
    fn collect<C: Customer>(&mut self, customer: &mut C) -> Result<Option<usize>, C::Error> {
        let queue = self.options.queue;
        let Some(done) = answered(queue.collect(self.run, BATCH), customer) else { return Ok(None) };
        for done in &done {
            self.take(done, customer)?;
            // The customer has it; a queue that does not hear this returns it again, and it is not open any more.
            if answered(queue.confirm(done), customer).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(done.len()))
    }

    fn take<C: Customer>(&mut self, done: &Done, customer: &mut C) -> Result<(), C::Error> {
        let returned: Result<Returned, String> =
            serde_json::from_slice(&done.result).map_err(|error| error.to_string());
        let key = done.key.trim_end_matches(AGAIN);
        if let Ok(returned) = &returned {
            self.pair(key, key != done.key, &done.worker, &returned.record, customer)?;
        }
        if key != done.key || self.open.remove(key).is_none() {
            return Ok(());
        }
        let tally = self.tallies.entry(done.worker.clone()).or_default();
        tally.games += 1;
        tally.seconds += returned.as_ref().map_or(0.0, |returned| returned.seconds);
        if !customer.take(key, &done.worker, returned)? {
            tally.refused += 1;
            self.pairs.remove(key);
        }
        Ok(())
    }

    /// Compares the two results of a game that is played twice.
    fn pair<C: Customer>(
        &mut self,
        key: &str,
        second: bool,
        worker: &str,
        record: &str,
        customer: &mut C,
    ) -> Result<(), C::Error> {
        let Some(pair) = self.pairs.get_mut(key) else { return Ok(()) };
        let place = if second { &mut pair.second } else { &mut pair.first };
        *place = Some((worker.to_owned(), record.to_owned()));
        let (Some(one), Some(two)) = (&pair.first, &pair.second) else { return Ok(()) };
        let same = one.1 == two.1;
        let workers = [one.0.clone(), two.0.clone()];
        self.pairs.remove(key);
        for worker in &workers {
            let tally = self.tallies.entry(worker.clone()).or_default();
            tally.repeated += 1;
            tally.different += u64::from(!same);
        }
        if !same {
            let [one, two] = workers;
            customer.differs(&format!("a game went one way at {one} and another at {two}: {key}"))?;
        }
        Ok(())
    }

    /// After a silence: games that were set aside, and jobs that the queue lost.
    fn look_after<C: Customer>(&mut self, customer: &mut C) -> Result<(), C::Error> {
        let state = self.options.queue.state();
        let state = state.and_then(|state| self.submit(|_| true).map(|()| state));
        let Some(state) = answered(state, customer) else { return Ok(()) };
        if self.open.is_empty() {
            self.pairs.clear(); // Nobody plays a game a second time only to compare.
        }
        for (key, why) in state.aside {
            self.pairs.remove(key.trim_end_matches(AGAIN));
            if self.open.remove(&key).is_some() {
                customer.aside(&key, &why)?;
            }
        }
        Ok(())
    }
}

/// What the queue answered; if it did not, the customer is told.
fn answered<T, C: Customer>(answer: Result<T, QueueError>, customer: &mut C) -> Option<T> {
    answer.map_err(|error| customer.trouble(&error.to_string())).ok()
}
