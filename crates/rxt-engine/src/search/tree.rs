//! The ground that every tree search works on: the position at hand, what it may spend, and what it has counted.

use super::buffers::{Buffer, Buffers, Candidate};
use super::leaf::Leaf;
use super::line::{Lines, Step};
use super::window::{Score, Side};
use crate::eval::Before;
use crate::limits::{Spending, Stopped};
use rxt_rules::{Cell, Move, Phase, Player, Position, UndoLog};

/// What a search did, for those who measure it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes of the tree, the root not counted.
    pub nodes: u64,
    /// Positions made only to put moves in order or to find the end of a round.
    pub probes: u64,
    /// Nodes that were valued without looking further.
    pub leaves: u64,
    /// Nodes at which a move made the rest superfluous.
    pub cutoffs: u64,
    /// Cutoffs by the first move tried.
    pub first_cutoffs: u64,
    /// Moves that were tried in vain before those that cut off, all together.
    pub tried_before_cutoffs: u64,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// Iterations searched again because the score lay outside of the window.
    pub failed_windows: u64,
}

/// A position to search from, and all that this needs.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) position: Position,
    log: UndoLog,
    /// Of each move in the log, whether it upset the board: an inversion, a choice, or an override.
    upsets: Vec<bool>,
    pub(crate) buffers: Buffers,
    pub(crate) leaf: &'a Leaf,
    pub(crate) spending: Spending<'a>,
    pub(crate) counters: Counters,
    /// The player at the root.
    pub(crate) me: Player,
    /// Leaves beyond which the game went on.
    pub(crate) horizon: u64,
    /// The best lines, where somebody wants to see them.
    pub(crate) lines: Lines,
    /// The only moves that may be made at the root; all if `None`.
    pub(crate) only: Option<&'a [Move]>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(root: &Position, me: Player, leaf: &'a Leaf, spending: Spending<'a>) -> Self {
        Self {
            position: root.clone(),
            log: UndoLog::new(),
            upsets: Vec::new(),
            buffers: Buffers::default(),
            leaf,
            spending,
            counters: Counters::default(),
            me,
            horizon: 0,
            lines: Lines::default(),
            only: None,
        }
    }

    /// Makes a move to search on from it.
    #[inline]
    pub(crate) fn make(&mut self, candidate: &Candidate) -> Result<(), Stopped> {
        self.spending.visit()?;
        self.counters.nodes += 1;
        self.push(candidate);
        Ok(())
    }

    /// Makes a move only to look at the position behind it.
    #[inline]
    pub(crate) fn probe(&mut self, candidate: &Candidate) -> Result<(), Stopped> {
        self.spending.visit()?;
        self.counters.probes += 1;
        self.push(candidate);
        Ok(())
    }

    #[inline]
    fn push(&mut self, candidate: &Candidate) {
        if self.position.to_move() != Some(candidate.mover) {
            self.position.ask(candidate.mover);
        }
        self.upsets.push(self.would_upset(candidate));
        self.position.make(candidate.mv, &mut self.log);
        self.lines.enter(self.upsets.len());
    }

    /// Makes a move of phase 1 to search on from it, if it is legal.
    pub(crate) fn make_if_legal(&mut self, candidate: &Candidate) -> Result<bool, Stopped> {
        let made = self.push_if_legal(candidate)?;
        self.counters.nodes += u64::from(made);
        Ok(made)
    }

    /// The same, only to look at the position behind it.
    pub(crate) fn probe_if_legal(&mut self, candidate: &Candidate) -> Result<bool, Stopped> {
        let made = self.push_if_legal(candidate)?;
        self.counters.probes += u64::from(made);
        Ok(made)
    }

    fn push_if_legal(&mut self, candidate: &Candidate) -> Result<bool, Stopped> {
        let upset = self.would_upset(candidate);
        if !self.position.make_if_legal(candidate.mv, &mut self.log) {
            self.spending.work()?;
            return Ok(false);
        }
        self.upsets.push(upset);
        self.lines.enter(self.upsets.len());
        self.spending.visit()?;
        Ok(true)
    }

    fn would_upset(&self, candidate: &Candidate) -> bool {
        let cell = self.position.cell(candidate.mv.tile);
        let special = cell == Cell::INVERSION || cell == Cell::CHOICE || cell.is_occupied();
        special && self.position.phase() == Phase::Build
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.upsets.pop();
        self.position.unmake(&mut self.log);
    }

    /// After a stop, whoever was interrupted has not taken his moves back.
    pub(crate) fn unwind(&mut self) {
        while !self.log.is_empty() {
            self.unmake();
        }
    }

    /// Looks at the present position, whose moves are to be valued by what they change.
    pub(crate) fn before(&self) -> Before {
        self.leaf.before(&self.position, self.me)
    }

    /// The value behind a move, without making it.
    pub(crate) fn value_behind(&mut self, before: &Before, candidate: &Candidate) -> Result<Score, Stopped> {
        self.spending.visit()?;
        self.counters.nodes += 1;
        self.counters.leaves += 1;
        self.horizon += 1;
        self.lines.enter(self.upsets.len() + 1);
        Ok(self.leaf.value_behind(before, &mut self.position, candidate.mv))
    }

    /// Notes that a move is the best so far in the present position.
    #[inline]
    pub(crate) fn note_best(&mut self, candidate: &Candidate) {
        self.lines.note(self.upsets.len(), (candidate.mover, candidate.mv));
    }

    /// The line that begins with this move at the root; empty if lines are not kept.
    pub(crate) fn line_from(&self, candidate: &Candidate) -> Vec<Step> {
        self.lines.root_line((candidate.mover, candidate.mv))
    }

    /// Leaves only those moves of the root that may be made, whatever the search itself would try.
    pub(crate) fn restrict_root(&self, candidates: &mut Vec<Candidate>) {
        let Some(only) = self.only else { return };
        candidates.retain(|candidate| only.contains(&candidate.mv));
        if candidates.is_empty() {
            let candidate = |(&mv, tie)| Candidate { mv, mover: self.me, key: 0, tie };
            candidates.extend(only.iter().zip(0..).map(candidate));
        }
    }

    /// Whether the last move upset the board.
    pub(crate) fn is_upset(&self) -> bool {
        self.upsets.last().copied().unwrap_or(false)
    }

    /// Who chooses in the present position.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        if self.position.to_move() == Some(self.me) { Side::Me } else { Side::Them }
    }

    #[inline]
    pub(crate) fn take_buffer(&mut self) -> Box<Buffer> {
        let Self { buffers, position, .. } = self;
        buffers.take(position.map())
    }

    /// The value of the present position, for good if the game is over.
    #[inline]
    pub(crate) fn value(&mut self) -> Score {
        self.counters.leaves += 1;
        if self.position.phase() != Phase::Over {
            self.horizon += 1;
        }
        self.leaf.value(&self.position, self.me)
    }
}
