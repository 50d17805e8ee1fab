//! The player that a spec selects.

use crate::limits::Spending;
use crate::search::{
    BestReply, Candidate, Counters, Leaf, Lines, Lister, MaxN, Minimax, Model, MonteCarlo, Nodes, Opponents, Pace,
    Paranoid, Search, Step, Table, Tree, TwoSided, deepen, greedy,
};
use crate::spec::{SearchKind, Settings, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Move, Player, Position};
use std::sync::Arc;
use std::time::Duration;

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

/// The evaluation, with its tables for the map of the last move.
#[derive(Default)]
struct Leaves(Option<(Arc<Map>, Leaf)>);

impl Leaves {
    /// The evaluation of a search that starts here.
    fn of(&mut self, settings: &Settings, root: &Position) -> &Leaf {
        let map = root.map();
        let same = self.0.take().filter(|(known, _)| Arc::ptr_eq(known, map));
        let fresh = || (map.clone(), Leaf::new(&settings.evaluation.0, map, settings.end));
        let (_, leaf) = self.0.insert(same.unwrap_or_else(fresh));
        leaf.prepare(root);
        leaf
    }
}

/// What searches leave for the next move.
#[derive(Default)]
struct Memory {
    table: Table,
    nodes: Nodes,
    pace: Pace,
}

/// What a search is given for one move.
struct Task<'a> {
    tree: Tree<'a>,
    lister: Lister,
    settings: &'a Settings,
    memory: &'a mut Memory,
    depth: Option<u32>,
    /// All legal moves, as generated.
    moves: Vec<Candidate>,
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
}

impl Agent for Engine {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let _time = rxt_measure::span("engine.choose");
        let me = position.to_move().expect("only who is to move is asked");
        let mut moves = candidates(position, me);
        let only = self.only.as_deref().filter(|only| moves.iter().any(|candidate| only.contains(&candidate.mv)));
        if let Some(only) = only {
            moves.retain(|candidate| only.contains(&candidate.mv));
        }
        let first = moves.first().expect("who is asked has a move").mv;
        signal.publish(first.into());
        let Spec { settings, search, .. } = &self.spec;
        let leaf = self.leaves.of(settings, position);
        let mut tree = Tree::new(position, me, leaf, spending(settings, budget, signal, position));
        tree.lines = Lines::new(self.keeps_line);
        tree.only = only;
        let lister = Lister::new(settings, position.map(), Rng::new(self.rng.next_u64()));
        let depth = least(settings.limits.depth, budget.depth);
        let task = Task { tree, lister, settings, memory: &mut self.memory, depth, moves };
        let found = task.run(search.kind, &mut self.rng, signal);
        self.counters = found.counters;
        rxt_measure::value("engine.nodes", self.counters.nodes + self.counters.probes);
        rxt_measure::value("engine.depth", found.choice.depth.unwrap_or(0));
        self.line = found.line;
        if self.keeps_line && self.line.is_empty() {
            self.line.push((me, found.choice.mv));
        }
        found.choice
    }
}

/// What a search found, and what it did for it.
struct Found {
    choice: Choice,
    line: Vec<Step>,
    counters: Counters,
}

impl From<Move> for Found {
    fn from(mv: Move) -> Self {
        Self { choice: mv.into(), line: Vec::new(), counters: Counters::default() }
    }
}

impl Task<'_> {
    fn run(self, kind: SearchKind, rng: &mut Rng, signal: &Signal) -> Found {
        let settings = self.settings;
        let first = self.moves.first().expect("who is asked has a move").mv;
        match kind {
            SearchKind::First => first.into(),
            SearchKind::Random => {
                let any = rng.pick(&self.moves).expect("who is asked has a move").mv;
                signal.publish(any.into());
                any.into()
            }
            SearchKind::Greedy => self.greedy(first),
            SearchKind::Minimax => self.minimax(),
            SearchKind::AlphaBeta => self.two_sided(Paranoid, false),
            SearchKind::Pvs => self.two_sided(Paranoid, true),
            SearchKind::Paranoid => self.two_sided(Paranoid, settings.scout),
            SearchKind::Opponents => self.two_sided(Opponents::new(&settings.replies), settings.scout),
            SearchKind::BestReplyPlus => self.two_sided(Opponents::BEST_REPLY_PLUS, settings.scout),
            SearchKind::BestReply => self.two_sided(BestReply, settings.scout),
            SearchKind::MaxN => self.max_n(),
            SearchKind::MonteCarlo => self.monte_carlo(Rng::new(rng.next_u64()), first),
        }
    }

    fn greedy(mut self, first: Move) -> Found {
        let found = greedy(&mut self.tree, &mut self.lister);
        let (choice, line) = found.unwrap_or_else(|| (first.into(), Vec::new()));
        Found { choice, line, counters: self.tree.counters }
    }

    fn monte_carlo(self, rng: Rng, first: Move) -> Found {
        let wants_line = self.tree.lines.are_kept();
        let nodes = &mut self.memory.nodes;
        let mut search = MonteCarlo::new(self.tree, self.lister, nodes, rng, self.settings);
        let choice = search.run().unwrap_or_else(|| first.into());
        let line = if wants_line { search.line() } else { Vec::new() };
        Found { choice, line, counters: search.tree.counters }
    }

    fn minimax(self) -> Found {
        let mut search = Minimax::new(self.tree, self.lister, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, &mut self.memory.pace)
    }

    fn max_n(self) -> Found {
        let mut search = MaxN::new(self.tree, self.lister, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, &mut self.memory.pace)
    }

    fn two_sided<M: Model>(self, model: M, scout: bool) -> Found {
        let Memory { table, pace, .. } = self.memory;
        let mut search = TwoSided::new(self.tree, self.lister, table, model, scout, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, pace)
    }
}

fn finish<'a>(
    search: &mut impl Search<'a>,
    settings: &Settings,
    depth: Option<u32>,
    moves: Vec<Candidate>,
    pace: &mut Pace,
) -> Found {
    let (choice, line) = deepen(search, settings, depth, moves, pace);
    Found { choice, line, counters: search.tree().counters }
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
