//! Alpha-beta and its relatives: the player at the root against all others, under a model of who of them answers.

use super::buffers::{Buffer, Candidate};
use super::deepen::{Iteration, Search};
use super::lister::{Lister, Place};
use super::model::Model;
use super::root::{Root, two_sided};
use super::table::{Found, Table};
use super::tree::Tree;
use super::window::{Score, Side, Window};
use crate::limits::Stopped;
use crate::spec::{Settings, TableUse};
use rxt_rules::{Move, Phase, Player};

/// A search with two sides.
pub(crate) struct TwoSided<'a, M> {
    pub(crate) tree: Tree<'a>,
    lister: Lister,
    table: &'a mut Table,
    model: M,
    /// Whether later moves are first asked only whether they are better.
    scout: bool,
    settings: &'a Settings,
}

/// Where a node is, and what is left to search there.
#[derive(Clone, Copy, Debug)]
struct Node<P> {
    window: Window,
    depth: u32,
    ply: usize,
    path: P,
}

/// The best move of a node.
struct Best {
    score: Score,
    mv: Option<(Player, Move)>,
}

impl<'a, M: Model> TwoSided<'a, M> {
    pub(crate) fn new(
        tree: Tree<'a>,
        lister: Lister,
        table: &'a mut Table,
        model: M,
        scout: bool,
        settings: &'a Settings,
    ) -> Self {
        if settings.table != TableUse::Off {
            table.begin();
        }
        Self { tree, lister, table, model, scout, settings }
    }

    fn node(&mut self, node: Node<M::Path>) -> Result<Score, Stopped> {
        if node.depth == 0 || self.tree.position.phase() == Phase::Over {
            return Ok(self.tree.value());
        }
        let key = self.tree.position.hash() ^ M::salt(node.path);
        let (cutoff, table_move) = self.look_up(key, &node);
        if let Some(score) = cutoff {
            return Ok(score);
        }
        let before = self.tree.horizon;
        let side = self.tree.side();
        let mut buffer = self.tree.take_buffer();
        self.candidates(&mut buffer, side, &node, table_move)?;
        let best = self.best_child(&buffer, side, node)?;
        self.tree.buffers.give_back(buffer);
        self.remember(key, &node, &best, self.tree.horizon == before);
        Ok(best.score)
    }

    fn look_up(&mut self, key: u64, node: &Node<M::Path>) -> (Option<Score>, Option<(Player, Move)>) {
        let deeper = match self.settings.table {
            TableUse::Off => return (None, None),
            TableUse::Equal => false,
            TableUse::Deeper => true,
        };
        let Some(entry) = self.table.lookup(key) else { return (None, None) };
        let cutoff = entry.cutoff(node.window, node.depth, deeper);
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
        Lister::list(&self.tree.position, buffer);
        let keep = self.model.keep(node.path, side);
        let place = Place { side, ply: node.ply, depth: node.depth, table_move, keep };
        self.lister.order(&mut self.tree, buffer, place)
    }

    fn best_child(&mut self, buffer: &Buffer, side: Side, node: Node<M::Path>) -> Result<Best, Stopped> {
        let mut best = Best { score: side.worst(), mv: None };
        let mut window = node.window;
        for (index, candidate) in buffer.candidates.iter().enumerate() {
            let score = self.child(candidate, index, side, Node { window, ..node })?;
            if side.prefers(score, best.score) {
                best = Best { score, mv: Some((candidate.mover, candidate.mv)) };
            }
            window = window.after(side, score);
            if window.is_empty() {
                self.tree.counters.cutoffs += 1;
                self.tree.counters.first_cutoffs += u64::from(index == 0);
                self.lister.learn(candidate, node.ply, node.depth);
                break;
            }
        }
        Ok(best)
    }

    /// The score behind a move. Later moves are only asked whether they are better, if the search scouts.
    fn child(
        &mut self,
        candidate: &Candidate,
        index: usize,
        side: Side,
        node: Node<M::Path>,
    ) -> Result<Score, Stopped> {
        let path = self.model.after(node.path, side, index);
        let below = Node { window: node.window, depth: node.depth - 1, ply: node.ply + 1, path };
        self.tree.make(candidate)?;
        let score = if self.scout && index > 0 && !node.window.is_scout() {
            let score = self.node(Node { window: node.window.scout(side), ..below })?;
            if node.window.contains(score) { self.node(below)? } else { score }
        } else {
            self.node(below)?
        };
        self.tree.unmake();
        Ok(score)
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
        let mut best = -super::window::INFINITE;
        for index in 0..root.moves.len() {
            let candidate = root.moves[index];
            let node = Node { window, depth, ply: 0, path: M::START };
            let score = self.child(&candidate, index, Side::Me, node)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    let scores = two_sided(score, &self.tree);
                    root.improve(index, score, scores, keeps_partial, &self.tree);
                }
            }
            root.searched(index, keeps_partial, &self.tree);
            window = if cuts { window.after(Side::Me, score) } else { window.raised(score) };
            if cuts && window.is_empty() {
                break;
            }
        }
        Ok(best)
    }
}
