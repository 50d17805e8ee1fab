//! The moves at the root, what is known about each, and the choice that is made known.

use super::buffers::Candidate;
use super::line::Step;
use super::tree::Tree;
use super::window::Score;
use rxt_rules::Player;
use rxt_rules::agent::Choice;

/// The moves at the root, and the best of them so far.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<Candidate>,
    /// The best move of the deepest iteration that counts; an index into the moves.
    best: usize,
    scores: Vec<Score>,
    /// Plies of that iteration.
    depth: u32,
    /// What is expected of everybody behind the best move.
    line: Vec<Step>,
    current: Current,
}

/// The iteration under way.
#[derive(Clone, Debug, Default)]
struct Current {
    depth: u32,
    best: Option<usize>,
    scores: Vec<Score>,
    line: Vec<Step>,
    /// Whether the best move of the iteration before has been searched.
    comparable: bool,
}

impl Root {
    /// The root before any iteration: the first move is the choice.
    pub(crate) fn new(moves: Vec<Candidate>) -> Self {
        Self { moves, best: 0, scores: Vec::new(), depth: 0, line: Vec::new(), current: Current::default() }
    }

    /// Begins to search all moves to a depth.
    pub(crate) fn begin(&mut self, depth: u32) {
        self.current = Current { depth, comparable: self.depth == 0, ..Current::default() };
    }

    /// Notes that a move is better than all before it in this iteration, and makes it known if it counts already.
    pub(crate) fn improve(&mut self, index: usize, scores: Vec<Score>, keeps_partial: bool, tree: &Tree) {
        self.current.best = Some(index);
        self.current.scores = scores;
        self.current.line = tree.line_from(&self.moves[index]);
        if keeps_partial && (self.current.comparable || index == self.best) {
            self.accept();
            self.publish(tree);
        }
    }

    /// Notes that a move has been searched.
    pub(crate) fn searched(&mut self, index: usize, keeps_partial: bool, tree: &Tree) {
        if index == self.best && !self.current.comparable {
            self.current.comparable = true;
            if keeps_partial && self.current.best.is_some_and(|best| best != self.best) {
                self.accept();
                self.publish(tree);
            }
        }
    }

    /// The iteration under way counts from now on.
    pub(crate) fn accept(&mut self) {
        if let Some(index) = self.current.best {
            self.best = index;
            self.scores.clone_from(&self.current.scores);
            self.depth = self.current.depth;
            self.line.clone_from(&self.current.line);
        }
    }

    /// Puts the best move first; the others keep their order.
    pub(crate) fn best_first(&mut self) {
        self.moves[..=self.best].rotate_right(1);
        self.best = 0;
    }

    /// Makes the best move known.
    pub(crate) fn publish(&self, tree: &Tree) {
        tree.spending.signal().publish(self.choice(tree));
    }

    /// The line behind the best move, where lines are kept.
    pub(crate) fn line(&self) -> Vec<Step> {
        self.line.clone()
    }

    pub(crate) fn choice(&self, tree: &Tree) -> Choice {
        Choice {
            mv: self.moves[self.best].mv,
            depth: Some(self.depth),
            nodes: Some(tree.spending.visits()),
            scores: self.scores.clone(),
        }
    }
}

/// The score of a search with two sides, as the outcome for each player.
pub(crate) fn two_sided(score: Score, tree: &Tree) -> Vec<Score> {
    let players = tree.position.players();
    Player::all(players).map(|player| if player == tree.me { score } else { -score }).collect()
}
