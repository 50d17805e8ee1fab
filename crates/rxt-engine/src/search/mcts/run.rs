//! A Monte Carlo search from its first to its last descent.

use super::nodes::{Edge, NodeId, Nodes};
use crate::limits::Stopped;
use crate::search::line::Step;
use crate::search::lister::Lister;
use crate::search::tree::Tree;
use crate::spec::Settings;
use rxt_rules::Player;
use rxt_rules::agent::Choice;
use rxt_rules::rng::Rng;

/// Descents between two looks at whether another move has become best.
const DESCENTS_PER_LOOK: u32 = 32;

/// A Monte Carlo search of one position.
pub(crate) struct MonteCarlo<'a> {
    pub(crate) tree: Tree<'a>,
    pub(super) lister: Lister,
    pub(super) nodes: &'a mut Nodes,
    pub(super) rng: Rng,
    pub(super) settings: &'a Settings,
    /// The nodes of the descent under way.
    pub(super) way: Vec<NodeId>,
    deepest: usize,
}

impl<'a> MonteCarlo<'a> {
    pub(crate) fn new(tree: Tree<'a>, lister: Lister, nodes: &'a mut Nodes, rng: Rng, settings: &'a Settings) -> Self {
        nodes.begin();
        Self { tree, lister, nodes, rng, settings, way: Vec::new(), deepest: 0 }
    }

    /// Grows the tree until nothing is left to spend or everything is known; `None` if not even the root was looked at.
    pub(crate) fn run(&mut self) -> Option<Choice> {
        let mut known: Option<Edge> = None;
        for descent in 1_u32.. {
            if self.descend() == Err(Stopped) {
                self.tree.unwind();
                break;
            }
            let forced = self.nodes.edges(NodeId::ROOT).len() == 1 && self.tree.spending.deadline().is_some();
            if forced || self.nodes.is_solved() {
                break;
            }
            if descent.is_multiple_of(DESCENTS_PER_LOOK) {
                let best = self.best(NodeId::ROOT);
                if best.map(|edge| edge.mv) != known.map(|edge| edge.mv) {
                    known = best;
                    self.publish();
                }
            }
        }
        self.publish();
        self.choice()
    }

    fn publish(&self) {
        if let Some(choice) = self.choice() {
            self.tree.spending.signal().publish(choice);
        }
    }

    /// The move visited most, unless one that is known for sure is at least as good.
    fn best(&self, here: NodeId) -> Option<Edge> {
        let worth = |edge: &Edge| {
            let node = self.nodes.node(edge.node);
            self.worth(edge.mover, |player| node.share(player))
        };
        let open = self.nodes.visited(here).iter().filter(|edge| self.nodes.node(edge.node).exact.is_none());
        let most = open.max_by_key(|edge| (self.nodes.node(edge.node).visits, worth(edge))).copied();
        match (most, self.best_known(here)) {
            (Some(most), Some((known, _))) if worth(&known) >= worth(&most) => Some(known),
            (None, Some((known, _))) => Some(known),
            (most, _) => most.or_else(|| self.nodes.edges(here).first().copied()),
        }
    }

    fn choice(&self) -> Option<Choice> {
        let best = self.best(NodeId::ROOT)?;
        let root = self.nodes.node(NodeId::ROOT);
        let scores = Player::all(self.tree.position.players()).map(|player| root.share(player)).collect();
        let (depth, nodes) = (Some(self.deepest as u32), Some(self.tree.spending.visits()));
        Some(Choice { mv: best.mv, depth, nodes, scores })
    }

    /// The moves tried most, one after the other, as far as they were tried more than once.
    pub(crate) fn line(&self) -> Vec<Step> {
        let mut here = NodeId::ROOT;
        let mut line = Vec::new();
        while !self.nodes.visited(here).is_empty()
            && let Some(edge) = self.best(here)
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
