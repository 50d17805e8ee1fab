//! Iterative deepening: one ply deeper each time, until the game ends in every line or there is nothing left to spend.

use super::aspiration::Plan;
use super::buffers::Candidate;
use super::line::Step;
use super::pace::Pace;
use super::patience::Patience;
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

/// Searches deeper and deeper, from this depth on, and returns the best move with the line behind it. `fallback` are the
/// moves if there is no time to order them.
pub(crate) fn deepen<'a>(
    search: &mut impl Search<'a>,
    settings: &Settings,
    first_depth: u32,
    most_depth: Option<u32>,
    fallback: Vec<Candidate>,
    pace: &mut Pace,
) -> (Choice, Vec<Step>) {
    pace.begin();
    let mut moves = search.root_moves().unwrap_or_else(|Stopped| {
        search.tree().unwind();
        fallback
    });
    search.tree().restrict_root(&mut moves);
    let mut root = Root::new(moves);
    let mut scores = Vec::new();
    let mut patience = Patience::new(search.tree().spending.soft());
    let most_depth = most_depth.unwrap_or(u32::MAX).max(1);
    for depth in first_depth.min(most_depth)..=most_depth {
        let _time = rxt_measure::span("engine.iteration");
        let before = search.tree().horizon;
        let Ok(score) = iterate(search, settings, depth, &scores, &mut root) else {
            search.tree().unwind();
            break;
        };
        scores.push(score);
        let tree = search.tree();
        root.accept();
        root.publish(tree);
        pace.ended(tree);
        let exhausted = tree.horizon == before;
        tree.counters.complete = exhausted;
        let forced = root.moves.len() == 1 && tree.spending.deadline().is_some();
        let enough = patience.has_enough(root.iteration(score), tree.spending.elapsed());
        if exhausted || forced || enough || !pace.goes_on(settings.iterations, tree) {
            break;
        }
        if search.reorders_root() {
            root.best_first();
        }
    }
    (root.choice(search.tree()), root.line())
}

/// One depth, with as many windows as it takes.
fn iterate<'a>(
    search: &mut impl Search<'a>,
    settings: &Settings,
    depth: u32,
    scores: &[Score],
    root: &mut Root,
) -> Result<Score, Stopped> {
    let keeps_partial = settings.iterations.partial == Partial::Keep;
    let mut plan = Plan::new(settings.aspiration, scores, search.tree());
    loop {
        root.begin(depth);
        let iteration = Iteration { depth, window: plan.window, cuts: plan.cuts, keeps_partial };
        let score = search.iterate(iteration, root)?;
        let Some(wider) = plan.after(settings.aspiration, score) else { return Ok(score) };
        search.tree().counters.failed_windows += 1;
        plan = wider;
    }
}
