//! Mid-game positions to measure on: distinct, from seeded random games, the same with each kernel.

use rxt_rules::map::MapErrors;
use rxt_rules::moves::{Kernel, Level, Move};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, MapFile, Phase, Position};
use std::collections::HashSet;
use std::sync::Arc;

/// The same position with the fast and the naive generator, and a legal move in it.
pub(crate) struct Twin {
    pub(crate) fast: Position,
    pub(crate) naive: Position,
    pub(crate) mv: Move,
}

/// Up to `count` distinct mid-game positions. Maps without a phase 1 have none; tiny ones have fewer.
pub(crate) fn twins(file: &MapFile, count: usize) -> Result<Vec<Twin>, MapErrors> {
    const MOST_GAMES: u64 = 400;
    let fast = Arc::new(Map::new(file.clone())?);
    let naive = Arc::new(Map::with_kernel(file.clone(), Kernel::Naive, Level::detect())?);
    let mut twins = Vec::new();
    let mut seen = HashSet::new();
    for game in 0..MOST_GAMES {
        if twins.len() >= count {
            break;
        }
        let moves = random_game(&fast, game);
        let mut twin = (Position::new(fast.clone()), Position::new(naive.clone()));
        let mut rng = Rng::derived(game, 1);
        for (ply, &mv) in moves.iter().enumerate() {
            let middle = ply >= moves.len() / 10 && ply < moves.len() - moves.len() / 10;
            // A long game gives many positions, but not all of them, so that several games are played.
            let wanted = rng.below(moves.len()) < count / 8 + 1;
            if middle && wanted && twins.len() < count && seen.insert(twin.0.hash()) {
                twins.push(Twin { fast: twin.0.clone(), naive: twin.1.clone(), mv });
            }
            twin.0.play(mv);
            twin.1.play(mv);
        }
    }
    Ok(twins)
}

/// The moves of phase 1 of a random game.
fn random_game(map: &Arc<Map>, seed: u64) -> Vec<Move> {
    let mut rng = Rng::new(seed);
    let mut position = Position::new(map.clone());
    let mut moves = Vec::new();
    while position.phase() == Phase::Build {
        let legal = position.legal_moves();
        let Some(&mv) = rng.pick(&legal) else { break };
        moves.push(mv);
        position.play(mv);
    }
    moves
}
