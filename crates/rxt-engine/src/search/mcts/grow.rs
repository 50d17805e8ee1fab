//! One descent through the tree of a Monte Carlo search: down where it looks best, a new leaf, and back with its shares.

use super::nodes::{Edge, NodeId, Nodes};
use super::run::MonteCarlo;
use crate::fixed::{FRACTION, log2};
use crate::limits::Stopped;
use crate::search::buffers::Candidate;
use crate::search::model::{BestReply, Model};
use crate::search::shares::{Shares, WHOLE, shares};
use crate::search::window::Side;
use crate::spec::{Backup, McLeaf};
use rxt_rules::{Phase, Player};

/// The natural logarithm of two, with 16 bits behind the point.
const LN_2: u64 = 45_426;

impl MonteCarlo<'_> {
    /// Grows the tree by one leaf at most; the position is the root's before and after.
    pub(super) fn descend(&mut self) -> Result<(), Stopped> {
        self.way.clear();
        let mut here = NodeId::ROOT;
        let mut turn = Side::Me;
        let shares = loop {
            self.way.push(here);
            if let Some(exact) = self.nodes.node(here).exact {
                break exact;
            }
            if self.tree.position.phase() == Phase::Over {
                let exact = self.look();
                self.nodes.node_mut(here).exact = Some(exact);
                break exact;
            }
            if !self.nodes.node(here).is_expanded() && !self.expands(here, turn)? {
                break self.leaf()?;
            }
            let (candidate, next) = self.select(here);
            turn = if candidate.mover == self.tree.me { Side::Them } else { Side::Me };
            self.tree.make(&candidate)?;
            here = next;
        };
        self.reached(self.way.len() - 1);
        self.back_up(shares);
        Ok(())
    }

    /// Gives a node its edges on its second visit; the root at once.
    fn expands(&mut self, here: NodeId, turn: Side) -> Result<bool, Stopped> {
        if here != NodeId::ROOT && self.nodes.node(here).visits == 0 {
            return Ok(false);
        }
        let mut buffer = self.tree.take_buffer();
        let lister = &mut self.lister;
        if self.settings.monte_carlo.backup == Backup::BestReply {
            let side = BestReply.enter(&mut self.tree, turn);
            BestReply.gather(&mut self.tree, side, |tree| lister.list(tree, &mut buffer))?;
        } else {
            lister.list(&mut self.tree, &mut buffer)?;
        }
        if here == NodeId::ROOT {
            self.tree.restrict_root(&mut buffer.candidates);
        }
        let room = here == NodeId::ROOT || self.nodes.has_room(buffer.candidates.len());
        if room {
            self.rng.shuffle(&mut buffer.candidates);
            self.nodes.expand(here, buffer.candidates.iter().map(|candidate| (candidate.mover, candidate.mv)));
        }
        self.tree.buffers.give_back(buffer);
        Ok(room)
    }

    /// The edge to follow: the best by what is known and by how little is known. Nodes known for sure are left alone.
    fn select(&mut self, here: NodeId) -> (Candidate, NodeId) {
        let node = self.nodes.node(here);
        let curiosity = Curiosity::new(node.visits, self.settings.monte_carlo.exploration);
        let mut best: Option<(i64, Edge)> = None;
        for edge in self.nodes.visited(here) {
            let child = self.nodes.node(edge.node);
            if child.exact.is_some() {
                continue;
            }
            let score = i64::from(self.worth(edge.mover, |player| child.share(player))) + curiosity.of(child.visits);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, *edge));
            }
        }
        let room = self.nodes.has_room(0);
        if let Some(edge) = self.nodes.unvisited(here).copied().filter(|_| room || best.is_none()) {
            let score = i64::from(self.worth(edge.mover, |player| node.share(player))) + curiosity.of(0);
            if best.is_none_or(|(most, _)| score > most) {
                return (candidate(&edge), self.nodes.visit_next(here));
            }
        }
        let (_, edge) = best.expect("a node that is not known for sure has an edge that is not");
        (candidate(&edge), edge.node)
    }

    /// How much a player who chooses likes these shares.
    pub(super) fn worth(&self, mover: Player, share: impl Fn(Player) -> i32) -> i32 {
        let me = self.tree.me;
        match self.settings.monte_carlo.backup {
            Backup::MaxN => share(mover),
            _ if mover == me => share(me),
            _ => WHOLE - share(me),
        }
    }

    /// The shares of a new leaf.
    fn leaf(&mut self) -> Result<Shares, Stopped> {
        let most = match self.settings.monte_carlo.leaf {
            McLeaf::Static => 0,
            McLeaf::Round => usize::from(self.tree.position.players()),
            McLeaf::End => usize::MAX,
        };
        let mut made = 0;
        while made < most && self.tree.position.phase() != Phase::Over {
            let candidate = self.random_move()?;
            self.tree.probe(&candidate)?;
            made += 1;
        }
        let shares = self.look();
        for _ in 0..made {
            self.tree.unmake();
        }
        Ok(shares)
    }

    fn random_move(&mut self) -> Result<Candidate, Stopped> {
        let mut buffer = self.tree.take_buffer();
        self.lister.list(&mut self.tree, &mut buffer)?;
        let candidate = *self.rng.pick(&buffer.candidates).expect("who is asked has a move");
        self.tree.buffers.give_back(buffer);
        Ok(candidate)
    }

    fn look(&mut self) -> Shares {
        self.tree.counters.leaves += 1;
        shares(self.tree.leaf, &self.tree.position)
    }

    /// Takes the moves back and lets every node on the way learn. A player who knows a better move for sure than the one
    /// that was tried would have made it.
    fn back_up(&mut self, mut shares: Shares) {
        let players = self.tree.position.players();
        let mut below: Option<NodeId> = None;
        while let Some(here) = self.way.pop() {
            if let Some(child) = below {
                self.tree.unmake();
                self.note_if_known(here, child);
                if let Some(known) = self.better_known(here, &shares) {
                    shares = known;
                }
            }
            self.nodes.node_mut(here).learn(&shares, players);
            below = Some(here);
        }
    }

    /// Notes that the node behind an edge has become known for sure, and the node itself, if that was the last one.
    fn note_if_known(&mut self, here: NodeId, child: NodeId) {
        let Some(exact) = self.nodes.node(child).exact else { return };
        let index = self.nodes.visited(here).iter().position(|edge| edge.node == child);
        let index = index.expect("the child is behind an edge");
        let mover = self.nodes.visited(here)[index].mover;
        let better = match self.best_known(here) {
            None => true,
            Some((_, other)) => self.worth(mover, |player| exact[player]) > self.worth(mover, |player| other[player]),
        };
        let node = self.nodes.node_mut(here);
        node.known += 1;
        if better {
            node.best_known = Some(index as u32);
        }
        if node.is_complete() {
            let best = self.best_known(here).map(|(_, exact)| exact);
            self.nodes.node_mut(here).exact = best;
        }
    }

    /// The best move that is known for sure, and what comes of it.
    pub(super) fn best_known(&self, here: NodeId) -> Option<(Edge, Shares)> {
        let edge = self.nodes.edges(here)[self.nodes.node(here).best_known? as usize];
        self.nodes.node(edge.node).exact.map(|exact| (edge, exact))
    }

    fn better_known(&self, here: NodeId, shares: &Shares) -> Option<Shares> {
        let (edge, exact) = self.best_known(here)?;
        let worth = |shares: &Shares| self.worth(edge.mover, |player| shares[player]);
        (worth(&exact) > worth(shares)).then_some(exact)
    }
}

pub(super) fn candidate(edge: &Edge) -> Candidate {
    Candidate { mv: edge.mv, mover: edge.mover, key: 0, tie: 0 }
}

/// What is added to the worth of a node for being visited little (UCT).
struct Curiosity {
    /// The natural logarithm of the visits of the node above, [`FRACTION`] bits behind the point.
    logarithm: u64,
    exploration: u64,
}

impl Curiosity {
    fn new(visits: u32, exploration: u32) -> Self {
        let logarithm = (log2(u64::from(visits) + 1) as u64 * LN_2) >> 16;
        Self { logarithm, exploration: u64::from(exploration) }
    }

    fn of(&self, visits: u32) -> i64 {
        // A root of a number with twice as many bits behind the point has just as many.
        let root = ((self.logarithm << FRACTION) / (u64::from(visits) + 1)).isqrt();
        (root * self.exploration / 1000) as i64
    }
}

impl Nodes {
    /// Whether anything is known for sure about the root.
    pub(super) fn is_solved(&self) -> bool {
        self.node(NodeId::ROOT).exact.is_some()
    }
}
