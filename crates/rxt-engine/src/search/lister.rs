//! Lists the moves of a node and puts them in order.

use super::buffers::{Buffer, Candidate};
use super::forms;
use super::history::History;
use super::overrides::OverrideRule;
use super::sight::Sight;
use super::tree::Tree;
use super::window::Side;
use crate::limits::Stopped;
use crate::spec::{OrderBy, Ordering, OverrideWhen, ReplyBy, Settings, Successors, Ties};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Move, Player};
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
    reply_by: ReplyBy,
    successors: Successors,
    overrides: OverrideRule,
    rng: Rng,
    history: History,
    sight: Sight,
    /// The most moves of a node below the root, and the same where opponents have few replies.
    crowd: usize,
    reply_crowd: usize,
}

/// Least depth at which `order=mixed` looks behind every move.
const LEAST_PROBED: u32 = 3;

impl Lister {
    pub(crate) fn new(settings: &Settings, map: &Map, rng: Rng, sight: Sight) -> Self {
        let crowd = settings.crowd.unwrap_or(usize::MAX);
        Self {
            sight,
            crowd,
            reply_crowd: settings.reply_crowd.unwrap_or(crowd),
            ordering: settings.ordering,
            reply_by: settings.replies.by,
            successors: settings.successors,
            overrides: OverrideRule::new(settings.overrides, map),
            rng,
            history: History::new(map),
        }
    }

    /// For searches in which every player thinks of himself.
    #[must_use]
    pub(crate) fn by_own_worth(self) -> Self {
        Self { reply_by: ReplyBy::Own, ..self }
    }

    /// For searches in which the first move of a player has to be his best at first sight: `mixed` is `eval` there, and what
    /// is looked at has a limit of its own.
    #[must_use]
    pub(crate) fn by_value(mut self) -> Self {
        if self.ordering.by == OrderBy::Mixed {
            self.ordering.by = OrderBy::Eval;
        }
        self.crowd = self.reply_crowd;
        self
    }

    /// First impressions of moves.
    pub(crate) fn sight(&self) -> &Sight {
        &self.sight
    }

    /// Adds the moves of the player to move to the candidates.
    pub(crate) fn list(&mut self, tree: &mut Tree, buffer: &mut Buffer) -> Result<(), Stopped> {
        let Some(mover) = tree.position.to_move() else { return Ok(()) };
        let first = buffer.candidates.len();
        match self.successors {
            Successors::Generated | Successors::Delta => self.overrides.generate(tree, mover, buffer)?,
            Successors::Validated => {
                forms::validated(&tree.position, mover, &mut buffer.candidates);
                self.overrides.restrict(tree, mover, &mut buffer.candidates, first)?;
            }
            Successors::Executed => {
                forms::executed(tree, mover, &mut buffer.candidates)?;
                self.overrides.restrict(tree, mover, &mut buffer.candidates, first)?;
            }
        }
        for (candidate, tie) in buffer.candidates[first..].iter_mut().zip(first as u32..) {
            candidate.tie = tie;
        }
        Ok(())
    }

    /// Whether moves can be executed one by one as they are found, without a list of legal moves.
    pub(crate) fn executes_unlisted(&self) -> bool {
        let Ordering { by, ties, beam } = self.ordering;
        self.successors == Successors::Executed
            && (by, ties, beam) == (OrderBy::None, Ties::First, None)
            && self.overrides.when() == OverrideWhen::All
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
        if place.ply > 0 && candidates.len() > self.crowd {
            self.by_sight(tree, candidates, place);
            sort(candidates);
            candidates.truncate(self.crowd);
        }
        let drops = keep < candidates.len();
        match self.ordering.by {
            OrderBy::None if self.ordering.ties == Ties::First => {}
            OrderBy::None => sort(candidates),
            // One ply above the leaves, to look at every move is the search itself.
            OrderBy::Eval | OrderBy::Insertion if place.depth <= 1 && !drops => {}
            OrderBy::Eval => {
                self.probe(tree, candidates, place.side)?;
                sort(candidates);
            }
            OrderBy::Insertion => {
                self.probe(tree, candidates, place.side)?;
                insert_best(candidates, keep);
            }
            OrderBy::History => {
                for candidate in candidates.iter_mut() {
                    let table_move = place.table_move.filter(|best| best.0 == candidate.mover).map(|best| best.1);
                    candidate.key = self.history.key(candidate.mover, candidate.mv, place.ply, table_move);
                }
                sort(candidates);
            }
            // Who has but a few moves to choose from should have his best.
            OrderBy::Mixed if drops => {
                self.probe(tree, candidates, place.side)?;
                sort(candidates);
            }
            OrderBy::Mixed if place.depth >= LEAST_PROBED => {
                self.probe(tree, candidates, place.side)?;
                self.raise_known(candidates, place);
                sort(candidates);
            }
            OrderBy::Sight | OrderBy::Mixed => {
                self.by_sight(tree, candidates, place);
                sort(candidates);
            }
        }
        candidates.truncate(keep);
        Ok(())
    }

    /// Keys by history and by what moves look like, below the table's move and killers.
    fn by_sight(&self, tree: &Tree, candidates: &mut [Candidate], place: Place) {
        /// What history counts for beside first impressions.
        const HISTORY: i32 = 4;
        for candidate in candidates.iter_mut() {
            let learnt = self.history.learnt(candidate.mover, candidate.mv);
            candidate.key = HISTORY * learnt + self.sight.of(&tree.position, candidate.mover, candidate.mv);
        }
        self.raise_known(candidates, place);
    }

    /// The table's move comes first, then killers.
    fn raise_known(&self, candidates: &mut [Candidate], place: Place) {
        for candidate in candidates.iter_mut() {
            let table_move = place.table_move.filter(|best| best.0 == candidate.mover).map(|best| best.1);
            if let Some(key) = self.history.known(candidate.mv, place.ply, table_move) {
                candidate.key = key;
            }
        }
    }

    /// Keys by the value of the position behind each move, as good for whoever chooses.
    fn probe(&self, tree: &mut Tree, candidates: &mut [Candidate], side: Side) -> Result<(), Stopped> {
        for candidate in candidates {
            tree.probe(candidate)?;
            candidate.key = match (side, self.reply_by) {
                (Side::Them, ReplyBy::Harm) => -tree.leaf.value(&tree.position, tree.me),
                _ => tree.leaf.value(&tree.position, candidate.mover),
            };
            tree.unmake();
        }
        Ok(())
    }

    /// Learns from a move that made the others superfluous.
    pub(crate) fn learn(&mut self, candidate: &Candidate, ply: usize, depth: u32) {
        if matches!(self.ordering.by, OrderBy::History | OrderBy::Sight | OrderBy::Mixed) {
            self.history.learn(candidate.mover, candidate.mv, ply, depth);
        }
    }

    /// Whether the best move of one iteration is tried first in the next.
    pub(crate) fn reorders_root(&self) -> bool {
        self.ordering.by != OrderBy::None
    }
}

fn rank(candidate: &Candidate) -> (Reverse<i32>, u32) {
    (Reverse(candidate.key), candidate.tie)
}

fn sort(candidates: &mut [Candidate]) {
    candidates.sort_unstable_by_key(rank);
}

/// Inserts one move after the other among the best `keep` so far, as the 2019 report does: with many kept, the time grows
/// with the square of the moves.
fn insert_best(candidates: &mut [Candidate], keep: usize) {
    let mut kept = 0;
    for index in 0..candidates.len() {
        let candidate = candidates[index];
        let before = candidates[..kept].iter().rposition(|other| rank(other) <= rank(&candidate));
        let place = before.map_or(0, |at| at + 1);
        if place >= keep {
            continue;
        }
        kept = (kept + 1).min(keep);
        candidates.copy_within(place..kept - 1, place + 1);
        candidates[place] = candidate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Special;

    #[test]
    fn insertion_finds_the_same_best_moves_as_sorting() {
        let map = Map::parse(b"2 0 0 0 1 3  0 2 1").unwrap().0;
        let mv = Move { tile: map.tiles().next().unwrap(), special: Special::None };
        let mut rng = Rng::new(5);
        for _ in 0..500 {
            let count = 1 + rng.below(20);
            let random: Vec<Candidate> = (0..count as u32)
                .map(|tie| Candidate { mv, mover: Player::ONE, key: rng.below(6) as i32, tie })
                .collect();
            let keep = 1 + rng.below(22);
            let (mut sorted, mut inserted) = (random.clone(), random);
            sort(&mut sorted);
            insert_best(&mut inserted, keep);
            let ranks = |found: &[Candidate]| found.iter().take(keep).map(rank).collect::<Vec<_>>();
            assert_eq!(ranks(&sorted), ranks(&inserted));
        }
    }
}
