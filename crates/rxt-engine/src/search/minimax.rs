//! Plain minimax: everything to a certain depth, in every successor form. The twin that other searches are compared with.

use super::buffers::{Buffer, Candidate};
use super::deepen::{Iteration, Search};
use super::forms;
use super::lister::{Lister, Place};
use super::quiesce::leaf_value;
use super::root::{Root, two_sided};
use super::tree::Tree;
use super::window::{INFINITE, Score, Side};
use crate::limits::Stopped;
use crate::spec::{Settings, Successors};
use rxt_rules::Phase;

/// A search of everything.
pub(crate) struct Minimax<'a> {
    tree: Tree<'a>,
    lister: Lister,
    settings: &'a Settings,
}

impl<'a> Minimax<'a> {
    pub(crate) fn new(tree: Tree<'a>, lister: Lister, settings: &'a Settings) -> Self {
        Self { tree, lister, settings }
    }

    fn node(&mut self, depth: u32) -> Result<Score, Stopped> {
        if self.tree.position.phase() == Phase::Over {
            return Ok(self.tree.value());
        }
        if depth == 0 {
            return leaf_value(&mut self.tree, &mut self.lister, self.settings.quiesce);
        }
        let side = self.tree.side();
        let mut buffer = self.tree.take_buffer();
        let best = match self.settings.successors {
            Successors::Delta if depth == 1 => self.delta_leaves(side, &mut buffer),
            Successors::Executed if self.lister.executes_unlisted() && self.tree.position.phase() == Phase::Build => {
                self.executed(side, depth, &mut buffer)
            }
            _ => self.listed(side, depth, &mut buffer),
        };
        self.tree.buffers.give_back(buffer);
        best
    }

    fn listed(&mut self, side: Side, depth: u32, buffer: &mut Buffer) -> Result<Score, Stopped> {
        self.lister.list(&mut self.tree, buffer)?;
        let mut best = side.worst();
        for candidate in &buffer.candidates {
            self.tree.make(candidate)?;
            let score = self.node(depth - 1)?;
            self.tree.unmake();
            self.improve(&mut best, side, score, candidate);
        }
        Ok(best)
    }

    fn executed(&mut self, side: Side, depth: u32, buffer: &mut Buffer) -> Result<Score, Stopped> {
        if let Some(mover) = self.tree.position.to_move() {
            forms::possible(&self.tree.position, mover, &mut buffer.candidates);
        }
        let mut best = side.worst();
        for candidate in &buffer.candidates {
            if self.tree.make_if_legal(candidate)? {
                let score = self.node(depth - 1)?;
                self.tree.unmake();
                self.improve(&mut best, side, score, candidate);
            }
        }
        Ok(best)
    }

    fn delta_leaves(&mut self, side: Side, buffer: &mut Buffer) -> Result<Score, Stopped> {
        self.lister.list(&mut self.tree, buffer)?;
        let before = self.tree.before();
        let mut best = side.worst();
        for candidate in &buffer.candidates {
            let score = self.tree.value_behind(&before, candidate)?;
            self.improve(&mut best, side, score, candidate);
        }
        Ok(best)
    }

    fn improve(&mut self, best: &mut Score, side: Side, score: Score, candidate: &Candidate) {
        if side.prefers(score, *best) {
            *best = score;
            self.tree.note_best(candidate);
        }
    }
}

impl<'a> Search<'a> for Minimax<'a> {
    fn tree(&mut self) -> &mut Tree<'a> {
        &mut self.tree
    }

    fn root_moves(&mut self) -> Result<Vec<Candidate>, Stopped> {
        let mut buffer = self.tree.take_buffer();
        self.lister.list(&mut self.tree, &mut buffer)?;
        let place = Place { side: Side::Me, ply: 0, depth: u32::MAX, table_move: None, keep: usize::MAX };
        self.lister.order(&mut self.tree, &mut buffer, place)?;
        Ok(buffer.candidates.clone())
    }

    fn reorders_root(&self) -> bool {
        false
    }

    fn iterate(&mut self, iteration: Iteration, root: &mut Root) -> Result<Score, Stopped> {
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            let candidate = root.moves[index];
            self.tree.make(&candidate)?;
            let score = self.node(iteration.depth - 1)?;
            self.tree.unmake();
            if score > best {
                best = score;
                root.improve(index, two_sided(score, &self.tree), iteration.keeps_partial, &self.tree);
            }
            root.searched(index, iteration.keeps_partial, &self.tree);
        }
        Ok(best)
    }
}
