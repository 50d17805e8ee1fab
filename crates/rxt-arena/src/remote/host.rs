//! The host of a tournament whose games are played elsewhere: submits what is open, collects, judges, and writes down.

use super::parcel::{Parcel, ParcelError, Sent};
use super::returned::Returned;
use crate::db::{AttemptEnd, Db, DbError};
use crate::matches::GameLine;
use crate::queue::{Done, Job, Queue, QueueError};
use crate::tournament::{Block, Game, Progress, RunError, RunOptions, Setup, judge_finished, settle};
use rxt_rules::rng::Rng;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
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

/// Results that are taken at once.
const BATCH: usize = 64;
/// How long to wait for the next result, and after the queue did not answer.
const WAIT: Duration = Duration::from_millis(50);
const RETRY: Duration = Duration::from_secs(1);
/// After this long without a result, what the queue may have lost is submitted again.
const RESUBMIT: Duration = Duration::from_secs(15);
/// What tells the second job of a game from the first.
const AGAIN: &str = "-again";

/// A game that is under way.
struct Open {
    game: Game,
    block: Block,
    parcel: Vec<u8>,
}

/// Both results of a game that is played twice, with who played.
#[derive(Default)]
struct Pair {
    first: Option<(String, String)>,
    second: Option<(String, String)>,
}

struct Host<'a> {
    setup: &'a Setup,
    options: HostOptions<'a>,
    run: String,
    open: BTreeMap<String, Open>,
    pairs: BTreeMap<String, Pair>,
    tallies: BTreeMap<String, WorkerTally>,
}

/// Has all open games played elsewhere.
pub(crate) fn play_open(
    setup: &Setup,
    db: &mut Db,
    options: &RunOptions<'_>,
    host: HostOptions<'_>,
    open: Vec<(Game, Block)>,
    lines: &mut Vec<GameLine>,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), RunError> {
    let run = setup.fingerprint()[..16].to_owned();
    let (pairs, tallies) = Default::default();
    let mut host = Host { setup, options: host, run, open: BTreeMap::new(), pairs, tallies };
    let mut sent = Sent::default();
    for (game, block) in open {
        let key = format!("{}-{}", game.key, db.lost(game.id)?);
        match Parcel::pack(setup, &game, &block, host.options.queue, &mut sent) {
            Ok(parcel) => host.expect(key, game, block, &parcel),
            Err(ParcelError::Queue(error)) => return Err(error.into()),
            Err(error) => db.set_aside(game.id, &error.to_string())?,
        }
    }
    host.submit()?;
    let mut heard = Instant::now();
    while host.waits() && !options.finish.load(Ordering::Relaxed) {
        match host.collect(db, lines, observe)? {
            Some(0) if heard.elapsed() > RESUBMIT => {
                heard = Instant::now();
                host.look_after(db, observe)?;
            }
            Some(0) => thread::sleep(WAIT),
            Some(_) => heard = Instant::now(),
            None => thread::sleep(RETRY),
        }
    }
    for (worker, tally) in &host.tallies {
        observe(&Progress::Worker { worker, tally });
    }
    Ok(())
}

impl Host<'_> {
    fn waits(&self) -> bool {
        !self.open.is_empty() || !self.pairs.is_empty()
    }

    fn expect(&mut self, key: String, game: Game, block: Block, parcel: &Parcel) {
        let parcel = serde_json::to_vec(parcel).expect("a game has only string keys");
        let repeatable =
            self.setup.config.time.is_none() && game.seats.iter().all(|&bot| self.setup.bots[bot].engine().is_some());
        let drawn = (Rng::derived(game.seed, u64::MAX).next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if repeatable && drawn < self.options.repeat {
            self.pairs.insert(key.clone(), Pair::default());
        }
        self.open.insert(key, Open { game, block, parcel });
    }

    /// Submits all that is open; the queue takes what it does not have.
    fn submit(&self) -> Result<usize, QueueError> {
        let job = |key: String, open: &Open| Job { run: self.run.clone(), key, payload: open.parcel.clone() };
        let mut jobs: Vec<Job> = self.open.iter().map(|(key, open)| job(key.clone(), open)).collect();
        let again = self.pairs.iter().filter(|(_, pair)| pair.second.is_none());
        jobs.extend(again.filter_map(|(key, _)| Some(job(format!("{key}{AGAIN}"), self.open.get(key)?))));
        // In the order of the plan, so that the first games end first.
        jobs.sort_by_key(|job| self.open.get(job.key.trim_end_matches(AGAIN)).map(|open| open.game.id));
        self.options.queue.submit(&jobs)
    }

    /// Takes what has come. Returns how much it was; `None` if the queue does not answer.
    fn collect(
        &mut self,
        db: &mut Db,
        lines: &mut Vec<GameLine>,
        observe: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Option<usize>, RunError> {
        let queue = self.options.queue;
        let done = match queue.collect(&self.run, BATCH) {
            Ok(done) => done,
            Err(error) => {
                observe(&Progress::NoQueue { why: error.to_string() });
                return Ok(None);
            }
        };
        for done in &done {
            self.take(db, done, lines, observe)?;
            // The database has it; a queue that does not hear this returns it again, and it is not open any more.
            if let Err(error) = queue.confirm(done) {
                observe(&Progress::NoQueue { why: error.to_string() });
                return Ok(None);
            }
        }
        Ok(Some(done.len()))
    }

    fn take(
        &mut self,
        db: &mut Db,
        done: &Done,
        lines: &mut Vec<GameLine>,
        observe: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), RunError> {
        let returned: Result<Returned, String> =
            serde_json::from_slice(&done.result).map_err(|error| error.to_string());
        let key = done.key.trim_end_matches(AGAIN);
        if let Ok(returned) = &returned {
            self.pair(key, key != done.key, &done.worker, &returned.record, db, observe)?;
        }
        if key != done.key {
            return Ok(());
        }
        let Some(Open { game, block, .. }) = self.open.remove(key) else { return Ok(()) };
        let tally = self.tallies.entry(done.worker.clone()).or_default();
        tally.games += 1;
        let attempts = returned.as_ref().map_or(1, |returned| returned.attempt.max(1));
        for _ in 1..attempts {
            db.start(game.id)?; // Those that were lost with their workers.
        }
        let attempt = db.start(game.id)?;
        let map_bytes = self.setup.map_bytes(&game, &block);
        let judged = returned
            .and_then(|returned| {
                tally.seconds += returned.seconds;
                returned.finished(&game, &done.worker, map_bytes)
            })
            .map_err(AttemptEnd::Refused)
            .and_then(judge_finished);
        if !settle(self.setup, db, &game, attempt, judged, lines, observe)? {
            self.tallies.entry(done.worker.clone()).or_default().refused += 1;
            self.pairs.remove(key);
        }
        Ok(())
    }

    /// Compares the two results of a game that is played twice.
    fn pair(
        &mut self,
        key: &str,
        second: bool,
        worker: &str,
        record: &str,
        db: &mut Db,
        observe: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), DbError> {
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
            let what = format!("a game went one way at {} and another at {}: {key}", workers[0], workers[1]);
            db.note_incident(None, &what)?;
            observe(&Progress::NoQueue { why: what });
        }
        Ok(())
    }

    /// After a silence: games that were set aside, and jobs that the queue lost.
    fn look_after(&mut self, db: &mut Db, observe: &mut dyn FnMut(&Progress<'_>)) -> Result<(), RunError> {
        let state = self.options.queue.state();
        let aside = match state.and_then(|state| self.submit().map(|_| state.aside)) {
            Ok(aside) => aside,
            Err(error) => {
                observe(&Progress::NoQueue { why: error.to_string() });
                return Ok(());
            }
        };
        if self.open.is_empty() {
            self.pairs.clear(); // Nobody plays a game a second time only to compare.
        }
        for (key, why) in aside {
            self.pairs.remove(key.trim_end_matches(AGAIN));
            if let Some(open) = self.open.remove(&key) {
                db.set_aside(open.game.id, &why)?;
                observe(&Progress::Lost { id: open.game.id, why });
            }
        }
        Ok(())
    }
}
