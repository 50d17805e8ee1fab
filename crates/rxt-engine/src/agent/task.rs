//! One move to find: what a search is given, and how many threads do it.

use super::memory::Memory;
use crate::limits::Spending;
use crate::search::{
    BestReply, Bombing, Candidate, Counters, Leaf, Lines, Lister, MaxN, Minimax, Model, MonteCarlo, Opponents, Pace,
    Paranoid, Search, Sight, Step, TableSize, Tree, TwoSided, deepen, greedy,
};
use crate::spec::{SearchKind, Settings, TableUse};
use rxt_rules::agent::{Choice, Signal};
use rxt_rules::rng::{Rng, mix};
use rxt_rules::{Move, Player, Position};
use std::thread;
use std::time::Duration;

/// What a search is given for one move.
pub(super) struct Task<'a> {
    pub(super) root: &'a Position,
    pub(super) me: Player,
    pub(super) leaf: &'a Leaf,
    pub(super) sight: Sight,
    pub(super) settings: &'a Settings,
    pub(super) memory: &'a mut Memory,
    pub(super) allowed: Allowed,
    /// All legal moves, as generated.
    pub(super) moves: Vec<Candidate>,
    pub(super) signal: &'a Signal,
    pub(super) seed: u64,
    /// The only moves that may be made at the root; all if `None`.
    pub(super) only: Option<&'a [Move]>,
    pub(super) keeps_line: bool,
}

/// What a search found, and what it did for it.
pub(super) struct Found {
    pub(super) choice: Choice,
    pub(super) line: Vec<Step>,
    pub(super) counters: Counters,
}

impl From<Move> for Found {
    fn from(mv: Move) -> Self {
        Self { choice: mv.into(), line: Vec::new(), counters: Counters::default() }
    }
}

/// What a move may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub(super) time: Option<Duration>,
    pub(super) visits: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl Allowed {
    /// About how many positions will be visited, if there is a limit.
    fn expected_visits(self) -> Option<u64> {
        /// More than any search visits in a millisecond.
        const VISITS_PER_MS: u64 = 2000;
        self.visits.or_else(|| self.time.map(|time| time.as_millis() as u64 * VISITS_PER_MS))
    }
}

/// What a search begins with: the ground it works on, and who lists its moves.
type Start<'a> = (Tree<'a>, Lister);

impl<'a> Task<'a> {
    pub(super) fn search(self, kind: SearchKind) -> Found {
        let scout = self.settings.scout;
        match kind {
            SearchKind::Greedy => self.greedy(),
            SearchKind::Minimax => {
                let (tree, lister) = self.start();
                finish(&mut Minimax::new(tree, lister, self.settings), self)
            }
            SearchKind::MaxN => {
                let (tree, lister) = self.start();
                finish(&mut MaxN::new(tree, lister, self.settings), self)
            }
            SearchKind::AlphaBeta => self.two_sided(Paranoid, false),
            SearchKind::Paranoid => self.two_sided(Paranoid, scout),
            SearchKind::Opponents => {
                let model = Opponents::new(&self.settings.replies);
                self.two_sided(model, scout)
            }
            SearchKind::BestReplyPlus => self.two_sided(Opponents::BEST_REPLY_PLUS, scout),
            SearchKind::BestReply => self.two_sided(BestReply, scout),
            SearchKind::MonteCarlo => self.monte_carlo(),
            SearchKind::Bombing => {
                let mut search = Bombing::new(self.start().0);
                Found { choice: search.run(), line: Vec::new(), counters: search.tree.counters }
            }
            _ => self.two_sided(Paranoid, true),
        }
    }

    /// What this move may spend, counted from now.
    pub(super) fn spending(&self) -> Spending<'a> {
        let Allowed { time, visits, .. } = self.allowed;
        let soft = self.signal.soft().filter(|_| self.settings.limits.early);
        Spending::new(self.signal, self.settings.limits.clock, time, visits, self.root.map()).about(soft)
    }

    fn start(&self) -> Start<'a> {
        let mut tree = Tree::new(self.root, self.me, self.leaf, self.spending());
        tree.lines = Lines::new(self.keeps_line);
        tree.only = self.only;
        (tree, Lister::new(self.settings, self.root.map(), Rng::new(self.seed), self.sight.clone()))
    }

    /// Those who help, as long as they are not told to stop.
    fn helpers<'b>(&self, stop: &'b Signal) -> Vec<Helper<'b>>
    where
        'a: 'b,
    {
        let Self { root, me, settings, allowed, seed, signal, .. } = *self;
        let helper = |number| Helper {
            root,
            me,
            settings,
            allowed,
            stop,
            signal,
            leaf: self.leaf.clone(),
            sight: self.sight.clone(),
            only: self.only,
            seed: mix(seed ^ u64::from(number)),
        };
        (1..settings.resources.threads).map(helper).collect()
    }

    fn greedy(self) -> Found {
        let (mut tree, mut lister) = self.start();
        let found = greedy(&mut tree, &mut lister);
        let (choice, line) = found.unwrap_or_else(|| (self.moves[0].mv.into(), Vec::new()));
        Found { choice, line, counters: tree.counters }
    }

    /// All threads search the same tree and meet in the table; only the first one's moves count.
    fn two_sided<M: Model + Send>(self, model: M, scout: bool) -> Found {
        let settings = self.settings;
        let uses_table = settings.table != TableUse::Off;
        if uses_table {
            self.memory.table.begin(TableSize {
                visits: self.allowed.expected_visits(),
                megabytes: settings.resources.megabytes,
                remembers: settings.resources.reuse,
            });
        }
        let stop = Signal::default();
        let helpers = if uses_table { self.helpers(&stop) } else { Vec::new() };
        let (tree, lister) = self.start();
        let Task { memory, allowed, moves, .. } = self;
        let Memory { table, pace, .. } = memory;
        let table = &*table;
        thread::scope(|scope| {
            for (helper, first) in helpers.into_iter().zip([2, 1].into_iter().cycle()) {
                let moves = moves.clone();
                scope.spawn(move || {
                    let (tree, lister) = helper.start();
                    let mut search = TwoSided::new(tree, lister, table, model, scout, settings);
                    deepen(&mut search, settings, first, allowed.depth, moves, &mut Pace::default());
                });
            }
            let mut search = TwoSided::new(tree, lister, table, model, scout, settings);
            let (choice, line) = deepen(&mut search, settings, 1, allowed.depth, moves, pace);
            stop.stop();
            Found { choice, line, counters: search.tree().counters }
        })
    }

    /// All threads grow one tree.
    fn monte_carlo(self) -> Found {
        let settings = self.settings;
        let stop = Signal::default();
        let helpers = self.helpers(&stop);
        let (tree, lister) = self.start();
        let Task { memory, moves, seed, root, keeps_line, .. } = self;
        let nodes = &memory.tree;
        let mut search = MonteCarlo::new(tree, lister, nodes, Rng::new(mix(seed)), settings);
        search.begin(root);
        thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(move || {
                    let (tree, lister) = helper.start();
                    MonteCarlo::new(tree, lister, nodes, Rng::new(helper.seed), settings).help();
                });
            }
            search.grow();
            stop.stop();
        });
        let choice = search.choose().unwrap_or_else(|| moves[0].mv.into());
        let line = if keeps_line { search.line() } else { Vec::new() };
        Found { choice, line, counters: search.tree.counters }
    }
}

/// A thread that helps. It counts with an evaluation of its own.
struct Helper<'a> {
    root: &'a Position,
    me: Player,
    settings: &'a Settings,
    allowed: Allowed,
    /// Told by who is helped.
    stop: &'a Signal,
    /// Told by who waits for the move. Everybody looks at it: on a busy machine it takes long until one has told the other.
    signal: &'a Signal,
    leaf: Leaf,
    sight: Sight,
    only: Option<&'a [Move]>,
    seed: u64,
}

impl Helper<'_> {
    fn start(&self) -> Start<'_> {
        let spending = Spending::new(self.stop, self.settings.limits.clock, self.allowed.time, None, self.root.map());
        let spending = spending.within(self.signal);
        let lister = Lister::new(self.settings, self.root.map(), Rng::new(self.seed), self.sight.clone());
        let mut tree = Tree::new(self.root, self.me, &self.leaf, spending);
        tree.only = self.only;
        (tree, lister)
    }
}

fn finish<'a>(search: &mut impl Search<'a>, task: Task<'_>) -> Found {
    let Task { settings, allowed, moves, memory, .. } = task;
    let (choice, line) = deepen(search, settings, 1, allowed.depth, moves, &mut memory.pace);
    Found { choice, line, counters: search.tree().counters }
}
