//! Replays a record: the positions of its game.

use super::types::{Entry, Record};
use rxt_rules::{Answer, Illegal, Phase, Player, Position};
use std::sync::Arc;
use thiserror::Error;

/// Why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("at ply {ply}: {kind}")]
pub struct ReplayError {
    /// Moves made before.
    pub ply: usize,
    /// What does not fit.
    pub kind: ReplayErrorKind,
}

/// What does not fit the rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayErrorKind {
    /// A move of somebody else.
    #[error("player {player} moves; expected player {expected}")]
    Turn {
        /// Who moves in the record.
        player: Player,
        /// Whose turn it is.
        expected: Player,
    },
    /// The game is over.
    #[error("player {0} moves or fails, but the game is over")]
    Over(Player),
    /// An illegal move.
    #[error("player {player} moves {answer}; {illegal}")]
    Illegal {
        /// Who.
        player: Player,
        /// What.
        answer: Answer,
        /// Why not.
        illegal: Illegal,
    },
    /// There are not so many moves.
    #[error("the record ends here; expected a ply from 0 to {0}")]
    Plies(usize),
}

/// A record being replayed.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    position: Position,
    next: usize,
    ply: usize,
}

impl Record {
    /// Begins to replay the game.
    pub fn replay(&self) -> Replay<'_> {
        Replay { record: self, position: Position::new(Arc::clone(&self.map)), next: 0, ply: 0 }
    }

    /// The position in which move number `ply` is made, counted from 0: after `ply` moves and the disqualifications that
    /// followed them. The last position for `None`.
    pub fn position_at(&self, ply: Option<usize>) -> Result<Position, ReplayError> {
        let plies = self.plies();
        if ply.is_some_and(|ply| ply > plies) {
            return Err(ReplayError { ply: plies, kind: ReplayErrorKind::Plies(plies) });
        }
        let mut replay = self.replay();
        while !(Some(replay.ply) == ply && matches!(self.entries.get(replay.next), Some(Entry::Move(_)))) {
            match replay.step() {
                Some(step) => step?,
                None => break,
            };
        }
        Ok(replay.position)
    }
}

impl<'a> Replay<'a> {
    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves made so far.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Carries out the next entry and returns it; `None` at the end.
    pub fn step(&mut self) -> Option<Result<&'a Entry, ReplayError>> {
        let entry = self.record.entries.get(self.next)?;
        self.next += 1;
        Some(self.carry_out(entry).map(|()| entry).map_err(|kind| ReplayError { ply: self.ply, kind }))
    }

    fn carry_out(&mut self, entry: &Entry) -> Result<(), ReplayErrorKind> {
        match entry {
            Entry::PhaseTwo(_) => {}
            Entry::Disqualified(player, _) => {
                if self.position.phase() == Phase::Over {
                    return Err(ReplayErrorKind::Over(*player));
                }
                self.position.disqualify(*player);
            }
            Entry::Move(mv) => {
                let player = mv.player;
                let expected = self.position.to_move().ok_or(ReplayErrorKind::Over(player))?;
                if player != expected {
                    return Err(ReplayErrorKind::Turn { player, expected });
                }
                let answer = mv.answer;
                let read = self.position.read(answer);
                let mv = read.map_err(|illegal| ReplayErrorKind::Illegal { player, answer, illegal })?;
                self.position.play(mv);
                self.ply += 1;
            }
        }
        Ok(())
    }
}
