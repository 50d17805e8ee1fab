//! Plays a tournament: decides, plays what is open, judges, writes down, and decides again.

use super::config::CpuPolicy;
use super::decision::{Block, Game, blocks_of, games_of};
use super::format::{Past, next_decision};
use super::judge::judge;
use super::play::{Finished, House, play_game};
use super::setup::Setup;
use crate::db::{AttemptEnd, Db, DbError, Stored};
use crate::matches::GameLine;
use crate::pool;
use crate::remote::{self, HostOptions, WorkerTally};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How a tournament is played.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// Games at once.
    pub concurrency: usize,
    /// Set to begin no further game.
    pub finish: &'a AtomicBool,
    /// What games need besides the plan.
    pub house: House,
    /// How games are played on other machines; without it, they are played here.
    pub remote: Option<HostOptions<'a>>,
}

/// Why a tournament could not go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The database.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What is told on the way.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// A decision was made, or found in the database at the start.
    Decided {
        /// In words.
        note: &'a str,
        /// Games that are decided on so far.
        planned: u64,
        /// Games that are played so far.
        played: u64,
    },
    /// A game is played, and its result counts.
    Played {
        /// Which.
        id: u64,
        /// All games that are played, this one last.
        lines: &'a [GameLine],
    },
    /// An attempt came to nothing.
    Lost {
        /// At which game.
        id: u64,
        /// Why.
        why: String,
    },
    /// The queue does not answer, or something about it is odd.
    NoQueue {
        /// What.
        why: String,
    },
    /// At the end, what a worker has done.
    Worker {
        /// Who.
        worker: &'a str,
        /// How much.
        tally: &'a WorkerTally,
    },
}

/// How often a game is tried.
const TRIES: u32 = 3;

/// Plays until the tournament is over, or until it is asked to finish. Returns whether it is over.
pub fn run(
    setup: &Setup,
    db: &mut Db,
    options: &RunOptions<'_>,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    db.enrol(setup)?;
    let fingerprint = setup.fingerprint();
    let mut lines = db.lines()?;
    loop {
        let decisions = db.decisions()?;
        let open = db.open_games()?;
        if let Some(last) = decisions.last() {
            let planned = db.planned()?.1;
            observe(&Progress::Decided { note: &last.note, planned, played: lines.len() as u64 });
            if last.stop && open.is_empty() {
                return Ok(true);
            }
        }
        if open.is_empty() {
            let decision = next_decision(setup, &Past { decisions: &decisions, lines: &lines });
            decide(setup, db, &fingerprint, decisions.len() as u32, &decision)?;
            continue;
        }
        match options.remote {
            Some(host) => remote::play_open(setup, db, options, host, open, &mut lines, observe)?,
            None => play_open(setup, db, options, open, &mut lines, observe)?,
        }
        // In the order of the plan, whatever order they ended in: decisions must not depend on it.
        lines.sort_by_key(|line| (line.block, line.rotation));
        if options.finish.load(Ordering::Relaxed) {
            return Ok(false);
        }
    }
}

/// Writes a decision down with all games that follow from it.
fn decide(
    setup: &Setup,
    db: &mut Db,
    fingerprint: &str,
    number: u32,
    decision: &super::Decision,
) -> Result<(), DbError> {
    let (first_block, mut games_before) = db.planned()?;
    let blocks = blocks_of(setup, number, decision, first_block);
    let mut games = Vec::new();
    for block in &blocks {
        let of_block = games_of(setup, fingerprint, block, games_before);
        games_before += of_block.len() as u64;
        games.extend(of_block);
    }
    db.decide(number, decision, &blocks, &games)
}

/// What a worker hands over.
struct Attempted {
    game: Game,
    attempt: i64,
    outcome: Result<Judged, AttemptEnd>,
}

/// A game that stands up to the rules.
pub(crate) struct Judged {
    finished: Finished,
    text: String,
    outcome: super::Outcome,
}

fn play_open(
    setup: &Setup,
    db: &mut Db,
    options: &RunOptions<'_>,
    open: Vec<(Game, Block)>,
    lines: &mut Vec<GameLine>,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), RunError> {
    let db = Mutex::new(db);
    let lock = || db.lock().expect("nobody panics while holding the database");
    let jobs = open.into_iter().take_while(|_| !options.finish.load(Ordering::Relaxed));
    let work = |(game, block): (Game, Block)| -> Result<Attempted, DbError> {
        let attempt = lock().start(game.id)?;
        Ok(Attempted { attempt, outcome: attempt_game(setup, &game, &block, &options.house), game })
    };
    let done = |attempted: Result<Attempted, DbError>| -> Result<(), RunError> {
        let Attempted { game, attempt, outcome } = attempted?;
        settle(setup, &mut lock(), &game, attempt, outcome, lines, observe).map(drop)
    };
    pool::each(jobs, options.concurrency, work, done)?;
    Ok(())
}

/// Writes down what came of an attempt. Returns whether it counts.
pub(crate) fn settle(
    setup: &Setup,
    db: &mut Db,
    game: &Game,
    attempt: i64,
    outcome: Result<Judged, AttemptEnd>,
    lines: &mut Vec<GameLine>,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    let end = match outcome {
        // The host is asked for a better game, but not for ever.
        Ok(judged) if judged.finished.suspect.is_some() && db.spoilt(game.id)? + 1 < TRIES => {
            AttemptEnd::Spoilt(judged.finished.suspect.unwrap_or_default())
        }
        Ok(judged) => {
            if keep(db, game, attempt, &judged)? {
                lines.push(line(setup, game, &judged.outcome));
                observe(&Progress::Played { id: game.id, lines });
            }
            return Ok(true);
        }
        Err(end) => end,
    };
    lose(db, game, attempt, &end, observe)?;
    Ok(false)
}

fn attempt_game(setup: &Setup, game: &Game, block: &Block, house: &House) -> Result<Judged, AttemptEnd> {
    judge_finished(play_game(setup, game, block, house).map_err(AttemptEnd::Failed)?)
}

/// Replays a game before it counts.
pub(crate) fn judge_finished(finished: Finished) -> Result<Judged, AttemptEnd> {
    let text = finished.record.to_string();
    let outcome = judge(&text, &finished.map_bytes).map_err(AttemptEnd::Refused)?;
    Ok(Judged { finished, text, outcome })
}

fn lose(
    db: &mut Db,
    game: &Game,
    attempt: i64,
    end: &AttemptEnd,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), DbError> {
    let times = db.give_up(game.id, attempt, end)?;
    let (AttemptEnd::Spoilt(why) | AttemptEnd::Refused(why) | AttemptEnd::Failed(why)) = end;
    if times >= TRIES {
        db.set_aside(game.id, why)?;
    }
    observe(&Progress::Lost { id: game.id, why: why.clone() });
    Ok(())
}

fn keep(db: &mut Db, game: &Game, attempt: i64, judged: &Judged) -> Result<bool, DbError> {
    let Judged { finished, text, outcome } = judged;
    db.finish(&Stored {
        game: game.id,
        attempt,
        points: &outcome.points,
        plies: outcome.plies,
        record: text,
        times: &finished.times,
        seconds: finished.seconds,
        load: finished.load,
        steal: finished.steal,
        cpu_policy: CpuPolicy::as_str(finished.cpu),
        sandbox: &finished.sandbox,
        suspect: finished.suspect.as_deref(),
        disqualified: &finished.disqualified,
        outputs: &finished.outputs,
        incidents: &finished.incidents,
    })
}

fn line(setup: &Setup, game: &Game, outcome: &super::Outcome) -> GameLine {
    let points = outcome.points.clone();
    GameLine {
        block: game.block,
        rotation: game.rotation,
        map: setup.grounds[game.ground].name.clone(),
        seats: game.seats.clone(),
        scores: rxt_rules::rank::placements(&points).iter().map(|placement| placement.score).collect(),
        points,
        plies: outcome.plies,
        broken: false,
    }
}
