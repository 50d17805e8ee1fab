//! The host of a tournament whose games are played elsewhere: judges what comes back, and writes it down.

use super::desk::{Customer, HostOptions, Next, Task, attend};
use super::errand::Errand;
use super::parcel::{Parcel, ParcelError, Sent};
use super::returned::Returned;
use crate::db::{AttemptEnd, Db};
use crate::matches::GameLine;
use crate::queue::Queue;
use crate::tournament::{Block, Game, Progress, RunError, RunOptions, Setup, judge_finished, settle};
use std::collections::{BTreeMap, VecDeque};

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
    let run = &setup.fingerprint()[..16];
    let (waiting, out, sent) = (open.into(), BTreeMap::new(), Sent::default());
    let mut customer = Organiser { setup, db, queue: host.queue, waiting, out, sent, lines, observe };
    let tallies = attend(host, run, options.finish, &mut customer)?;
    for (worker, tally) in &tallies {
        observe(&Progress::Worker { worker, tally });
    }
    Ok(())
}

struct Organiser<'a> {
    setup: &'a Setup,
    db: &'a mut Db,
    queue: &'a dyn Queue,
    waiting: VecDeque<(Game, Block)>,
    /// Games that were handed out, by their keys.
    out: BTreeMap<String, (Game, Block)>,
    sent: Sent,
    lines: &'a mut Vec<GameLine>,
    observe: &'a mut dyn FnMut(&Progress<'_>),
}

impl Customer for Organiser<'_> {
    type Error = RunError;

    fn next(&mut self) -> Result<Next, RunError> {
        while let Some((game, block)) = self.waiting.pop_front() {
            match Parcel::pack(self.setup, &game, &block, self.queue, &mut self.sent) {
                Ok(parcel) => {
                    let key = format!("{}-{}", game.key, self.db.lost(game.id)?);
                    let engines = game.seats.iter().all(|&bot| self.setup.bots[bot].engine().is_some());
                    let draw = (self.setup.config.time.is_none() && engines).then_some(game.seed);
                    self.out.insert(key.clone(), (game, block));
                    return Ok(Next::Task(Task { key, payload: Errand::Tournament(Box::new(parcel)).payload(), draw }));
                }
                Err(ParcelError::Queue(error)) => {
                    self.waiting.push_front((game, block));
                    return Ok(Next::Trouble(error));
                }
                Err(error) => self.db.set_aside(game.id, &error.to_string())?,
            }
        }
        Ok(Next::Over)
    }

    fn take(&mut self, key: &str, worker: &str, returned: Result<Returned, String>) -> Result<bool, RunError> {
        let Some((game, block)) = self.out.remove(key) else { return Ok(true) };
        let attempts = returned.as_ref().map_or(1, |returned| returned.attempt.max(1));
        for _ in 1..attempts {
            self.db.start(game.id)?; // Those that were lost with their workers.
        }
        let attempt = self.db.start(game.id)?;
        let map_bytes = self.setup.map_bytes(&game, &block);
        let judged = returned
            .and_then(|returned| returned.finished(&game, worker, map_bytes))
            .map_err(AttemptEnd::Refused)
            .and_then(judge_finished);
        settle(self.setup, self.db, &game, attempt, judged, self.lines, self.observe)
    }

    fn aside(&mut self, key: &str, why: &str) -> Result<(), RunError> {
        if let Some((game, _)) = self.out.remove(key) {
            self.db.set_aside(game.id, why)?;
            (self.observe)(&Progress::Lost { id: game.id, why: why.to_owned() });
        }
        Ok(())
    }

    fn differs(&mut self, what: &str) -> Result<(), RunError> {
        self.db.note_incident(None, what)?;
        self.trouble(what);
        Ok(())
    }

    fn trouble(&mut self, why: &str) {
        (self.observe)(&Progress::NoQueue { why: why.to_owned() });
    }
}
