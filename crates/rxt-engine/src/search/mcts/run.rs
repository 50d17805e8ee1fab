//! A Monte Carlo search from its first to its last descent.

use super::nodes::{Edge, NodeId, Nodes};
use crate::limits::Stopped;
use crate::search::line::Step;
use crate::search::lister::Lister;
use crate::search::tree::Tree;
use crate::spec::Settings;
use rxt_rules::agent::Choice;
use rxt_rules::rng::Rng;
use rxt_rules::{ByPlayer, Move, Player, Position};

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

/// What a tree knows of a move at its root: how often it was tried, and what came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootShare {
    mv: Move,
    visits: u32,
    totals: ByPlayer<u64>,
}

impl<'a> MonteCarlo<'a> {
    pub(crate) fn new(
        root: &Position,
        tree: Tree<'a>,
        lister: Lister,
        nodes: &'a mut Nodes,
        rng: Rng,
        settings: &'a Settings,
    ) -> Self {
        let mut search = Self { tree, lister, nodes, rng, settings, way: Vec::new(), deepest: 0 };
        let goes_on = settings.resources.reuse
            && search.tree.only.is_none()
            && search.nodes.go_on(root)
            && search.has_all_moves();
        if !goes_on {
            search.nodes.begin(root);
        }
        search
    }

    /// Whether no move of the root was left out when it was further down.
    fn has_all_moves(&mut self) -> bool {
        let known = self.nodes.edges(NodeId::ROOT).len();
        let mut buffer = self.tree.take_buffer();
        let listed = self.lister.list(&mut self.tree, &mut buffer);
        listed.is_ok() && (known == 0 || known == buffer.candidates.len()) && !self.nodes.is_solved()
    }

    /// Grows the tree until nothing is left to spend or everything is known.
    pub(crate) fn grow(&mut self) {
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
                if self.has_enough(best) {
                    break;
                }
            }
        }
    }

    /// Whether it would be a waste of time to go on: when the time is up that was to be taken if all is clear, or long
    /// before if hardly anything else is tried any more.
    fn has_enough(&self, best: Option<Edge>) -> bool {
        /// What an easy move gets of the time, and which part of the visits it has.
        const EASY_TIME: f64 = 0.3;
        const EASY_VISITS: u32 = 85;
        let (Some(soft), Some(best)) = (self.tree.spending.soft(), best) else { return false };
        let elapsed = self.tree.spending.elapsed();
        let (visits, all) = (self.nodes.node(best.node).visits, self.nodes.node(NodeId::ROOT).visits);
        if elapsed >= soft.mul_f64(EASY_TIME) && visits / EASY_VISITS >= all / 100 && visits > EASY_VISITS {
            return true;
        }
        let worth = |edge: &Edge| self.worth(edge.mover, |player| self.nodes.node(edge.node).share(player));
        let is_clear = self.nodes.visited(NodeId::ROOT).iter().all(|edge| worth(edge) <= worth(&best));
        elapsed >= soft && is_clear
    }

    /// The move that was found; `None` if not even the root was looked at.
    pub(crate) fn choose(&self) -> Option<Choice> {
        self.publish();
        self.choice()
    }

    /// What this tree knows of the moves at the root.
    pub(crate) fn shares_of_root(&self) -> Vec<RootShare> {
        let share = |edge: &Edge| {
            let node = self.nodes.node(edge.node);
            RootShare { mv: edge.mv, visits: node.visits, totals: *node.totals() }
        };
        self.nodes.visited(NodeId::ROOT).iter().map(share).collect()
    }

    /// Adds what another tree knows of the moves that this one has tried as well.
    pub(crate) fn absorb(&mut self, shares: &[RootShare]) {
        let players = self.tree.position.players();
        for share in shares {
            let edge = self.nodes.visited(NodeId::ROOT).iter().find(|edge| edge.mv == share.mv).copied();
            if let Some(edge) = edge {
                self.nodes.node_mut(edge.node).absorb(share.visits, &share.totals, players);
            }
        }
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
