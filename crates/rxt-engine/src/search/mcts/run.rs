//! A Monte Carlo search from its first to its last descent.

use super::nodes::{Edge, NodeId, Nodes};
use crate::limits::Stopped;
use crate::search::buffers::Candidate;
use crate::search::line::Step;
use crate::search::lister::Lister;
use crate::search::tree::Tree;
use crate::spec::Settings;
use rxt_rules::agent::Choice;
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Descents between two looks at whether another move has become best.
const DESCENTS_PER_LOOK: u32 = 32;

/// A Monte Carlo search of one position.
pub(crate) struct MonteCarlo<'a> {
    pub(crate) tree: Tree<'a>,
    pub(super) lister: Lister,
    /// The tree that all threads grow.
    pub(super) nodes: &'a Mutex<Nodes>,
    pub(super) rng: Rng,
    pub(super) settings: &'a Settings,
    /// The nodes of the descent under way.
    pub(super) way: Vec<NodeId>,
    /// The moves to the end of the tree that are to be made.
    pub(super) steps: Vec<Candidate>,
    deepest: usize,
}

/// The tree, for a moment. A thread that panics while it has it ends the whole search, so nobody sees what it left behind.
pub(super) fn lock(nodes: &Mutex<Nodes>) -> MutexGuard<'_, Nodes> {
    nodes.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> MonteCarlo<'a> {
    pub(crate) fn new(
        tree: Tree<'a>,
        lister: Lister,
        nodes: &'a Mutex<Nodes>,
        rng: Rng,
        settings: &'a Settings,
    ) -> Self {
        Self { tree, lister, nodes, rng, settings, way: Vec::new(), steps: Vec::new(), deepest: 0 }
    }

    /// Begins a tree at a position, or goes on with what is known of it.
    pub(crate) fn begin(&mut self, root: &Position) {
        let goes_on = self.settings.resources.reuse
            && self.tree.only.is_none()
            && lock(self.nodes).go_on(root)
            && self.has_all_moves();
        if !goes_on {
            lock(self.nodes).begin(root);
        }
    }

    /// Whether no move of the root was left out when it was further down.
    fn has_all_moves(&mut self) -> bool {
        let mut buffer = self.tree.take_buffer();
        let listed = self.lister.list(&mut self.tree, &mut buffer);
        let nodes = lock(self.nodes);
        let known = nodes.edges(NodeId::ROOT).len();
        listed.is_ok() && (known == 0 || known == buffer.candidates.len()) && !nodes.is_solved()
    }

    /// Grows the tree until nothing is left to spend or everything is known.
    pub(crate) fn grow(&mut self) {
        let mut known: Option<Edge> = None;
        for descent in 1_u32.. {
            if self.descend() == Err(Stopped) {
                self.tree.unwind();
                break;
            }
            let nodes = lock(self.nodes);
            let forced = nodes.edges(NodeId::ROOT).len() == 1 && self.tree.spending.deadline().is_some();
            if forced || nodes.is_solved() {
                break;
            }
            if descent.is_multiple_of(DESCENTS_PER_LOOK) {
                let best = self.best(&nodes, NodeId::ROOT);
                if best.map(|edge| edge.mv) != known.map(|edge| edge.mv) {
                    known = best;
                    self.publish(&nodes);
                }
                if self.has_enough(&nodes, best) {
                    break;
                }
            }
        }
    }

    /// Helps another thread to grow its tree until that one needs no more help.
    pub(crate) fn help(&mut self) {
        while self.descend().is_ok() && !lock(self.nodes).is_solved() {}
    }

    /// Whether it would be a waste of time to go on: when the time is up that was to be taken if all is clear, or long
    /// before if hardly anything else is tried any more.
    fn has_enough(&self, nodes: &Nodes, best: Option<Edge>) -> bool {
        /// What an easy move gets of the time, and which part of the visits it has.
        const EASY_TIME: f64 = 0.3;
        const EASY_VISITS: u32 = 85;
        let (Some(soft), Some(best)) = (self.tree.spending.soft(), best) else { return false };
        let elapsed = self.tree.spending.elapsed();
        let (visits, all) = (nodes.node(best.node).visits, nodes.node(NodeId::ROOT).visits);
        if elapsed >= soft.mul_f64(EASY_TIME) && visits / EASY_VISITS >= all / 100 && visits > EASY_VISITS {
            return true;
        }
        let worth = |edge: &Edge| self.worth(edge.mover, |player| nodes.node(edge.node).share(player));
        let is_clear = nodes.visited(NodeId::ROOT).iter().all(|edge| worth(edge) <= worth(&best));
        elapsed >= soft && is_clear
    }

    /// The move that was found; `None` if not even the root was looked at.
    pub(crate) fn choose(&self) -> Option<Choice> {
        let nodes = lock(self.nodes);
        self.publish(&nodes);
        self.choice(&nodes)
    }

    fn publish(&self, nodes: &Nodes) {
        if let Some(choice) = self.choice(nodes) {
            self.tree.spending.signal().publish(choice);
        }
    }

    /// The move visited most, unless one that is known for sure is at least as good.
    fn best(&self, nodes: &Nodes, here: NodeId) -> Option<Edge> {
        let worth = |edge: &Edge| {
            let node = nodes.node(edge.node);
            self.worth(edge.mover, |player| node.share(player))
        };
        let open = nodes.visited(here).iter().filter(|edge| nodes.node(edge.node).exact.is_none());
        let most = open.max_by_key(|edge| (nodes.node(edge.node).visits, worth(edge))).copied();
        match (most, nodes.best_known(here)) {
            (Some(most), Some((known, _))) if worth(&known) >= worth(&most) => Some(known),
            (None, Some((known, _))) => Some(known),
            (most, _) => most.or_else(|| nodes.edges(here).first().copied()),
        }
    }

    fn choice(&self, nodes: &Nodes) -> Option<Choice> {
        let best = self.best(nodes, NodeId::ROOT)?;
        let root = nodes.node(NodeId::ROOT);
        let scores = Player::all(self.tree.position.players()).map(|player| root.share(player)).collect();
        let (depth, nodes) = (Some(self.deepest as u32), Some(self.tree.spending.visits()));
        Some(Choice { mv: best.mv, depth, nodes, scores })
    }

    /// The moves tried most, one after the other, as far as they were tried more than once.
    pub(crate) fn line(&self) -> Vec<Step> {
        let nodes = lock(self.nodes);
        let mut here = NodeId::ROOT;
        let mut line = Vec::new();
        while !nodes.visited(here).is_empty()
            && let Some(edge) = self.best(&nodes, here)
        {
            line.push((edge.mover, edge.mv));
            here = edge.node;
        }
        line
    }

    /// Notes how deep a descent went.
    pub(super) fn reached(&mut self, plies: usize) {
        self.deepest = self.deepest.max(plies);
    }
}
