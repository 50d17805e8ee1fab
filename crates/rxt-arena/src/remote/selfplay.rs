//! Games to learn from, played elsewhere: positions are noted here, by replaying the records that come back.

use super::desk::{Customer, HostOptions, Next, Tallies, Task, attend};
use super::errand::Errand;
use super::parcel::ParcelError;
use super::returned::Returned;
use crate::store::{Store, StoreError};
use crate::tournament::hash_of;
use crate::training::{GameLine, Progress, SelfplayPlan, replay};
use rxt_engine::Spec;
use rxt_record::Record;
use rxt_rules::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;

/// What a worker has to know of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Lesson {
    seed: u64,
    nodes: u64,
    players: (u8, u8),
    engines: Vec<String>,
    random_percent: u32,
    game: u64,
}

impl Lesson {
    fn pack(plan: &SelfplayPlan, game: u64) -> Self {
        Self {
            seed: plan.seed,
            nodes: plan.nodes,
            players: (*plan.players.start(), *plan.players.end()),
            engines: plan.engines.iter().map(ToString::to_string).collect(),
            random_percent: plan.random_percent,
            game,
        }
    }

    pub(super) fn unpack(self) -> Result<(SelfplayPlan, u64), ParcelError> {
        let (from, to) = self.players;
        if !(2 <= from && from <= to && to <= 8) || self.engines.is_empty() || self.random_percent > 100 {
            return Err(ParcelError::Content("its players do not fit".to_owned()));
        }
        let engines = self.engines.iter().map(|text| Spec::parse(text)).collect::<Result<_, _>>();
        let plan = SelfplayPlan {
            seed: self.seed,
            games: self.game + 1,
            nodes: self.nodes,
            players: from..=to,
            engines: engines.map_err(|error| ParcelError::Content(error.to_string()))?,
            random_percent: self.random_percent,
        };
        Ok((plan, self.game))
    }
}

/// What is told on the way.
#[derive(Clone, Debug)]
pub enum SelfplayNews {
    /// A game is over, and its positions are noted.
    Played(Progress),
    /// A game that came back does not count; it is played again.
    Refused(String),
    /// A game was tried too often, or went different ways, or the queue does not answer.
    Trouble(String),
}

/// How often a game is tried.
const TRIES: u32 = 3;

/// Has the games that are missing in the store played elsewhere. `owner` tells this store from others. Returns whether all
/// games are played, and what each worker did.
pub fn selfplay(
    plan: &SelfplayPlan,
    store: &mut Store<GameLine>,
    host: HostOptions<'_>,
    owner: &str,
    finish: &AtomicBool,
    observe: &mut dyn FnMut(SelfplayNews),
) -> Result<(bool, Tallies), StoreError> {
    let played: BTreeSet<u64> = store.lines().iter().map(|line| line.game).collect();
    let samples = store.lines().iter().map(|line| line.samples.len() as u64).sum();
    let run = hash_of(format!("{owner} {}", serde_json::json!(Lesson::pack(plan, 0))).as_bytes());
    let run = &run[..16];
    let mut customer =
        Teacher { run, plan, store, played, samples, next: 0, again: VecDeque::new(), out: BTreeMap::new(), observe };
    let tallies = attend(host, run, finish, &mut customer)?;
    let complete = (0..plan.games).all(|game| customer.played.contains(&game));
    Ok((complete, tallies))
}

struct Teacher<'a> {
    /// Tells its games from those of others in the queue.
    run: &'a str,
    plan: &'a SelfplayPlan,
    store: &'a mut Store<GameLine>,
    played: BTreeSet<u64>,
    samples: u64,
    next: u64,
    /// Games that were refused, and how often.
    again: VecDeque<(u64, u32)>,
    /// Games that were handed out, and how often they were refused before.
    out: BTreeMap<String, (u64, u32)>,
    observe: &'a mut dyn FnMut(SelfplayNews),
}

impl Customer for Teacher<'_> {
    type Error = StoreError;

    fn next(&mut self) -> Result<Next, StoreError> {
        let fresh = || (self.next..self.plan.games).find(|game| !self.played.contains(game)).map(|game| (game, 0));
        let Some((game, refused)) = self.again.pop_front().or_else(fresh) else {
            return Ok(if self.out.is_empty() { Next::Over } else { Next::NotNow });
        };
        self.next = self.next.max(game + 1);
        let key = format!("{}-{game}-{refused}", self.run);
        let payload = Errand::Selfplay(Lesson::pack(self.plan, game)).payload();
        self.out.insert(key.clone(), (game, refused));
        let draw = Some(Rng::derived(self.plan.seed, game).next_u64());
        Ok(Next::Task(Task { key, payload, draw }))
    }

    fn take(&mut self, key: &str, worker: &str, returned: Result<Returned, String>) -> Result<bool, StoreError> {
        let Some((game, refused)) = self.out.remove(key) else { return Ok(true) };
        let record =
            returned.and_then(|returned| Record::parse(returned.record.as_bytes()).map_err(|error| error.to_string()));
        match record.and_then(|record| replay(self.plan, game, &record)) {
            Ok(line) => {
                self.played.insert(game);
                self.samples += line.samples.len() as u64;
                self.store.add(line)?;
                let progress = Progress { games: self.played.len() as u64, samples: self.samples };
                (self.observe)(SelfplayNews::Played(progress));
                Ok(true)
            }
            Err(why) => {
                (self.observe)(SelfplayNews::Refused(format!("game {game} of {worker}: {why}")));
                if refused + 1 < TRIES {
                    self.again.push_back((game, refused + 1));
                } else {
                    self.trouble(&format!("game {game} was refused {TRIES} times"));
                }
                Ok(false)
            }
        }
    }

    fn aside(&mut self, key: &str, why: &str) -> Result<(), StoreError> {
        if let Some((game, _)) = self.out.remove(key) {
            self.trouble(&format!("game {game} was set aside: {why}"));
        }
        Ok(())
    }

    fn differs(&mut self, what: &str) -> Result<(), StoreError> {
        self.trouble(what);
        Ok(())
    }

    fn trouble(&mut self, why: &str) {
        (self.observe)(SelfplayNews::Trouble(why.to_owned()));
    }
}
