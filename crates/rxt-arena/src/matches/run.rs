//! Runs the games of a match that are not played yet.

use super::game::{self, GameLine};
use super::plan::{GamePlan, MatchPlan};
use crate::pool;
use crate::store::{Store, StoreError};
use rxt_record::Record;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is told on the way.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The game.
    pub game: &'a GameLine,
    /// Its record.
    pub record: &'a Record,
    /// All games that are over, this one included.
    pub lines: &'a [GameLine],
}

/// Plays what is missing in the store, `workers` games at a time. Returns whether all games are played.
pub fn run(
    plan: &MatchPlan,
    store: &mut Store<GameLine>,
    workers: usize,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, StoreError> {
    let is_played = |game: &GamePlan, lines: &[GameLine]| {
        lines.iter().any(|line| (line.block, line.rotation) == (game.block, game.rotation))
    };
    let schedule = plan.schedule();
    let open: Vec<GamePlan> = schedule.iter().filter(|game| !is_played(game, store.lines())).cloned().collect();
    let jobs = open.into_iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
    pool::each(
        jobs,
        workers,
        |job| game::play(plan, &job, interrupt),
        |played| {
            let Some((line, record)) = played else { return Ok(()) };
            store.add(line)?;
            let lines = store.lines();
            observe(&Progress { game: &lines[lines.len() - 1], record: &record, lines });
            Ok(())
        },
    )?;
    Ok(schedule.iter().all(|game| is_played(game, store.lines())))
}
