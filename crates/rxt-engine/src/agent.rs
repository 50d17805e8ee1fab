//! The player that a spec selects.

use crate::limits::Spending;
use crate::search::{Candidate, Counters, Leaf, Lister, Paranoid, Table, Tree, TwoSided, deepen};
use crate::spec::{SearchKind, Settings, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};
use std::time::Duration;

/// A player: a spec, and what it remembers from move to move.
pub struct Engine {
    spec: Spec,
    rng: Rng,
    table: Table,
    counters: Counters,
}

impl Engine {
    pub(crate) fn new(spec: Spec, seed: u64) -> Self {
        Self { spec, rng: Rng::new(seed), table: Table::default(), counters: Counters::default() }
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

impl Agent for Engine {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let me = position.to_move().expect("only who is to move is asked");
        let moves = candidates(position, me);
        let first = moves.first().expect("who is asked has a move").mv;
        signal.publish(first.into());
        let settings = &self.spec.settings;
        let leaf = Leaf::new(settings.evaluation.evaluation(position.map()), settings.end);
        let spending = spending(settings, budget, signal, position);
        let tree = Tree::new(position, me, &leaf, spending);
        let lister = Lister::new(settings.ordering, position.map(), Rng::new(self.rng.next_u64()));
        let depth = least(settings.limits.depth, budget.depth);
        match self.spec.search.kind {
            SearchKind::AlphaBeta | SearchKind::Pvs => {
                let scout = self.spec.search.kind == SearchKind::Pvs;
                let mut search = TwoSided::new(tree, lister, &mut self.table, Paranoid, scout, settings);
                let choice = deepen(&mut search, settings, depth, moves);
                self.counters = search.tree.counters;
                choice
            }
        }
    }
}

/// All legal moves, as they are generated.
fn candidates(position: &Position, mover: Player) -> Vec<Candidate> {
    position.legal_moves().into_iter().zip(0..).map(|(mv, tie)| Candidate { mv, mover, key: 0, tie }).collect()
}

/// What one move may cost, by the player's own limits and the budget's.
fn spending<'a>(settings: &Settings, budget: &Budget, signal: &'a Signal, position: &Position) -> Spending<'a> {
    let limits = &settings.limits;
    let time = least(limits.time_ms.map(Duration::from_millis), budget.time);
    let time = time.map(|time| time.saturating_sub(Duration::from_millis(limits.margin_ms)).max(time / 2));
    Spending::new(signal, limits.clock, time, least(limits.nodes, budget.nodes), position.map())
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
