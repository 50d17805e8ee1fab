//! Runs the games of a soak, several at a time.

use super::game::{self, GameLine};
use super::load::Load;
use super::plan::{GamePlan, plan};
use super::store::{Store, StoreError};
use crate::pool;
use rxt_engine::Spec;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Debug)]
pub struct SoakOptions {
    /// Seed of all games.
    pub seed: u64,
    /// How many games, finished ones included.
    pub games: u64,
    /// How long it may take; games that would not end in time are not begun.
    pub budget: Option<Duration>,
    /// How many games at once.
    pub concurrent: usize,
    /// Who thinks in our seats.
    pub spec: Spec,
}

/// What is told on the way.
#[derive(Debug)]
pub enum Progress<'a> {
    /// A game is finished.
    Finished(&'a GameLine),
    /// A game could not be played here.
    Failed(&'a io::Error),
}

/// Plays all games that are not finished yet, first those without load, then those with. Returns whether all are finished.
pub fn run(
    options: &SoakOptions,
    store: &mut Store,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, StoreError> {
    let start = Instant::now();
    for (half, loaded) in [(1, false), (2, true)] {
        let open: Vec<u64> =
            (0..options.games).filter(|number| number % 2 == u64::from(loaded) && !store.has(*number)).collect();
        let deadline = options.budget.map(|budget| start + budget * half / 2);
        let load = (loaded && !open.is_empty()).then(Load::start);
        run_half(options, open, deadline, store, interrupt, observe)?;
        drop(load);
    }
    Ok((0..options.games).all(|number| store.has(number)))
}

fn run_half(
    options: &SoakOptions,
    open: Vec<u64>,
    deadline: Option<Instant>,
    store: &mut Store,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), StoreError> {
    let fits = |plan: &GamePlan| {
        let in_time = deadline.is_none_or(|deadline| Instant::now() + plan.estimate() < deadline);
        in_time && !interrupt.load(Ordering::Relaxed)
    };
    pool::each(
        open.into_iter().map(|number| plan(options.seed, number)).filter(fits),
        options.concurrent,
        |plan| game::play(&plan, options.seed, &options.spec, interrupt),
        |played| match played {
            Ok(Some(line)) => {
                observe(&Progress::Finished(&line));
                store.add(line)
            }
            Ok(None) => Ok(()),
            Err(error) => {
                observe(&Progress::Failed(&error));
                Ok(())
            }
        },
    )
}
