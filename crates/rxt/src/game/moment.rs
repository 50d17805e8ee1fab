//! One moment of a game: the position, and what has just happened.

use rxt_record::record::{Cause, Entry, MoveEntry};
use rxt_rules::position::UndoLog;
use rxt_rules::{Cell, Illegal, Phase, Player, Position};
use rxt_view::Marks;

/// A position of a game and what led there.
#[derive(Clone, Debug)]
pub(crate) struct Moment<'a> {
    /// The position.
    pub(crate) position: Position,
    /// The last move and the tiles that it changed.
    pub(crate) marks: Marks,
    /// What has just happened; `None` at the start.
    pub(crate) happened: Option<Happened<'a>>,
}

/// What has just happened.
#[derive(Clone, Debug)]
pub(crate) enum Happened<'a> {
    /// A move.
    Move {
        /// The move and how it was found.
        entry: &'a MoveEntry,
        /// The phase in which it was made.
        phase: Phase,
        /// What lay on the tile before.
        cell: Cell,
        /// Tiles captured in phase 1, destroyed in phase 2.
        taken: usize,
    },
    /// A player was disqualified.
    Disqualified {
        /// Who.
        player: Player,
        /// Why.
        cause: &'a Cause,
        /// What was wrong with an illegal move.
        illegal: Option<Illegal>,
    },
}

impl<'a> Moment<'a> {
    /// The start of a game.
    pub(crate) fn start(position: Position) -> Self {
        Self { position, marks: Marks::default(), happened: None }
    }

    /// The moment after an entry, from the positions before and after it; `None` for an entry that changes nothing.
    pub(crate) fn after(before: &Position, after: Position, entry: &'a Entry) -> Option<Self> {
        match entry {
            Entry::PhaseTwo(_) => None,
            Entry::Move(mv) => {
                let place = (mv.answer.x, mv.answer.y);
                let marks = Marks::default().with_move(before, &after, place);
                let happened = Happened::Move {
                    entry: mv,
                    phase: before.phase(),
                    cell: before.cell_at(place.0, place.1),
                    taken: taken(before, mv),
                };
                Some(Self { position: after, marks, happened: Some(happened) })
            }
            Entry::Disqualified(player, cause) => {
                let illegal = match cause {
                    Cause::Illegal(answer) => before.read(*answer).err(),
                    _ => None,
                };
                let happened = Happened::Disqualified { player: *player, cause, illegal };
                Some(Self { position: after, marks: Marks::default(), happened: Some(happened) })
            }
        }
    }
}

/// How many tiles a move captures or destroys; what an inversion or a choice exchanges is not captured.
fn taken(before: &Position, entry: &MoveEntry) -> usize {
    let Ok(mv) = before.read(entry.answer) else { return 0 };
    let mut log = UndoLog::new();
    before.clone().make(mv, &mut log);
    // The stone itself is no capture, but the target of a bomb is destroyed.
    let counts = |tile| before.phase() == Phase::Bomb || tile != mv.tile;
    log.last_changes().iter().filter(|&&(tile, _)| counts(tile)).count()
}
