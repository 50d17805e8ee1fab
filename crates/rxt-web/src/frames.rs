//! A recorded game as frames for a page.

use rxt_record::Record;
use rxt_record::record::{Cause, Entry, MoveEntry, ReplayError};
use rxt_rules::{Answer, Phase, Position};
use rxt_view::{Frame, Mark};

/// The start of a game and its frames, the start itself first.
pub(crate) fn of_record(record: &Record) -> Result<(Position, Vec<Frame>), ReplayError> {
    let mut replay = record.replay();
    let start = replay.position().clone();
    let mut frames = vec![Frame::new(&start, None, None)];
    let mut before = start.clone();
    while let Some(step) = replay.step() {
        let entry = step?;
        frames.extend(after(&before, replay.position(), entry));
        before.clone_from(replay.position());
    }
    Ok((start, frames))
}

/// The frame of an entry; `None` of one that changes nothing.
pub(crate) fn after(before: &Position, after: &Position, entry: &Entry) -> Option<Frame> {
    match entry {
        Entry::PhaseTwo(_) => None,
        Entry::Move(entry) => Some(moved(before, after, entry)),
        Entry::Disqualified(player, cause) => {
            let frame = Frame::new(after, Some(*player), None).with_mark(Some(Mark::Out));
            Some(frame.with_note(reason(before, cause)))
        }
    }
}

fn moved(before: &Position, after: &Position, entry: &MoveEntry) -> Frame {
    let mut note: Vec<String> = Vec::new();
    note.extend(entry.depth.map(|depth| format!("depth {depth}")));
    Frame::new(after, Some(entry.player), Some(entry.answer))
        .with_scores(entry.scores.clone())
        .with_time(entry.time_ms)
        .with_mark(Mark::of(before, entry.answer))
        .with_note(note.join(", "))
}

fn reason(before: &Position, cause: &Cause) -> String {
    match cause {
        Cause::Illegal(answer) => {
            let why = why_not(before, *answer).map(|why| format!(": {why}")).unwrap_or_default();
            format!("illegal move {answer}{why}")
        }
        Cause::Timeout => "time was up".to_owned(),
        Cause::Disconnected => "connection lost".to_owned(),
        Cause::InvalidMessage => "invalid message".to_owned(),
        Cause::Other(text) => text.to_string(),
    }
}

fn why_not(before: &Position, answer: Answer) -> Option<String> {
    (before.phase() != Phase::Over).then(|| before.read(answer).err()).flatten().map(|illegal| illegal.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::{Map, Player};
    use std::sync::Arc;

    #[test]
    fn moves_are_marked_by_what_is_special_about_them() {
        let map = Map::parse(b"2 1 1 0  2 4  i 2 1 0  b 1 2 0").unwrap().0;
        let mut record = Record::new(Arc::new(map));
        let first = Answer { x: 0, y: 0, special: 0 };
        record.entries.push(Entry::Move(MoveEntry::new(Player::ONE, first)));
        record.entries.push(Entry::Disqualified(Player::new(2).unwrap(), Cause::Timeout));
        let (_, frames) = of_record(&record).unwrap();
        let marks: Vec<_> = frames.iter().map(|frame| frame.mark).collect();
        assert_eq!(marks, [None, Some(Mark::Inversion), Some(Mark::Out)]);
        assert_eq!(frames[2].note, "time was up");
    }
}
