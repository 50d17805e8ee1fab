//! Writes down a match while it is played.

use super::types::{Entry, MoveEntry, Points, Record};
use rxt_rules::agent::Choice;
use rxt_rules::referee::{Command, Referee};
use rxt_rules::{Map, Player, Position};
use std::sync::Arc;

/// What is known of a move beyond the move itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details {
    /// Time used.
    pub time_ms: Option<u64>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Expected outcome for each player; kept only if there is one for each.
    pub scores: Vec<i32>,
}

impl From<&Choice> for Details {
    fn from(choice: &Choice) -> Self {
        Self { time_ms: None, depth: choice.depth, scores: choice.scores.clone() }
    }
}

/// Builds a record from the commands of a referee.
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
}

impl Recorder {
    /// Begins a record; tags can be added to it.
    pub const fn new(map: Arc<Map>) -> Self {
        Self { record: Record::new(map) }
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record so far, to add tags.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Takes note of a command that the referee gave; `details` are those of an announced move.
    pub fn on(&mut self, referee: &Referee, command: &Command, details: Details) {
        match *command {
            Command::Request(_) => {}
            Command::Announce(player, answer) => {
                let complete = details.scores.len() == usize::from(self.record.map.players());
                let scores = if complete { details.scores } else { Vec::new() };
                let Details { time_ms, depth, .. } = details;
                self.record.entries.push(Entry::Move(MoveEntry { player, answer, time_ms, depth, scores }));
            }
            Command::Disqualify(player, reason) => {
                self.record.entries.push(Entry::Disqualified(player, reason.into()));
            }
            Command::EndBuilding => self.record.entries.push(Entry::PhaseTwo(Some(points(referee.position())))),
            Command::EndGame => self.record.result = Some(points(referee.position())),
        }
    }

    /// The record.
    pub fn finish(self) -> Record {
        self.record
    }
}

/// The points of all players, `None` for the disqualified.
pub(crate) fn points(position: &Position) -> Points {
    Player::all(position.players()).map(|player| position.points(player)).collect()
}
