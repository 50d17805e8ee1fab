//! What a tournament decides, and the games that follow from it.

use super::config::Seating;
use super::setup::{Setup, hash_of};
use crate::matches::{opening_moves, rotations};
use rxt_rules::Move;
use rxt_rules::rng::Rng;
use serde::{Deserialize, Serialize};

/// A decision: which line-ups play next, or that the tournament is over. It is written down before its games start, and
/// read again after an interruption, so that it is made only once.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Decision {
    /// In words, what was decided and why.
    pub note: String,
    /// The round that it belongs to, from 0.
    pub stage: u32,
    /// The blocks to play.
    pub tables: Vec<TablePlan>,
    /// Who is free this time.
    pub byes: Vec<usize>,
    /// The order of the bots that the decision is based on: standings, the ladder, or who is left.
    pub order: Vec<usize>,
    /// Whether the tournament is over.
    pub stop: bool,
}

/// Who plays where, in one block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePlan {
    /// Which map.
    pub ground: usize,
    /// Which bots, in the order of the first game.
    pub lineup: Vec<usize>,
}

/// Games with the same line-up on the same map from the same opening, once in each order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its number in the tournament, from 0.
    pub number: u32,
    /// The decision that it follows from.
    pub decision: u32,
    /// Where and who.
    pub table: TablePlan,
    /// Seed of the opening.
    pub seed: u64,
}

/// One game, as it follows from the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number in the plan, from 1.
    pub id: u64,
    /// The block.
    pub block: u32,
    /// Which game of it, from 0.
    pub rotation: u32,
    /// Which map.
    pub ground: usize,
    /// Which bot sits where.
    pub seats: Vec<usize>,
    /// Seed of everything random in it.
    pub seed: u64,
    /// Hash of all of this and of the tournament; the same game has the same on every machine.
    pub key: String,
}

impl Decision {
    /// The tournament is over.
    pub fn over(note: impl Into<String>) -> Self {
        Self { note: note.into(), stop: true, ..Self::default() }
    }
}

/// The blocks of a decision; `first` is the number of blocks before it.
pub fn blocks_of(setup: &Setup, number: u32, decision: &Decision, first: u32) -> Vec<Block> {
    let block = |(offset, table): (u32, &TablePlan)| {
        let block = first + offset;
        let seed = Rng::derived(setup.config.seed, u64::from(block)).next_u64();
        Block { number: block, decision: number, table: table.clone(), seed }
    };
    (0..).zip(&decision.tables).map(block).collect()
}

/// The games of a block; `first` is the number of games before it.
pub fn games_of(setup: &Setup, fingerprint: &str, block: &Block, first: u64) -> Vec<Game> {
    let ground = block.table.ground;
    let players = usize::from(setup.grounds[ground].map.players());
    let orders = match setup.config.seating {
        Seating::Permutations if block.table.lineup.len() == players => permutations(&block.table.lineup),
        _ => rotations(&block.table.lineup, players),
    };
    let game = |(rotation, seats): (u32, Vec<usize>)| {
        let seed = Rng::derived(block.seed, u64::from(rotation) + 1).next_u64();
        let number = block.number;
        let key = hash_of(format!("{fingerprint} {number} {rotation} {ground} {seats:?} {seed}").as_bytes());
        Game { id: first + u64::from(rotation) + 1, block: number, rotation, ground, seats, seed, key }
    };
    (0..).zip(orders).map(game).collect()
}

/// The random moves that all games of a block begin with.
pub fn opening_of(setup: &Setup, block: &Block) -> Vec<Move> {
    let mut rng = Rng::derived(block.seed, 0);
    opening_moves(&setup.grounds[block.table.ground].map, setup.config.opening, &mut rng)
}

/// All orders of a line-up.
fn permutations(lineup: &[usize]) -> Vec<Vec<usize>> {
    if lineup.len() <= 1 {
        return vec![lineup.to_vec()];
    }
    let with_first = |first: usize| {
        let mut rest = lineup.to_vec();
        let bot = rest.remove(first);
        permutations(&rest).into_iter().map(move |tail| [&[bot][..], &tail].concat())
    };
    (0..lineup.len()).flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_all_orders_once() {
        let mut all = permutations(&[4, 7, 9]);
        assert_eq!(all[0], [4, 7, 9]);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
        assert_eq!(permutations(&[1, 2, 3, 4]).len(), 24);
    }
}
