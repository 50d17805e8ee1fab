//! The moments of a game by number. Positions are kept only now and then; the rest is replayed from there.

use super::moment::Moment;
use rxt_record::Record;
use rxt_record::record::{Entry, Replay, ReplayError};
use rxt_rules::Position;

/// At most this many positions are kept, so that memory does not grow with the length of the game.
const KEPT: usize = 64;
/// At least this many moments lie between kept positions; they are replayed in no time.
const APART: usize = 16;

/// A game as a row of moments: its start, then one for each move and each disqualification.
#[derive(Clone, Debug)]
pub(crate) struct Timeline<'a> {
    /// The replay at every `apart`th moment.
    kept: Vec<Replay<'a>>,
    apart: usize,
    /// How many moves were made at each moment.
    plies: Vec<u32>,
    broken: Option<ReplayError>,
}

impl<'a> Timeline<'a> {
    /// Replays a game once, as far as it keeps to the rules.
    pub(crate) fn new(record: &'a Record) -> Self {
        let apart = APART.max(record.entries.len().div_ceil(KEPT));
        let mut replay = record.replay();
        let mut timeline = Self { kept: vec![replay.clone()], apart, plies: vec![0], broken: None };
        loop {
            match step(&mut replay) {
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    timeline.broken = Some(error);
                    return timeline;
                }
                None => return timeline,
            }
            if timeline.plies.len().is_multiple_of(apart) {
                timeline.kept.push(replay.clone());
            }
            timeline.plies.push(replay.ply() as u32);
        }
    }

    /// The number of the last moment; the start is 0.
    pub(crate) fn last(&self) -> usize {
        self.plies.len() - 1
    }

    /// How many moves were made at a moment.
    pub(crate) fn ply_of(&self, moment: usize) -> usize {
        self.plies[moment.min(self.last())] as usize
    }

    /// How many moves can be replayed.
    pub(crate) fn plies(&self) -> usize {
        self.ply_of(self.last())
    }

    /// The last moment after so many moves, disqualifications that follow them included, as in `RECORD@ply`.
    pub(crate) fn moment_of(&self, ply: usize) -> usize {
        self.plies.partition_point(|&at| at as usize <= ply).saturating_sub(1)
    }

    /// Why the game cannot be replayed to its end.
    pub(crate) fn broken(&self) -> Option<&ReplayError> {
        self.broken.as_ref()
    }

    /// A moment; the last one for numbers beyond it.
    pub(crate) fn moment(&self, number: usize) -> Moment<'a> {
        let number = number.min(self.last());
        let Some(previous) = number.checked_sub(1) else {
            return Moment::start(self.kept[0].position().clone());
        };
        let mut replay = self.kept[previous / self.apart].clone();
        for _ in 0..previous % self.apart {
            step(&mut replay);
        }
        next_moment(&mut replay)
    }

    /// All moments, one after the other.
    pub(crate) fn moments(&self) -> impl Iterator<Item = Moment<'a>> {
        let mut replay = self.kept[0].clone();
        let start = Moment::start(replay.position().clone());
        std::iter::once(start).chain((0..self.last()).map(move |_| next_moment(&mut replay)))
    }
}

/// Takes a step that is known to keep to the rules.
fn next_moment<'a>(replay: &mut Replay<'a>) -> Moment<'a> {
    let before: Position = replay.position().clone();
    let entry = step(replay).and_then(Result::ok).expect("this step was made before");
    Moment::after(&before, replay.position().clone(), entry).expect("a step changes something")
}

/// Carries out the next entry that changes something.
fn step<'a>(replay: &mut Replay<'a>) -> Option<Result<&'a Entry, ReplayError>> {
    loop {
        match replay.step() {
            Some(Ok(Entry::PhaseTwo(_))) => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_record::record::{Cause, MoveEntry};
    use rxt_rules::agent::{Agent, Budget, RandomAgent, Signal};
    use rxt_rules::{Map, Player};
    use std::sync::Arc;

    /// A random game in which player 3 drops out after move 20.
    fn game() -> Record {
        let text = include_bytes!("../../../../maps/wild-3p-12x17.map");
        let mut record = Record::new(Arc::new(Map::parse(text).unwrap().0));
        let mut position = Position::new(Arc::clone(&record.map));
        let mut agent = RandomAgent::new(5, 1);
        while let Some(player) = position.to_move() {
            let mv = agent.choose(&position, &Budget::default(), &Signal::default()).mv;
            record.entries.push(Entry::Move(MoveEntry::new(player, mv.answer(&record.map))));
            position.play(mv);
            if record.entries.len() == 20 {
                let third = Player::new(3).unwrap();
                position.disqualify(third);
                record.entries.push(Entry::Disqualified(third, Cause::Timeout));
                record.entries.push(Entry::PhaseTwo(None));
            }
        }
        record
    }

    #[test]
    fn every_moment_is_the_position_that_a_replay_gives() {
        let record = game();
        let timeline = Timeline::new(&record);
        assert!(record.plies() > 4 * APART, "{} moves", record.plies());
        assert_eq!(timeline.last(), record.plies() + 1, "the disqualification is a moment of its own");
        for ply in 0..=record.plies() {
            let moment = timeline.moment(timeline.moment_of(ply));
            assert_eq!(moment.position, record.position_at(Some(ply)).unwrap(), "ply {ply}");
        }
        for (number, moment) in timeline.moments().enumerate() {
            assert_eq!(moment.position, timeline.moment(number).position, "moment {number}");
        }
        assert_eq!(timeline.moments().count(), timeline.last() + 1);
        assert_eq!(timeline.moment(usize::MAX).position, record.position_at(None).unwrap());
    }

    #[test]
    fn moves_and_moments_are_told_apart() {
        let record = game();
        let timeline = Timeline::new(&record);
        assert_eq!(
            (timeline.ply_of(0), timeline.ply_of(20), timeline.ply_of(21), timeline.ply_of(22)),
            (0, 20, 20, 21)
        );
        assert_eq!((timeline.moment_of(0), timeline.moment_of(20), timeline.moment_of(21)), (0, 21, 22));
        assert_eq!(timeline.moment_of(usize::MAX), timeline.last());
        assert!(timeline.moment(0).happened.is_none());
        assert!(timeline.moment(20).marks.last.is_some());
        assert!(timeline.moment(21).marks.last.is_none());
    }

    #[test]
    fn a_game_that_breaks_the_rules_is_shown_as_far_as_it_keeps_to_them() {
        let mut record = game();
        record.entries.remove(10);
        let timeline = Timeline::new(&record);
        assert_eq!((timeline.last(), timeline.plies()), (10, 10));
        assert_eq!(timeline.broken().unwrap().ply, 10);
        assert!(timeline.moment(10).happened.is_some());
    }

    #[test]
    fn long_games_keep_a_bounded_number_of_positions() {
        let record = game();
        let mut timeline = Timeline::new(&record);
        assert!(timeline.kept.len() <= KEPT + 1);
        timeline.apart = 0;
        let mut long = record.clone();
        long.entries.extend(std::iter::repeat_n(Entry::PhaseTwo(None), 100 * KEPT));
        assert!(Timeline::new(&long).apart >= 100);
    }
}
