//! Games between engines, played elsewhere for whoever wants whole blocks: experiments.

use super::desk::{Customer, HostOptions, Next, Tallies, Task, attend};
use super::errand::Errand;
use super::parcel::{ParcelError, Sent, map_of};
use super::returned::Returned;
use crate::matches::{Field, GameLine, GamePlan, MatchPlan, games_of_block, line, play_counted};
use crate::queue::{Queue, QueueError};
use crate::tournament::{hash_of, judge};
use rxt_engine::Spec;
use rxt_record::Record;
use rxt_rules::agent::Budget;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// What a worker has to know of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Contest {
    engines: Vec<String>,
    map_name: String,
    map_hash: String,
    nodes: Option<u64>,
    depth: Option<u32>,
    opening: u32,
    /// Seed of the plan, which decides on the opening.
    seed: u64,
    block: u32,
    rotation: u32,
    seats: Vec<usize>,
    game_seed: u64,
}

impl Contest {
    fn pack(plan: &MatchPlan, game: &GamePlan, queue: &dyn Queue, sent: &mut Sent) -> Result<Self, QueueError> {
        let field = &plan.fields[game.field];
        Ok(Self {
            engines: plan.competitors.iter().map(ToString::to_string).collect(),
            map_name: field.name.clone(),
            map_hash: sent.keep(queue, &map_bytes(field))?,
            nodes: plan.budget.nodes,
            depth: plan.budget.depth,
            opening: plan.opening,
            seed: plan.seed,
            block: game.block,
            rotation: game.rotation,
            seats: game.seats.clone(),
            game_seed: game.seed,
        })
    }

    pub(super) fn unpack(self, queue: &dyn Queue) -> Result<(MatchPlan, GamePlan), ParcelError> {
        let (map, _) = map_of(queue, &self.map_hash)?;
        let competitors = self.engines.iter().map(|text| Spec::parse(text)).collect::<Result<Vec<_>, _>>();
        let competitors = competitors.map_err(|error| ParcelError::Content(error.to_string()))?;
        let fits = self.seats.iter().all(|&seat| seat < competitors.len());
        if !fits || self.seats.len() != usize::from(map.players()) {
            return Err(ParcelError::Content("its seats do not fit".to_owned()));
        }
        let plan = MatchPlan {
            competitors,
            fields: vec![Field { name: self.map_name, map }],
            games: 1,
            budget: Budget { time: None, nodes: self.nodes, depth: self.depth },
            opening: self.opening,
            seed: self.seed,
        };
        let Self { block, rotation, seats, game_seed: seed, .. } = self;
        Ok((plan, GamePlan { block, rotation, field: 0, seats, seed }))
    }
}

fn map_bytes(field: &Field) -> Vec<u8> {
    field.map.file().to_string().into_bytes()
}

/// A game with its record.
pub type PlayedGame = (GameLine, Record);

/// Somebody who waits for a game.
struct Request {
    plan: Arc<MatchPlan>,
    game: GamePlan,
    refused: u32,
    answer: Sender<PlayedGame>,
}

/// Plays blocks on other machines, for several who wait at the same time.
pub struct Contests {
    requests: Mutex<Option<Sender<Request>>>,
    desk: Mutex<Option<JoinHandle<Tallies>>>,
}

impl fmt::Debug for Contests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contests").finish_non_exhaustive()
    }
}

impl Contests {
    /// Begins to hand out games. `owner` tells whoever asks from others; `trouble` is told what goes wrong.
    pub fn open(
        queue: Box<dyn Queue>,
        repeat: f64,
        owner: &str,
        finish: Arc<AtomicBool>,
        trouble: impl FnMut(&str) + Send + 'static,
    ) -> Self {
        let (requests, incoming) = channel();
        let run = hash_of(owner.as_bytes())[..16].to_owned();
        let serve = move || {
            let queue = &*queue;
            let (sent, waiting, out) = (Sent::default(), None, BTreeMap::new());
            let mut clerk = Clerk { queue, incoming, waiting, again: Vec::new(), out, sent, trouble };
            let Ok(tallies) = attend(HostOptions { queue, repeat }, &run, &finish, &mut clerk);
            tallies
        };
        Self { requests: Mutex::new(Some(requests)), desk: Mutex::new(Some(thread::spawn(serve))) }
    }

    /// Has all games of a block played; `None` if it was interrupted. Only for plans without a clock.
    pub fn play_block(&self, plan: &MatchPlan, block: u32) -> Option<Vec<PlayedGame>> {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let games = games_of_block(plan, block);
        let plan = Arc::new(plan.clone());
        let mut answers = Vec::new();
        for game in games {
            let (answer, answered) = channel();
            requests.send(Request { plan: Arc::clone(&plan), game, refused: 0, answer }).ok()?;
            answers.push(answered);
        }
        answers.into_iter().map(|answered| answered.recv().ok()).collect()
    }

    /// Takes no further games. Returns what each worker did.
    pub fn close(&self) -> Tallies {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).take();
        let desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner).take();
        desk.and_then(|desk| desk.join().ok()).unwrap_or_default()
    }
}

/// How often a game is tried elsewhere before it is played here.
const TRIES: u32 = 3;

struct Clerk<'a, Trouble> {
    queue: &'a dyn Queue,
    incoming: Receiver<Request>,
    /// A request that could not be handed out yet.
    waiting: Option<Request>,
    again: Vec<Request>,
    /// Games that were handed out.
    out: BTreeMap<String, Request>,
    sent: Sent,
    trouble: Trouble,
}

impl<Trouble: FnMut(&str)> Customer for Clerk<'_, Trouble> {
    type Error = Infallible;

    fn next(&mut self) -> Result<Next, Infallible> {
        let request = match self.waiting.take().or_else(|| self.again.pop()) {
            Some(request) => request,
            None => match self.incoming.try_recv() {
                Ok(request) => request,
                Err(TryRecvError::Disconnected) if self.out.is_empty() => return Ok(Next::Over),
                Err(_) => return Ok(Next::NotNow),
            },
        };
        let contest = match Contest::pack(&request.plan, &request.game, self.queue, &mut self.sent) {
            Ok(contest) => contest,
            Err(error) => {
                self.waiting = Some(request);
                return Ok(Next::Trouble(error));
            }
        };
        let payload = Errand::Contest(contest).payload();
        let key = format!("{}-{}", hash_of(&payload), request.refused);
        let draw = Some(request.game.seed);
        self.out.insert(key.clone(), request);
        Ok(Next::Task(Task { key, payload, draw }))
    }

    fn take(&mut self, key: &str, worker: &str, returned: Result<Returned, String>) -> Result<bool, Infallible> {
        let Some(request) = self.out.remove(key) else { return Ok(true) };
        match returned.and_then(|returned| judged(&request, &returned)) {
            Ok(played) => {
                let _ = request.answer.send(played); // Who asked may have been interrupted.
                Ok(true)
            }
            Err(why) => {
                (self.trouble)(&format!("a game of {worker} does not count: {why}"));
                if request.refused + 1 < TRIES {
                    self.again.push(Request { refused: request.refused + 1, ..request });
                } else {
                    play_here(&request);
                }
                Ok(false)
            }
        }
    }

    fn aside(&mut self, key: &str, why: &str) -> Result<(), Infallible> {
        if let Some(request) = self.out.remove(key) {
            (self.trouble)(&format!("a game was set aside and is played here: {why}"));
            play_here(&request);
        }
        Ok(())
    }

    fn differs(&mut self, what: &str) -> Result<(), Infallible> {
        (self.trouble)(what);
        Ok(())
    }

    fn trouble(&mut self, why: &str) {
        (self.trouble)(why);
    }
}

/// The game that came back, if it is the one that was asked for and stands up to the rules.
fn judged(request: &Request, returned: &Returned) -> Result<PlayedGame, String> {
    let Request { plan, game, .. } = request;
    if returned.broken {
        // That an engine fails is nothing that a record can show.
        return here(request).ok_or_else(|| "it was interrupted".to_owned());
    }
    judge(&returned.record, &map_bytes(&plan.fields[game.field]))?;
    let record = Record::parse(returned.record.as_bytes()).map_err(|error| error.to_string())?;
    let map = &plan.fields[game.field].map;
    let opening = plan.opening(game);
    let opened = opening.iter().map(|mv| mv.answer(map)).eq(record.moves().take(opening.len()).map(|mv| mv.answer));
    if !opened {
        return Err("the game begins in another way than it should".to_owned());
    }
    Ok((line(plan, game, &record, false), record))
}

fn here(request: &Request) -> Option<PlayedGame> {
    let Request { plan, game, .. } = request;
    let played = play_counted(plan, game, &AtomicBool::new(false), &AtomicU64::new(0))?;
    Some((line(plan, game, &played.record, played.broken), played.record))
}

fn play_here(request: &Request) {
    if let Some(played) = here(request) {
        let _ = request.answer.send(played);
    }
}
