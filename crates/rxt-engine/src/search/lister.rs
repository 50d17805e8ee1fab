//! Lists the moves of a node and puts them in order.

use super::buffers::{Buffer, Candidate};
use super::history::History;
use super::tree::Tree;
use super::window::Side;
use crate::limits::Stopped;
use crate::spec::{OrderBy, Ordering, Ties};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Move, Player, Position};
use std::cmp::Reverse;

/// Where in the tree moves are put in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    /// Plies left to search.
    pub(crate) depth: u32,
    pub(crate) table_move: Option<(Player, Move)>,
    /// How many moves are kept, the beam aside.
    pub(crate) keep: usize,
}

/// Lists moves and orders them as the options say.
#[derive(Debug)]
pub(crate) struct Lister {
    ordering: Ordering,
    rng: Rng,
    pub(crate) history: History,
}

impl Lister {
    pub(crate) fn new(ordering: Ordering, map: &Map, rng: Rng) -> Self {
        Self { ordering, rng, history: History::new(map) }
    }

    /// Adds the moves of the player to move to the candidates.
    pub(crate) fn list(position: &Position, buffer: &mut Buffer) {
        let Some(mover) = position.to_move() else { return };
        let Buffer { list, candidates } = buffer;
        position.list_moves(list);
        let first = candidates.len() as u32;
        let candidate = |(mv, tie): (&Move, u32)| Candidate { mv: *mv, mover, key: 0, tie };
        candidates.extend(list.as_slice().iter().zip(first..).map(candidate));
    }

    /// Puts the candidates in order and drops those that are not to be tried.
    pub(crate) fn order(&mut self, tree: &mut Tree, buffer: &mut Buffer, place: Place) -> Result<(), Stopped> {
        let keep = self.ordering.beam.unwrap_or(usize::MAX).min(place.keep);
        let candidates = &mut buffer.candidates;
        if self.ordering.ties == Ties::Random {
            for candidate in candidates.iter_mut() {
                candidate.tie = self.rng.next_u64() as u32;
            }
        }
        let drops = keep < candidates.len();
        match self.ordering.by {
            OrderBy::None if self.ordering.ties == Ties::First => {}
            OrderBy::None => sort(candidates),
            // One ply above the leaves, to look at every move is the search itself.
            OrderBy::Eval | OrderBy::Insertion if place.depth <= 1 && !drops => {}
            OrderBy::Eval => {
                probe(tree, candidates, place.side)?;
                sort(candidates);
            }
            OrderBy::Insertion => {
                probe(tree, candidates, place.side)?;
                insert_best(candidates, keep);
            }
            OrderBy::History => {
                for candidate in candidates.iter_mut() {
                    let table_move = place.table_move.filter(|best| best.0 == candidate.mover).map(|best| best.1);
                    candidate.key = self.history.key(candidate.mover, candidate.mv, place.ply, table_move);
                }
                sort(candidates);
            }
        }
        candidates.truncate(keep);
        Ok(())
    }

    /// Learns from a move that made the others superfluous.
    pub(crate) fn learn(&mut self, candidate: &Candidate, ply: usize, depth: u32) {
        if self.ordering.by == OrderBy::History {
            self.history.learn(candidate.mover, candidate.mv, ply, depth);
        }
    }

    /// Whether the best move of one iteration is tried first in the next.
    pub(crate) fn reorders_root(&self) -> bool {
        self.ordering.by != OrderBy::None
    }
}

fn sort(candidates: &mut [Candidate]) {
    candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.key), candidate.tie));
}

/// Keys by the value of the position behind each move, as good for the side that chooses.
fn probe(tree: &mut Tree, candidates: &mut [Candidate], side: Side) -> Result<(), Stopped> {
    for candidate in candidates {
        tree.probe(candidate)?;
        let value = tree.leaf.value(&tree.position, tree.me);
        tree.unmake();
        candidate.key = if side == Side::Me { value } else { -value };
    }
    Ok(())
}

/// Inserts one move after the other among the best `keep` so far, as the 2019 report does: with many kept, the time grows
/// with the square of the moves.
fn insert_best(candidates: &mut [Candidate], keep: usize) {
    let mut kept = 0;
    for index in 0..candidates.len() {
        let candidate = candidates[index];
        let rank = |other: &Candidate| (Reverse(other.key), other.tie);
        let place = candidates[..kept].iter().rposition(|other| rank(other) <= rank(&candidate)).map_or(0, |at| at + 1);
        if place >= keep {
            continue;
        }
        kept = (kept + 1).min(keep);
        candidates.copy_within(place..kept - 1, place + 1);
        candidates[place] = candidate;
    }
}
