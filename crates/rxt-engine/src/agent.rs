//! The player that a spec selects.

use crate::limits::Spending;
use crate::search::{
    BestReply, Bombing, Candidate, Counters, Leaf, Lister, MaxN, Minimax, Model, MonteCarlo, Nodes, Opponents, Pace, Paranoid,
    Search, Sight, Table, Tree, TwoSided, deepen, greedy,
};
use crate::spec::{Many, SearchKind, Settings, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Phase, Player, Position};
use std::sync::Arc;
use std::time::Duration;

/// A player: a spec, and what it remembers from move to move.
pub struct Engine {
    spec: Spec,
    rng: Rng,
    memory: Memory,
    leaves: Leaves,
    counters: Counters,
}

/// The evaluation, with its tables for the map of the last move.
#[derive(Default)]
struct Leaves(Option<(Arc<Map>, Leaf, Sight)>);

impl Leaves {
    /// The evaluation of a search that starts here.
    fn of(&mut self, settings: &Settings, root: &Position) -> (&Leaf, Sight) {
        let map = root.map();
        let same = self.0.take().filter(|(known, ..)| Arc::ptr_eq(known, map));
        let fresh = || (map.clone(), Leaf::new(&settings.evaluation.0, map, settings.end), Sight::new(map));
        let (_, leaf, sight) = self.0.insert(same.unwrap_or_else(fresh));
        leaf.prepare(root);
        (leaf, sight.clone())
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
        }
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
        let Spec { settings, search, .. } = &self.spec;
        let (leaf, sight) = self.leaves.of(settings, position);
        let tree = Tree::new(position, me, leaf, spending(settings, budget, signal, position));
        let lister = Lister::new(settings, position.map(), Rng::new(self.rng.next_u64()), sight);
        let depth = least(settings.limits.depth, budget.depth);
        let mut task = Task { tree, lister, settings, memory: &mut self.memory, depth, moves };
        let kind = if search.kind == SearchKind::Auto { suited(settings, position) } else { search.kind };
        let (choice, counters) = match kind {
            SearchKind::First => (first.into(), Counters::default()),
            SearchKind::Random => {
                let any = self.rng.pick(&task.moves).expect("who is asked has a move").mv;
                signal.publish(any.into());
                (any.into(), Counters::default())
            }
            SearchKind::Greedy => {
                let choice = greedy(&mut task.tree, &mut task.lister);
                (choice.unwrap_or_else(|| first.into()), task.tree.counters)
            }
            SearchKind::Minimax => task.minimax(),
            SearchKind::AlphaBeta => task.two_sided(Paranoid, false),
            SearchKind::Pvs | SearchKind::Auto => task.two_sided(Paranoid, true),
            SearchKind::Paranoid => task.two_sided(Paranoid, settings.scout),
            SearchKind::Opponents => task.two_sided(Opponents::new(&settings.replies), settings.scout),
            SearchKind::BestReplyPlus => task.two_sided(Opponents::BEST_REPLY_PLUS, settings.scout),
            SearchKind::BestReply => task.two_sided(BestReply, settings.scout),
            SearchKind::MaxN => task.max_n(),
            SearchKind::Bombing => {
                let mut search = Bombing::new(task.tree);
                (search.run(), search.tree.counters)
            }
            SearchKind::MonteCarlo => {
                let rng = Rng::new(self.rng.next_u64());
                let nodes = &mut task.memory.nodes;
                let mut search = MonteCarlo::new(task.tree, task.lister, nodes, rng, settings);
                (search.run().unwrap_or_else(|| first.into()), search.tree.counters)
            }
        };
        self.counters = counters;
        choice
    }
}

impl Task<'_> {
    fn minimax(self) -> (Choice, Counters) {
        let mut search = Minimax::new(self.tree, self.lister, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, &mut self.memory.pace)
    }

    fn max_n(self) -> (Choice, Counters) {
        let mut search = MaxN::new(self.tree, self.lister, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, &mut self.memory.pace)
    }

    fn two_sided<M: Model>(self, model: M, scout: bool) -> (Choice, Counters) {
        let Memory { table, pace, .. } = self.memory;
        let mut search = TwoSided::new(self.tree, self.lister, table, model, scout, self.settings);
        finish(&mut search, self.settings, self.depth, self.moves, pace)
    }
}

/// The search that suits a position.
fn suited(settings: &Settings, position: &Position) -> SearchKind {
    let active = position.players() - position.disqualified().len();
    match settings.many {
        _ if position.phase() == Phase::Bomb => SearchKind::Bombing,
        _ if active <= 2 => SearchKind::Pvs,
        Many::Table | Many::MonteCarlo => SearchKind::MonteCarlo,
        Many::Opponents => SearchKind::Opponents,
        Many::BestReplyPlus => SearchKind::BestReplyPlus,
        Many::Paranoid => SearchKind::Paranoid,
    }
}

fn finish<'a>(
    search: &mut impl Search<'a>,
    settings: &Settings,
    depth: Option<u32>,
    moves: Vec<Candidate>,
    pace: &mut Pace,
) -> (Choice, Counters) {
    let choice = deepen(search, settings, depth, moves, pace);
    (choice, search.tree().counters)
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
