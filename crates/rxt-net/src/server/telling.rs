//! Telling the players: who hears what, in which order.

use super::game::Table;
use super::seat::Seat;
use crate::wire::Message;
use rxt_rules::{Answer, Player};
use std::io::ErrorKind;

impl Table {
    /// A move to all players.
    pub(super) fn announce(&mut self, player: Player, answer: Answer) {
        let message = Message::Moved(player, answer);
        if self.settings.like_course {
            return self.announce_like_course(&message);
        }
        self.queue_all(&message);
    }

    /// The course's server notices a lost connection in the middle of an announcement, and tells of it at once: those
    /// who come later hear of the disqualification before they hear of the move.
    fn announce_like_course(&mut self, message: &Message) {
        for player in Player::all(self.settings.map.players()) {
            let Some(seat) = &mut self.seats[player.index()] else { continue };
            seat.queue(message);
            let Err(error) = seat.flush() else { continue };
            if self.referee.position().is_active(player) && self.referee.position().to_move().is_some() {
                self.queue_all(&Message::Disqualified(player));
            }
            self.seats[player.index()] = None;
            self.failed.push((player, error));
        }
    }

    /// A disqualification to all players; the one concerned hears nothing else.
    pub(super) fn disqualify(&mut self, player: Player) {
        let message = Message::Disqualified(player);
        let told_already = self.settings.like_course && self.seats[player.index()].is_none();
        if !told_already {
            self.queue_all(&message);
        }
        if let Some(mut seat) = self.seats[player.index()].take()
            && seat.flush().is_ok()
            && !self.settings.like_course
        {
            self.farewells.part(seat);
        }
    }

    pub(super) fn queue_all(&mut self, message: &Message) {
        for seat in self.seats.iter_mut().flatten() {
            seat.queue(message);
        }
    }

    /// Sends what waits to be sent, but not to `except`. Connections that fail are noted.
    pub(super) fn flush(&mut self, except: Option<Player>) {
        for (place, player) in self.seats.iter_mut().zip(Player::all(self.settings.map.players())) {
            if Some(player) == except || self.failed.iter().any(|(failed, _)| *failed == player) {
                continue;
            }
            if let Some(seat) = place
                && let Err(error) = seat.flush()
            {
                self.failed.push((player, error));
            }
        }
    }

    /// Notes the players who did not take what they were sent within the limit.
    pub(super) fn drop_stuck(&mut self) {
        let limit = self.settings.limits.write;
        for (place, player) in self.seats.iter().zip(Player::all(self.settings.map.players())) {
            let stuck_since = place.as_ref().and_then(Seat::stuck_since);
            if stuck_since.is_some_and(|since| since.elapsed() >= limit)
                && !self.failed.iter().any(|(failed, _)| *failed == player)
            {
                self.failed.push((player, ErrorKind::TimedOut.into()));
            }
        }
    }
}
