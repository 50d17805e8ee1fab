//! The player that a spec selects.

mod ending;
mod memory;
mod suited;
mod task;

use crate::search::{Candidate, Counters, Step};
use crate::spec::{SearchKind, Settings, Spec};
use memory::{Leaves, Memory};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Move, Player, Position};
use std::cmp::Reverse;
use std::time::Duration;
use task::{Allowed, Task};

/// A player: a spec, and what it remembers from move to move.
pub struct Engine {
    spec: Spec,
    rng: Rng,
    memory: Memory,
    leaves: Leaves,
    counters: Counters,
    only: Option<Vec<Move>>,
    keeps_line: bool,
    line: Vec<Step>,
}

impl Engine {
    pub(crate) fn new(spec: Spec, seed: u64) -> Self {
        Self {
            spec,
            rng: Rng::new(seed),
            memory: Memory::default(),
            leaves: Leaves::default(),
            counters: Counters::default(),
            only: None,
            keeps_line: false,
            line: Vec::new(),
        }
    }

    /// From now on only these moves are made at the root, whatever the search itself would try; all again for `None`.
    /// An empty list counts as `None`.
    pub fn restrict(&mut self, only: Option<Vec<Move>>) {
        self.only = only.filter(|only| !only.is_empty());
    }

    /// From now on the line behind the chosen move is kept.
    pub fn keep_line(&mut self) {
        self.keeps_line = true;
    }

    /// What the last search expects of everybody, its own move first; empty unless [`Engine::keep_line`] was called.
    pub fn line(&self) -> &[(Player, Move)] {
        &self.line
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Thinks about the best move of whoever is to move.
    fn think(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let _time = rxt_measure::span("engine.choose");
        let me = position.to_move().expect("only who is to move is asked");
        let mut moves = candidates(position, me);
        let only = self.only.as_deref().filter(|only| moves.iter().any(|candidate| only.contains(&candidate.mv)));
        if let Some(only) = only {
            moves.retain(|candidate| only.contains(&candidate.mv));
        }
        signal.publish(moves.first().expect("who is asked has a move").mv.into());
        let Spec { settings, search, .. } = &self.spec;
        let (leaf, sight) = self.leaves.of(settings, position, &mut self.memory);
        if search.kind == SearchKind::Auto {
            // If there is no time for more, it is at least a move that looks good.
            moves.sort_by_cached_key(|one| Reverse(sight.of(position, me, one.mv)));
        }
        let first = moves[0].mv;
        signal.publish(first.into());
        let (allowed, seed, keeps_line) = (allowed(settings, budget), self.rng.next_u64(), self.keeps_line);
        let (root, memory) = (position, &mut self.memory);
        let mut task = Task { root, me, leaf, sight, settings, memory, allowed, moves, signal, seed, only, keeps_line };
        let kind = if search.kind == SearchKind::Auto { suited::suited(settings, position) } else { search.kind };
        let found = match kind {
            SearchKind::First => first.into(),
            SearchKind::Random => {
                let any = self.rng.pick(&task.moves).expect("who is asked has a move").mv;
                signal.publish(any.into());
                any.into()
            }
            _ => match task.solved(search.kind == SearchKind::Auto) {
                Some(solved) => solved,
                None => task.search(kind),
            },
        };
        self.counters = found.counters;
        rxt_measure::value("engine.nodes", found.counters.nodes + found.counters.probes);
        rxt_measure::value("engine.depth", found.choice.depth.unwrap_or(0));
        self.line = found.line;
        if self.keeps_line && self.line.is_empty() {
            self.line.push((me, found.choice.mv));
        }
        found.choice
    }
}

impl Agent for Engine {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        self.think(position, budget, signal)
    }

    fn ponders(&self) -> bool {
        self.spec.settings.resources.ponder
    }

    /// Thinks about what the player to move might do. A tree grows for all players alike; else the reply to the move that
    /// looks best is searched, so that the table knows it.
    fn ponder(&mut self, position: &Position, signal: &Signal) {
        /// What the guess may cost.
        const GUESS: Budget = Budget { time: Some(Duration::from_millis(50)), depth: None, nodes: None };
        if position.to_move().is_none() {
            return;
        }
        let grows = suited::suited(&self.spec.settings, position) == SearchKind::MonteCarlo;
        let quiet = Budget::default();
        if grows {
            self.think(position, &quiet, signal);
            return;
        }
        let guess = self.think(position, &GUESS, signal);
        let mut behind = position.clone();
        behind.play(guess.mv);
        if behind.to_move().is_some() && !signal.stopped() {
            self.think(&behind, &quiet, signal);
        }
    }
}

/// All legal moves, as they are generated.
fn candidates(position: &Position, mover: Player) -> Vec<Candidate> {
    position.legal_moves().into_iter().zip(0..).map(|(mv, tie)| Candidate { mv, mover, key: 0, tie }).collect()
}

/// What one move may cost, by the player's own limits and the budget's.
fn allowed(settings: &Settings, budget: &Budget) -> Allowed {
    let limits = &settings.limits;
    let time = least(limits.time_ms.map(Duration::from_millis), budget.time);
    let time = time.map(|time| time.saturating_sub(Duration::from_millis(limits.margin_ms)).max(time / 2));
    Allowed { time, visits: least(limits.nodes, budget.nodes), depth: least(limits.depth, budget.depth) }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
