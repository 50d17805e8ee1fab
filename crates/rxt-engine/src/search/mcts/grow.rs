//! One descent through the tree of a Monte Carlo search: down where it looks best, a new leaf, and back with its shares.

use super::nodes::{Edge, NodeId, Nodes};
use super::run::{MonteCarlo, lock};
use crate::fixed::{FRACTION, log2};
use crate::limits::Stopped;
use crate::search::buffers::Candidate;
use crate::search::model::{BestReply, Model};
use crate::search::shares::{Shares, WHOLE, shares};
use crate::search::window::Side;
use crate::spec::{Backup, McLeaf, Playout};
use rxt_rules::{Phase, Player};

/// The natural logarithm of two, with 16 bits behind the point.
const LN_2: u64 = 45_426;

impl MonteCarlo<'_> {
    /// Grows the tree by one leaf at most; the position is the root's before and after. Other threads wait only while the
    /// tree is read and written, not while moves are made and positions are looked at.
    pub(super) fn descend(&mut self) -> Result<(), Stopped> {
        let shares = self.go_down();
        let mut nodes = lock(self.nodes);
        self.way.iter().for_each(|&here| nodes.node_mut(here).under_way -= 1);
        if let Ok(shares) = shares {
            if self.tree.position.phase() == Phase::Over {
                nodes.node_mut(self.way[self.way.len() - 1]).exact = Some(shares);
            }
            self.reached(self.way.len() - 1);
            self.back_up(&mut nodes, shares);
        }
        shares.map(drop)
    }

    /// Makes the moves to a leaf, and says what the leaf is worth.
    fn go_down(&mut self) -> Result<Shares, Stopped> {
        let mut turn = Side::Me;
        self.way.clear();
        self.enter(&mut lock(self.nodes), NodeId::ROOT);
        loop {
            let exact = self.follow();
            for index in 0..self.steps.len() {
                let step = self.steps[index];
                turn = if step.mover == self.tree.me { Side::Them } else { Side::Me };
                self.tree.make(&step)?;
            }
            if let Some(exact) = exact {
                return Ok(exact);
            }
            let here = self.way[self.way.len() - 1];
            if self.tree.position.phase() == Phase::Over {
                return Ok(self.look());
            }
            if !self.expands(here, turn)? {
                return self.leaf();
            }
        }
    }

    /// Follows the edges that look best to the end of the tree; what is known of that end for sure.
    fn follow(&mut self) -> Option<Shares> {
        let mut nodes = lock(self.nodes);
        self.steps.clear();
        let mut here = self.way[self.way.len() - 1];
        while nodes.node(here).exact.is_none() && nodes.node(here).is_expanded() {
            let (step, next) = self.select(&mut nodes, here);
            self.steps.push(step);
            self.enter(&mut nodes, next);
            here = next;
        }
        nodes.node(here).exact
    }

    /// Notes that the descent passes a node.
    fn enter(&mut self, nodes: &mut Nodes, here: NodeId) {
        nodes.node_mut(here).under_way += 1;
        self.way.push(here);
    }

    /// Gives a node its edges on its second visit; the root at once.
    fn expands(&mut self, here: NodeId, turn: Side) -> Result<bool, Stopped> {
        if self.is_first_visit(here) && here != NodeId::ROOT {
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
        let room = here == NodeId::ROOT || lock(self.nodes).has_room(buffer.candidates.len());
        if room {
            self.rng.shuffle(&mut buffer.candidates);
            self.impress(here, &mut buffer.candidates)?;
            let mut nodes = lock(self.nodes);
            // Another thread may have been here meanwhile.
            if !nodes.node(here).is_expanded() {
                nodes.expand(here, buffer.candidates.iter().copied());
            }
        }
        self.tree.buffers.give_back(buffer);
        Ok(room)
    }

    /// Whether nobody has come back from a node yet; the position of such a node is noted.
    fn is_first_visit(&self, here: NodeId) -> bool {
        let mut nodes = lock(self.nodes);
        let node = nodes.node_mut(here);
        if node.visits == 0 {
            node.hash = self.tree.position.hash();
        }
        node.visits == 0
    }

    /// The edge to follow: the best by what is known and by how little is known. Nodes known for sure are left alone, and
    /// those that others are trying right now count as if they had failed, so that threads try different ones.
    fn select(&self, nodes: &mut Nodes, here: NodeId) -> (Candidate, NodeId) {
        let node = nodes.node(here);
        let players = self.tree.position.players();
        let curiosity = Curiosity::new(node.visits, self.settings.monte_carlo.exploration, players);
        let mut best: Option<(i64, Edge)> = None;
        for edge in nodes.visited(here) {
            let child = nodes.node(edge.node);
            if child.exact.is_some() {
                continue;
            }
            let share = |player| child.blended(player, self.settings.monte_carlo.implicit);
            let (mean, visits) = (self.worth(edge.mover, share), child.visits);
            let (mean, visits) = match child.under_way {
                0 => (mean, visits),
                tried => ((i64::from(mean) * i64::from(visits) / i64::from(visits + tried)) as i32, visits + tried),
            };
            let score = self.blended(mean, visits, edge.prior) + curiosity.of(visits);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, *edge));
            }
        }
        let room = nodes.has_room(0);
        if let Some(edge) = nodes.unvisited(here).copied().filter(|_| room || best.is_none()) {
            let score = i64::from(edge.prior) + curiosity.of(0);
            if best.is_none_or(|(most, _)| score > most) {
                return (candidate(&edge), nodes.visit_next(here));
            }
        }
        let (_, edge) = best.expect("a node that is not known for sure has an edge that is not");
        (candidate(&edge), edge.node)
    }

    /// A mean, drawn towards the first impression while there are few visits.
    fn blended(&self, mean: i32, visits: u32, prior: i32) -> i64 {
        let (bias, visits) = (i64::from(self.settings.monte_carlo.bias), i64::from(visits) * 1000);
        (i64::from(mean) * visits + i64::from(prior) * bias) / (visits + bias).max(1)
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
            let candidate = self.playout_move()?;
            self.tree.probe(&candidate)?;
            made += 1;
        }
        let shares = self.look();
        for _ in 0..made {
            self.tree.unmake();
        }
        Ok(shares)
    }

    /// Any move, or mostly the one that looks best.
    fn playout_move(&mut self) -> Result<Candidate, Stopped> {
        /// How often the best-looking move is made, in percent.
        const BY_SIGHT: u32 = 80;
        let mut buffer = self.tree.take_buffer();
        self.lister.list(&mut self.tree, &mut buffer)?;
        let by_sight = self.settings.monte_carlo.playout == Playout::Sight && self.rng.percent(BY_SIGHT);
        let any = *self.rng.pick(&buffer.candidates).expect("who is asked has a move");
        let position = &self.tree.position;
        let look = |candidate: &&Candidate| self.lister.sight().of(position, candidate.mover, candidate.mv);
        let best = buffer.candidates.iter().filter(|_| by_sight).max_by_key(look);
        let candidate = best.copied().unwrap_or(any);
        self.tree.buffers.give_back(buffer);
        Ok(candidate)
    }

    fn look(&mut self) -> Shares {
        self.tree.counters.leaves += 1;
        shares(self.tree.leaf, &self.tree.position)
    }

    /// Takes the moves back and lets every node on the way learn. A player who knows a better move for sure than the one
    /// that was tried would have made it.
    fn back_up(&mut self, nodes: &mut Nodes, mut shares: Shares) {
        let players = self.tree.position.players();
        let mut below: Option<NodeId> = None;
        while let Some(here) = self.way.pop() {
            if let Some(child) = below {
                self.tree.unmake();
                self.note_if_known(nodes, here, child);
                if let Some(known) = self.better_known(nodes, here, &shares) {
                    shares = known;
                }
            }
            nodes.node_mut(here).learn(&shares, players);
            if self.settings.monte_carlo.implicit > 0 {
                let prospect = self.best_prospect(nodes, here).unwrap_or(shares);
                nodes.node_mut(here).prospect = prospect;
            }
            below = Some(here);
        }
    }

    /// What comes of a node if everybody makes the best move found so far; `None` if no move has been tried.
    fn best_prospect(&self, nodes: &Nodes, here: NodeId) -> Option<Shares> {
        let tried = nodes.visited(here).iter().filter(|edge| nodes.node(edge.node).visits > 0);
        let worth = |edge: &&Edge| self.worth(edge.mover, |player| nodes.node(edge.node).prospect()[player]);
        tried.max_by_key(worth).map(|edge| *nodes.node(edge.node).prospect())
    }

    /// Notes that the node behind an edge has become known for sure, and the node itself, if that was the last one.
    fn note_if_known(&self, nodes: &mut Nodes, here: NodeId, child: NodeId) {
        let Some(exact) = nodes.node(child).exact.filter(|_| !nodes.node(child).told) else { return };
        nodes.node_mut(child).told = true;
        let index = nodes.visited(here).iter().position(|edge| edge.node == child);
        let index = index.expect("the child is behind an edge");
        let mover = nodes.visited(here)[index].mover;
        let better = match nodes.best_known(here) {
            None => true,
            Some((_, other)) => self.worth(mover, |player| exact[player]) > self.worth(mover, |player| other[player]),
        };
        let node = nodes.node_mut(here);
        node.known += 1;
        if better {
            node.best_known = Some(index as u32);
        }
        if node.is_complete() {
            let best = nodes.best_known(here).map(|(_, exact)| exact);
            nodes.node_mut(here).exact = best;
        }
    }

    fn better_known(&self, nodes: &Nodes, here: NodeId, shares: &Shares) -> Option<Shares> {
        let (edge, exact) = nodes.best_known(here)?;
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
    players: u64,
}

impl Curiosity {
    fn new(visits: u32, exploration: u32, players: u8) -> Self {
        let logarithm = (log2(u64::from(visits) + 1) as u64 * LN_2) >> 16;
        Self { logarithm, exploration: u64::from(exploration), players: u64::from(players) }
    }

    fn of(&self, visits: u32) -> i64 {
        // A root of a number with twice as many bits behind the point has just as many.
        let root = ((self.logarithm << FRACTION) / (u64::from(visits) + 1)).isqrt();
        // The first place of many players is a smaller share than that of two.
        (root * self.exploration * 2 / (1000 * self.players)) as i64
    }
}

impl Nodes {
    /// Whether anything is known for sure about the root.
    pub(super) fn is_solved(&self) -> bool {
        self.node(NodeId::ROOT).exact.is_some()
    }

    /// The best move that is known for sure, and what comes of it.
    pub(super) fn best_known(&self, here: NodeId) -> Option<(Edge, Shares)> {
        let edge = self.edges(here)[self.node(here).best_known? as usize];
        self.node(edge.node).exact.map(|exact| (edge, exact))
    }
}
