//! Plays the games that are missing.

use super::game::{self, GameLine};
use crate::pool;
use crate::store::{Store, StoreError};
use rxt_engine::Spec;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which games are played. The same plan gives the same games, in whichever order they end.
#[derive(Clone, Debug)]
pub struct SelfplayPlan {
    /// Seed of maps, engines and random moves.
    pub seed: u64,
    /// How many games, those of earlier runs included.
    pub games: u64,
    /// Positions per move.
    pub nodes: u64,
    /// How many players the maps have.
    pub players: RangeInclusive<u8>,
    /// Who plays: each seat draws one of them.
    pub engines: Vec<Spec>,
    /// How many of 100 moves are random.
    pub random_percent: u32,
}

/// What is told on the way.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games that are over.
    pub games: u64,
    /// Positions noted in them.
    pub samples: u64,
}

/// Plays what is missing in the store, `workers` games at a time. Returns whether all games are played.
pub fn run(
    plan: &SelfplayPlan,
    store: &mut Store<GameLine>,
    workers: usize,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(Progress),
) -> Result<bool, StoreError> {
    let mut played: BTreeSet<u64> = store.lines().iter().map(|line| line.game).collect();
    let mut samples: u64 = store.lines().iter().map(|line| line.samples.len() as u64).sum();
    let open: Vec<u64> = (0..plan.games).filter(|game| !played.contains(game)).collect();
    let jobs = open.into_iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
    pool::each(
        jobs,
        workers,
        |game| game::play(plan, game, interrupt),
        |line| {
            let Some(line) = line else { return Ok(()) };
            played.insert(line.game);
            samples += line.samples.len() as u64;
            store.add(line)?;
            observe(Progress { games: played.len() as u64, samples });
            Ok(())
        },
    )?;
    Ok((0..plan.games).all(|game| played.contains(&game)))
}
