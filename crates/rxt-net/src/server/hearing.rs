//! Waiting for an answer: against the clock, and without forgetting those who are slow to listen.

use super::game::{Request, Table};
use super::notice::Judged;
use super::seat::{Seat, Silence};
use crate::wire::Message;
use rxt_rules::Player;
use rxt_rules::referee::{Command, Event, Reason};
use std::future::poll_fn;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// How long the course's server listens after a player's time is over.
const COURSE_GRACE: Duration = Duration::from_millis(100);
/// Longer than any game; clocks cannot count much further.
const FOREVER: Duration = Duration::from_hours(24 * 365);

/// What came of a request.
pub(super) struct Outcome {
    event: Event,
    used: Duration,
    trouble: Option<String>,
    received: Vec<u8>,
}

/// What can be done at once.
enum Ready {
    Read,
    Write,
}

impl Table {
    /// Waits for the answer to a request, and meanwhile sends what clients were too slow to take. An error if the
    /// request was overtaken by somebody's lost connection: what has to be done then.
    pub(super) async fn hear(&mut self, mut request: Request) -> Result<Outcome, Vec<Command>> {
        let player = request.player;
        loop {
            let deadline = self.wake_up(&request);
            match timeout_at(deadline.into(), poll_fn(|context| self.poll_ready(player, context))).await {
                Ok(Ready::Read) => {
                    if let Some(outcome) = self.read(&request, Seat::message_if_ready) {
                        return Ok(outcome);
                    }
                }
                Ok(Ready::Write) => {
                    self.flush(None);
                    request.sent = request.sent.or_else(|| self.sent(player));
                }
                Err(_) if self.is_over(&request) => return Ok(self.overdue(&request)),
                Err(_) => self.drop_stuck(),
            }
            if !self.failed.is_empty() {
                self.part_with_failed().await?;
            }
        }
    }

    /// Charges the account, and turns an answer that came too late into a timeout. Whoever is late is not charged: the
    /// course's result file shows what he could have used.
    pub(super) fn judge(&mut self, outcome: Outcome) -> Judged {
        let Outcome { mut event, used, trouble, received } = outcome;
        let (Event::Answered(player, _) | Event::Failed(player, _)) = event;
        let left = self.settings.time.map(|_| {
            let before = self.accounts[player];
            if !self.accounts[player].charge(used) && matches!(event, Event::Answered(..)) {
                event = Event::Failed(player, Reason::Timeout);
            }
            if matches!(event, Event::Failed(_, Reason::Timeout)) {
                self.accounts[player] = before;
            }
            self.accounts[player].left()
        });
        Judged { game: self.game, event, used: Some(used), left, trouble, received }
    }

    /// Ready when the player on turn said something, or somebody listens again.
    fn poll_ready(&self, player: Player, context: &mut Context<'_>) -> Poll<Ready> {
        let asked = &self.seats[player.index()];
        if asked.as_ref().is_some_and(|seat| seat.stream.poll_read_ready(context).is_ready()) {
            return Poll::Ready(Ready::Read);
        }
        let mut stuck = self.seats.iter().flatten().filter(|seat| seat.stuck_since().is_some());
        if stuck.any(|seat| seat.stream.poll_write_ready(context).is_ready()) {
            return Poll::Ready(Ready::Write);
        }
        Poll::Pending
    }

    fn read(
        &mut self,
        request: &Request,
        read: impl Fn(&mut Seat) -> Result<Option<(Message, Instant)>, Silence>,
    ) -> Option<Outcome> {
        let seat = self.seats[request.player.index()].as_mut().expect("whoever is asked has a seat");
        match read(seat) {
            Ok(None) => None,
            Ok(Some((message, arrived))) => Some(answered(request, &message, arrived)),
            Err(silence) => Some(silent(request, &silence, seat.received())),
        }
    }

    /// When the player's time is over.
    fn deadline(&self, request: &Request) -> Instant {
        let asked = self.seats[request.player.index()].as_ref();
        let (since, limit) = match (request.sent, self.settings.time) {
            // The clock does not run before the request is out, but he has to take it some time.
            (None, _) => (asked.and_then(Seat::stuck_since), self.settings.limits.write),
            (sent, Some(_)) if self.settings.like_course => {
                (sent, self.accounts[request.player].left().saturating_add(COURSE_GRACE))
            }
            (sent, Some(_)) => (sent, self.accounts[request.player].left()),
            (sent, None) if self.settings.like_course => (sent, FOREVER),
            (sent, None) => (sent, self.settings.limits.patience),
        };
        since.unwrap_or_else(Instant::now) + limit.min(FOREVER)
    }

    /// When to look again if nothing happens: the player's time is over, or somebody listens no more.
    fn wake_up(&self, request: &Request) -> Instant {
        let stuck = self.seats.iter().flatten().filter_map(Seat::stuck_since);
        let stuck = stuck.map(|since| since + self.settings.limits.write);
        stuck.chain([self.deadline(request)]).min().expect("there is at least one")
    }

    fn is_over(&self, request: &Request) -> bool {
        Instant::now() >= self.deadline(request)
    }

    /// The time is over; but what arrived before that counts, even if nobody has looked at it yet.
    fn overdue(&mut self, request: &Request) -> Outcome {
        if let Some(outcome) = self.read(request, Seat::message_now) {
            return outcome;
        }
        let seat = self.seats[request.player.index()].as_ref();
        let received = seat.map(|seat| seat.received().to_vec()).unwrap_or_default();
        let (reason, trouble) = match request.sent {
            Some(_) => (Reason::Timeout, None),
            None => (Reason::Gone, Some("did not take the request".to_owned())),
        };
        let used = request.sent.map(|sent| sent.elapsed()).unwrap_or_default();
        Outcome { event: Event::Failed(request.player, reason), used, trouble, received }
    }

    /// Disqualifies those whose connection failed while somebody else thinks.
    async fn part_with_failed(&mut self) -> Result<(), Vec<Command>> {
        while !self.failed.is_empty() {
            let commands = self.judge_failed().await;
            if commands.iter().any(|command| !matches!(command, Command::Disqualify(..))) {
                return Err(commands);
            }
            for command in commands {
                if let Command::Disqualify(player, _) = command {
                    self.disqualify(player);
                }
            }
            self.flush(None);
        }
        Ok(())
    }
}

fn answered(request: &Request, message: &Message, arrived: Instant) -> Outcome {
    let used = request.sent.map(|sent| arrived.saturating_duration_since(sent)).unwrap_or_default();
    let (event, trouble) = match message {
        Message::Answer(answer) => (Event::Answered(request.player, *answer), None),
        other => {
            let trouble = format!("message type {}; expected an answer, type 5", other.kind() as u8);
            (Event::Failed(request.player, Reason::Message), Some(trouble))
        }
    };
    let received = if trouble.is_some() { message.to_bytes() } else { Vec::new() };
    Outcome { event, used, trouble, received }
}

fn silent(request: &Request, silence: &Silence, received: &[u8]) -> Outcome {
    let reason = match silence {
        Silence::Closed | Silence::Broken(_) => Reason::Gone,
        Silence::Wire(_) => Reason::Message,
    };
    Outcome {
        event: Event::Failed(request.player, reason),
        used: request.sent.map(|sent| sent.elapsed()).unwrap_or_default(),
        trouble: Some(silence.to_string()),
        received: received.to_vec(),
    }
}
