//! Alpha-beta and its relatives: the player at the root against all others, under a model of who of them answers.

use super::buffers::{Buffer, Candidate};
use super::deepen::{Iteration, Search};
use super::lister::{Lister, Place};
use super::model::Model;
use super::quiesce::leaf_value;
use super::root::{Root, two_sided};
use super::table::{Found, Table};
use super::tree::Tree;
use super::window::{INFINITE, Score, Side, Window};
use crate::limits::Stopped;
use crate::spec::{Settings, Successors, TableUse};
use rxt_rules::rng::mix;
use rxt_rules::{Move, Phase, Player};

/// Least depth at which late moves are searched less deep.
const LEAST_REDUCED: u32 = 3;
/// Least depth at which nodes without a move of the table's are searched less deep.
const LEAST_INTERNAL: u32 = 4;

/// A search with two sides.
pub(crate) struct TwoSided<'a, M> {
    pub(super) tree: Tree<'a>,
    pub(super) lister: Lister,
    table: &'a Table,
    model: M,
    /// Whether later moves are first asked only whether they are better.
    scout: bool,
    pub(super) settings: &'a Settings,
    /// Tells scores of different players apart.
    salt: u64,
}

/// Where a node is, and what is left to search there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<P> {
    pub(super) window: Window,
    pub(super) depth: u32,
    pub(super) ply: usize,
    pub(super) path: P,
}

/// The best move of a node.
pub(super) struct Best {
    pub(super) score: Score,
    mv: Option<(Player, Move)>,
}

impl Best {
    pub(super) fn none(side: Side) -> Self {
        Self { score: side.worst(), mv: None }
    }
}

impl<'a, M: Model> TwoSided<'a, M> {
    pub(crate) fn new(
        tree: Tree<'a>,
        lister: Lister,
        table: &'a Table,
        model: M,
        scout: bool,
        settings: &'a Settings,
    ) -> Self {
        let salt = mix(tree.me.index() as u64);
        let lister = if M::BY_VALUE { lister.by_value() } else { lister };
        Self { tree, lister, table, model, scout, settings, salt }
    }

    pub(super) fn node(&mut self, node: Node<M::Path>) -> Result<Score, Stopped> {
        if self.tree.position.phase() == Phase::Over {
            return Ok(self.tree.value());
        }
        if node.depth == 0 {
            return leaf_value(&mut self.tree, &mut self.lister, self.settings.quiesce);
        }
        let side = self.model.enter(&mut self.tree, node.path);
        if let Some(score) = self.by_another_form(side, node)? {
            return Ok(score);
        }
        let key = self.tree.position.hash() ^ M::salt(node.path) ^ self.salt;
        let (cutoff, table_move) = self.look_up(key, &node);
        if let Some(score) = cutoff {
            return Ok(score);
        }
        let node = self.reduced_internally(node, table_move.is_some());
        let before = self.tree.horizon;
        let mut buffer = self.tree.take_buffer();
        self.candidates(&mut buffer, side, &node, table_move)?;
        let best = self.best_child(&buffer, side, node)?;
        self.tree.buffers.give_back(buffer);
        self.remember(key, &node, &best, self.tree.horizon == before);
        Ok(best.score)
    }

    /// The successor forms of the 2025 report that need no list of moves.
    fn by_another_form(&mut self, side: Side, node: Node<M::Path>) -> Result<Option<Score>, Stopped> {
        match self.settings.successors {
            Successors::Delta if node.depth == 1 => self.delta_leaves(side, node).map(Some),
            Successors::Executed if self.lister.executes_unlisted() && self.tree.position.phase() == Phase::Build => {
                self.executed(side, node).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A node of which nothing is known is not worth its full depth; the next iteration will know its best move.
    fn reduced_internally(&self, node: Node<M::Path>, is_known: bool) -> Node<M::Path> {
        let reduces = self.settings.internal && !is_known && node.depth >= LEAST_INTERNAL;
        Node { depth: node.depth - u32::from(reduces), ..node }
    }

    fn look_up(&mut self, key: u64, node: &Node<M::Path>) -> (Option<Score>, Option<(Player, Move)>) {
        let deeper = match self.settings.table {
            TableUse::Off => return (None, None),
            TableUse::Equal => false,
            TableUse::Deeper => true,
        };
        let Some(entry) = self.table.lookup(key) else { return (None, None) };
        // A line that is to be seen is searched to its end.
        let seen = self.tree.lines.are_kept() && !node.window.is_scout();
        let cutoff = entry.cutoff(node.window, node.depth, deeper).filter(|_| !seen);
        if cutoff.is_some() {
            self.tree.counters.table_hits += 1;
            self.tree.horizon += u64::from(!entry.complete);
        }
        (cutoff, Some(entry.best))
    }

    fn remember(&mut self, key: u64, node: &Node<M::Path>, best: &Best, complete: bool) {
        if let (Some(mv), true) = (best.mv, self.settings.table != TableUse::Off) {
            let found = Found { score: best.score, depth: node.depth, complete, best: mv };
            self.table.remember(key, node.window, &found);
        }
    }

    fn candidates(
        &mut self,
        buffer: &mut Buffer,
        side: Side,
        node: &Node<M::Path>,
        table_move: Option<(Player, Move)>,
    ) -> Result<(), Stopped> {
        let lister = &mut self.lister;
        self.model.gather(&mut self.tree, side, |tree| lister.list(tree, buffer))?;
        let keep = self.model.keep(node.path, side);
        let place = Place { side, ply: node.ply, depth: node.depth, table_move, keep };
        lister.order(&mut self.tree, buffer, place)
    }

    fn best_child(&mut self, buffer: &Buffer, side: Side, node: Node<M::Path>) -> Result<Best, Stopped> {
        let mut best = Best::none(side);
        let mut window = node.window;
        for (index, candidate) in buffer.candidates.iter().enumerate() {
            self.tree.make(candidate)?;
            let score = self.child(index, side, Node { window, ..node })?;
            self.tree.unmake();
            if self.settles(&mut best, &mut window, score, candidate, index, side) {
                self.lister.learn(candidate, node.ply, node.depth);
                break;
            }
        }
        Ok(best)
    }

    /// Notes the score of a move; true if the others cannot matter any more.
    pub(super) fn settles(
        &mut self,
        best: &mut Best,
        window: &mut Window,
        score: Score,
        candidate: &Candidate,
        index: usize,
        side: Side,
    ) -> bool {
        if side.prefers(score, best.score) {
            *best = Best { score, mv: Some((candidate.mover, candidate.mv)) };
            self.tree.note_best(candidate);
        }
        *window = window.after(side, score);
        let cut = window.is_empty();
        self.tree.counters.cutoffs += u64::from(cut);
        self.tree.counters.first_cutoffs += u64::from(cut && index == 0);
        self.tree.counters.tried_before_cutoffs += if cut { index as u64 } else { 0 };
        cut
    }

    /// The score behind the move that was just made. Later moves are only asked whether they are better if the search
    /// scouts, and less deep if it reduces.
    pub(super) fn child(&mut self, index: usize, side: Side, node: Node<M::Path>) -> Result<Score, Stopped> {
        let path = self.model.after(node.path, side, index);
        let below = Node { window: node.window, depth: node.depth - 1, ply: node.ply + 1, path };
        let scout = node.window.scout(side);
        if self.reduces(index, node.depth) {
            let score = self.node(Node { window: scout, depth: below.depth - 1, ..below })?;
            if !node.window.improves(side, score) {
                return Ok(score);
            }
        }
        if self.scout && index > 0 && !node.window.is_scout() {
            let score = self.node(Node { window: scout, ..below })?;
            if !node.window.contains(score) {
                return Ok(score);
            }
        }
        self.node(below)
    }

    fn reduces(&self, index: usize, depth: u32) -> bool {
        depth >= LEAST_REDUCED && self.settings.reduce.is_some_and(|full| index >= full) && !self.tree.is_upset()
    }
}

impl<'a, M: Model> Search<'a> for TwoSided<'a, M> {
    fn tree(&mut self) -> &mut Tree<'a> {
        &mut self.tree
    }

    fn root_moves(&mut self) -> Result<Vec<Candidate>, Stopped> {
        let mut buffer = self.tree.take_buffer();
        let node = Node { window: Window::FULL, depth: u32::MAX, ply: 0, path: M::START };
        self.candidates(&mut buffer, Side::Me, &node, None)?;
        Ok(buffer.candidates.clone())
    }

    fn reorders_root(&self) -> bool {
        self.lister.reorders_root()
    }

    fn iterate(&mut self, iteration: Iteration, root: &mut Root) -> Result<Score, Stopped> {
        let Iteration { depth, mut window, cuts, keeps_partial } = iteration;
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            let candidate = root.moves[index];
            let before = self.tree.spending.visits();
            self.tree.make(&candidate)?;
            let score = self.child(index, Side::Me, Node { window, depth, ply: 0, path: M::START })?;
            self.tree.unmake();
            root.note_effort(index, self.tree.spending.visits() - before);
            best = best.max(score);
            if score > window.alpha {
                root.improve(index, two_sided(score, &self.tree), keeps_partial, &self.tree);
            }
            root.searched(index, keeps_partial, &self.tree);
            window = if cuts { window.after(Side::Me, score) } else { window.raised(score) };
            if window.is_empty() {
                break;
            }
        }
        Ok(best)
    }
}
