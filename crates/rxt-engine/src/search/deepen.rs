//! Iterative deepening: one ply deeper each time, until the game ends in every line or there is nothing left to spend.

use super::buffers::Candidate;
use super::root::Root;
use super::tree::Tree;
use super::window::{Score, Window};
use crate::limits::Stopped;
use crate::spec::{Partial, Settings};
use rxt_rules::agent::Choice;

/// One search of all moves at the root to the same depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    pub(crate) depth: u32,
    pub(crate) window: Window,
    /// Whether the root stops at a move that is better than the window.
    pub(crate) cuts: bool,
    /// Whether moves count before the iteration has ended.
    pub(crate) keeps_partial: bool,
}

/// A search that can be repeated one ply deeper.
pub(crate) trait Search<'a> {
    fn tree(&mut self) -> &mut Tree<'a>;

    /// The moves at the root, in the order in which they are tried.
    fn root_moves(&mut self) -> Result<Vec<Candidate>, Stopped>;

    /// Whether the best move of one iteration is tried first in the next.
    fn reorders_root(&self) -> bool;

    /// Searches all moves at the root; returns the best score.
    fn iterate(&mut self, iteration: Iteration, root: &mut Root) -> Result<Score, Stopped>;
}

/// Searches deeper and deeper and returns the best move. `fallback` are the moves if there is no time to order them.
pub(crate) fn deepen<'a>(
    search: &mut impl Search<'a>,
    settings: &Settings,
    most_depth: Option<u32>,
    fallback: Vec<Candidate>,
) -> Choice {
    let moves = search.root_moves().unwrap_or_else(|Stopped| {
        search.tree().unwind();
        fallback
    });
    let mut root = Root::new(moves);
    let keeps_partial = settings.iterations.partial == Partial::Keep;
    for depth in 1..=most_depth.unwrap_or(u32::MAX).max(1) {
        let before = search.tree().horizon;
        root.begin(depth);
        let iteration = Iteration { depth, window: Window::FULL, cuts: true, keeps_partial };
        if search.iterate(iteration, &mut root).is_err() {
            search.tree().unwind();
            break;
        }
        root.accept();
        let tree = search.tree();
        root.publish(tree);
        let exhausted = tree.horizon == before;
        let forced = root.moves.len() == 1 && tree.spending.deadline().is_some();
        if exhausted || forced {
            break;
        }
        if search.reorders_root() {
            root.best_first();
        }
    }
    root.choice(search.tree())
}
