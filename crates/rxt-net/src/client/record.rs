//! The record of a game as a client saw it.

use super::event::Reply;
use super::follow::{Follower, points};
use rxt_record::Record;
use rxt_record::record::{Entry, Tag};
use rxt_rules::{Phase, Player};
use std::sync::Arc;
use std::time::Duration;

/// Writes down what is known: all moves, and of our own ones how they were found.
pub(super) fn record(
    follower: &Follower,
    player: Option<Player>,
    name: &str,
    credit: Option<Duration>,
    replies: &[Reply],
) -> Record {
    let position = follower.position();
    let mut record = Record::new(Arc::clone(position.map()));
    if let Some(player) = player {
        record.set_tag(&Tag::player_key(player), name);
    }
    if let Some(credit) = credit {
        record.set_tag(Tag::TIME_LIMIT_MS, &credit.as_millis().to_string());
    }
    record.entries = follower.entries().to_vec();
    let own = record.entries.iter_mut().filter_map(|entry| match entry {
        Entry::Move(mv) if Some(mv.player) == player => Some(mv),
        _ => None,
    });
    for (mv, reply) in own.zip(replies) {
        mv.time_ms = Some(reply.used.as_millis() as u64);
        mv.depth = reply.choice.depth;
        if reply.choice.scores.len() == usize::from(position.players()) {
            mv.scores.clone_from(&reply.choice.scores);
        }
    }
    record.result = (position.phase() == Phase::Over).then(|| points(position));
    record
}
