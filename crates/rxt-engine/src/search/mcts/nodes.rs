//! The tree of a Monte Carlo search, in a few long rows of memory.

use crate::search::buffers::Candidate;
use crate::search::shares::Shares;
use rxt_rules::{ByPlayer, Move, Player, Position, Tile};
use std::sync::Arc;

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
    /// The hash of the position; 0 before the first visit.
    pub(super) hash: u64,
    pub(super) visits: u32,
    /// Descents of all threads that are on their way below it.
    pub(super) under_way: u32,
    /// The sum of the shares of all visits.
    totals: ByPlayer<u64>,
    /// What comes of it if everybody makes the best move found so far. Kept only where it counts.
    pub(super) prospect: Shares,
    /// The shares for sure, once everything below is known.
    pub(super) exact: Option<Shares>,
    /// Whether the node above has been told of that.
    pub(super) told: bool,
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
    all: Vec<Node>,
    edges: Vec<Edge>,
    /// The position of the root.
    position: Option<Position>,
}

/// Beyond these the tree does not grow; about 270 megabytes.
const MOST_NODES: usize = 1 << 20;
const MOST_EDGES: usize = 1 << 22;

impl NodeId {
    pub(super) const ROOT: Self = Self(0);
}

impl Nodes {
    /// A tree of nothing but its root. All room is reserved at once, as to move a large tree would take too long; what is
    /// not used costs nothing.
    pub(super) fn begin(&mut self, root: &Position) {
        self.all.clear();
        self.edges.clear();
        self.reserve();
        self.add();
        self.position = Some(root.clone());
    }

    /// What is known of a position that was reached from the last root stays, all else goes; false if nothing is known.
    pub(super) fn go_on(&mut self, root: &Position) -> bool {
        let Some(id) = self.find(root) else { return false };
        self.keep(id);
        self.position = Some(root.clone());
        true
    }

    fn reserve(&mut self) {
        self.all.reserve(MOST_NODES);
        self.edges.reserve(MOST_EDGES);
    }

    /// The node of a position: behind the tiles that have been taken since the last root, in whatever order.
    fn find(&self, position: &Position) -> Option<NodeId> {
        let before = self.position.as_ref().filter(|before| Arc::ptr_eq(before.map(), position.map()))?;
        let taken: Vec<Tile> = (position.map().tiles())
            .filter(|&tile| before.cell(tile).is_free() && !position.cell(tile).is_free())
            .collect();
        self.find_below(NodeId::ROOT, position.hash(), &taken, taken.len())
    }

    fn find_below(&self, here: NodeId, hash: u64, taken: &[Tile], plies: usize) -> Option<NodeId> {
        let node = self.all.get(here.0 as usize)?;
        if node.hash == hash && node.visits > 0 {
            return Some(here);
        }
        let onward = |edge: &&Edge| plies > 0 && taken.contains(&edge.mv.tile);
        self.visited(here).iter().filter(onward).find_map(|edge| self.find_below(edge.node, hash, taken, plies - 1))
    }

    /// Makes a node the root; nodes that cannot be reached from it go, and what lies behind those that were hardly
    /// visited, so that it does not take long.
    fn keep(&mut self, id: NodeId) {
        /// About how many nodes are kept.
        const MOST_KEPT: u32 = 1 << 16;
        let least = self.node(id).visits / MOST_KEPT * 4;
        let (old_nodes, old_edges) = (std::mem::take(&mut self.all), std::mem::take(&mut self.edges));
        self.reserve();
        self.all.push(old_nodes[id.0 as usize].clone());
        let mut next = 0;
        while next < self.all.len() {
            let Node { first_edge, edges, visited, .. } = self.all[next];
            self.all[next].first_edge = self.edges.len() as u32;
            for (index, edge) in old_edges[first_edge as usize..][..edges as usize].iter().enumerate() {
                let mut edge = *edge;
                if index < visited as usize {
                    let mut child = old_nodes[edge.node.0 as usize].clone();
                    if child.visits < least && child.exact.is_none() {
                        (child.edges, child.visited, child.known, child.best_known) = (0, 0, 0, None);
                    }
                    self.all.push(child);
                    edge.node = NodeId(self.all.len() as u32 - 1);
                }
                self.edges.push(edge);
            }
            next += 1;
        }
    }

    /// Adds a node without edges.
    pub(super) fn add(&mut self) -> NodeId {
        self.all.push(Node {
            hash: 0,
            visits: 0,
            under_way: 0,
            totals: ByPlayer::all(0),
            prospect: ByPlayer::all(0),
            exact: None,
            told: false,
            first_edge: 0,
            edges: 0,
            visited: 0,
            known: 0,
            best_known: None,
        });
        NodeId(self.all.len() as u32 - 1)
    }

    /// Whether there is room for a node with so many edges.
    pub(super) fn has_room(&self, edges: usize) -> bool {
        self.all.len() < MOST_NODES && self.edges.len() + edges <= MOST_EDGES
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
        &self.all[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.all[id.0 as usize]
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

    /// A player's share, so many thousandths of it by what comes of the best moves found so far.
    pub(super) fn blended(&self, player: Player, implicit: u32) -> i32 {
        let share = i64::from(self.share(player));
        if implicit == 0 {
            return share as i32;
        }
        let ahead = i64::from(self.prospect()[player]) - share;
        (share + ahead * i64::from(implicit) / 1000) as i32
    }

    /// What comes of the best moves found so far, or for sure.
    pub(super) fn prospect(&self) -> &Shares {
        self.exact.as_ref().unwrap_or(&self.prospect)
    }

    /// Learns the outcome of one visit.
    pub(super) fn learn(&mut self, shares: &Shares, players: u8) {
        self.visits += 1;
        for player in Player::all(players) {
            self.totals[player] += shares[player] as u64;
        }
    }
}
