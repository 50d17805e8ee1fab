//! The tree of a Monte Carlo search, in a few long rows of memory.

use crate::search::buffers::Candidate;
use crate::search::shares::Shares;
use rxt_rules::{ByPlayer, Move, Player};

/// The place of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// A move from one node to another that may not have been visited yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    pub(super) mover: Player,
    /// What the mover expects of it at first sight, as a share.
    pub(super) prior: i32,
    /// Behind an edge that was visited.
    pub(super) node: NodeId,
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) visits: u32,
    /// The sum of the shares of all visits.
    totals: ByPlayer<u64>,
    /// The shares for sure, once everything below is known.
    pub(super) exact: Option<Shares>,
    first_edge: u32,
    edges: u32,
    /// Edges are visited in their order.
    visited: u32,
    /// How many of the nodes behind the edges are known for sure.
    pub(super) known: u32,
    /// The edge whose node is known for sure and best for whoever moves.
    pub(super) best_known: Option<u32>,
}

/// All nodes and edges. Node 0 is the root.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// Beyond these the tree does not grow; about 200 megabytes.
const MOST_NODES: usize = 1 << 20;
const MOST_EDGES: usize = 1 << 22;

impl NodeId {
    pub(super) const ROOT: Self = Self(0);
}

impl Nodes {
    /// A tree of nothing but its root. All room is reserved at once, as to move a large tree would take too long; what is
    /// not used costs nothing.
    pub(super) fn begin(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.reserve(MOST_NODES);
        self.edges.reserve(MOST_EDGES);
        self.add();
    }

    /// Adds a node without edges.
    pub(super) fn add(&mut self) -> NodeId {
        self.nodes.push(Node {
            visits: 0,
            totals: ByPlayer::all(0),
            exact: None,
            first_edge: 0,
            edges: 0,
            visited: 0,
            known: 0,
            best_known: None,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Whether there is room for a node with so many edges.
    pub(super) fn has_room(&self, edges: usize) -> bool {
        self.nodes.len() < MOST_NODES && self.edges.len() + edges <= MOST_EDGES
    }

    /// Gives a node its edges, in the order in which they are to be visited.
    pub(super) fn expand(&mut self, id: NodeId, moves: impl Iterator<Item = Candidate>) {
        let first = self.edges.len();
        let edge = |one: Candidate| Edge { mv: one.mv, mover: one.mover, prior: one.key, node: NodeId::ROOT };
        self.edges.extend(moves.map(edge));
        let node = self.node_mut(id);
        node.first_edge = first as u32;
        self.node_mut(id).edges = (self.edges.len() - first) as u32;
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The edges that have been visited.
    pub(super) fn visited(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..][..node.visited as usize]
    }

    /// The next edge to visit for the first time.
    pub(super) fn unvisited(&self, id: NodeId) -> Option<&Edge> {
        let node = self.node(id);
        (node.visited < node.edges).then(|| &self.edges[(node.first_edge + node.visited) as usize])
    }

    /// Visits the next edge for the first time, if there is room for its node.
    pub(super) fn visit_next(&mut self, id: NodeId) -> NodeId {
        let child = self.add();
        let node = self.node_mut(id);
        let edge = node.first_edge + node.visited;
        node.visited += 1;
        self.edges[edge as usize].node = child;
        child
    }

    /// All edges of a node.
    pub(super) fn edges(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }
}

impl Node {
    pub(super) fn is_expanded(&self) -> bool {
        self.edges > 0
    }

    /// Whether everything behind every edge is known for sure.
    pub(super) fn is_complete(&self) -> bool {
        self.edges > 0 && self.known == self.edges
    }

    /// A player's share: for sure, or the mean of all visits.
    pub(super) fn share(&self, player: Player) -> i32 {
        match &self.exact {
            Some(exact) => exact[player],
            None => (self.totals[player] / u64::from(self.visits.max(1))) as i32,
        }
    }

    /// Learns the outcome of one visit.
    pub(super) fn learn(&mut self, shares: &Shares, players: u8) {
        self.visits += 1;
        for player in Player::all(players) {
            self.totals[player] += shares[player] as u64;
        }
    }
}
