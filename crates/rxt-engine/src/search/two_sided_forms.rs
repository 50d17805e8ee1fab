//! Alpha-beta by the successor forms of the 2025 report that need no list of legal moves.

use super::forms;
use super::model::Model;
use super::two_sided::{Best, Node, TwoSided};
use super::window::{Score, Side};
use crate::limits::Stopped;

impl<M: Model> TwoSided<'_, M> {
    /// Execute-if-possible: every tile is tried, and the search goes on at once from those that capture.
    pub(super) fn executed(&mut self, side: Side, node: Node<M::Path>) -> Result<Score, Stopped> {
        let mut buffer = self.tree.take_buffer();
        let Some(mover) = self.tree.position.to_move() else { return Ok(self.tree.value()) };
        forms::possible(&self.tree.position, mover, &mut buffer.candidates);
        let mut best = Best::none(side);
        let mut window = node.window;
        let mut index = 0;
        for candidate in &buffer.candidates {
            if !self.tree.make_if_legal(candidate)? {
                continue;
            }
            let score = self.child(index, side, Node { window, ..node })?;
            self.tree.unmake();
            if self.settles(&mut best, &mut window, score, candidate, index, side) {
                break;
            }
            index += 1;
        }
        self.tree.buffers.give_back(buffer);
        Ok(best.score)
    }

    /// Move-delta leaves: the last ply is valued by what each move changes, without making it.
    pub(super) fn delta_leaves(&mut self, side: Side, node: Node<M::Path>) -> Result<Score, Stopped> {
        let mut buffer = self.tree.take_buffer();
        self.lister.list(&mut self.tree, &mut buffer)?;
        let before = self.tree.before();
        let mut best = Best::none(side);
        let mut window = node.window;
        for (index, candidate) in buffer.candidates.iter().enumerate() {
            let score = self.tree.value_behind(&before, candidate)?;
            if self.settles(&mut best, &mut window, score, candidate, index, side) {
                break;
            }
        }
        self.tree.buffers.give_back(buffer);
        Ok(best.score)
    }
}
