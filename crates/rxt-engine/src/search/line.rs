//! The moves that a search expects of everybody: the line behind its score.

use rxt_rules::{Move, Player};

/// A move, and whose it is.
pub(crate) type Step = (Player, Move);

/// The best line found so far from each ply of the branch under search. Kept only where somebody asks for it.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    kept: bool,
    rows: Vec<Vec<Step>>,
}

impl Lines {
    pub(crate) fn new(kept: bool) -> Self {
        Self { kept, rows: Vec::new() }
    }

    #[inline]
    pub(crate) fn are_kept(&self) -> bool {
        self.kept
    }

    /// A node at this ply is looked at: nothing is known behind it yet.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) {
        if self.kept {
            self.clear(ply);
        }
    }

    #[cold]
    fn clear(&mut self, ply: usize) {
        if self.rows.len() <= ply {
            self.rows.resize_with(ply + 1, Vec::new);
        }
        self.rows[ply].clear();
    }

    /// A move is the best of the node at this ply: the line goes on as found behind it.
    #[inline]
    pub(crate) fn note(&mut self, ply: usize, step: Step) {
        if self.kept {
            self.join(ply, step);
        }
    }

    #[cold]
    fn join(&mut self, ply: usize, step: Step) {
        self.clear(ply);
        let (above, below) = self.rows.split_at_mut(ply + 1);
        above[ply].push(step);
        above[ply].extend(below.first().into_iter().flatten());
    }

    /// The line that begins with this move at the root.
    pub(crate) fn root_line(&self, step: Step) -> Vec<Step> {
        let behind = self.rows.get(1).into_iter().flatten().copied();
        if self.kept { std::iter::once(step).chain(behind).collect() } else { Vec::new() }
    }
}
