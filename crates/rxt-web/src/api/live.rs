//! Live games: lists, snapshots, and streams of events.

use super::reply::{json, json_text};
use crate::failure::Outcome;
use crate::guard::Visit;
use crate::live::LiveGame;
use crate::shared::State;
use axum::extract::{ConnectInfo, Path, Query};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::json;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::watch;

pub(super) async fn list(shared: State) -> Response {
    let game = |game: &Arc<LiveGame>| {
        let (position, moves) = game.position();
        json!({ "info": game.info(), "moves": moves, "turn": position.to_move().map(rxt_rules::Player::number), "viewers": game.viewers() })
    };
    json(&json!({ "games": shared.hall.all().iter().map(game).collect::<Vec<_>>() }))
}

pub(super) async fn snapshot(shared: State, Path(id): Path<String>) -> Outcome<Response> {
    Ok(json_text(shared.hall.find(&id)?.snapshot().1))
}

#[derive(Deserialize)]
pub(super) struct Seen {
    /// The number of the last event that was seen.
    after: Option<usize>,
}

/// The events of a game: a snapshot first, or what was missed since the event that the viewer saw last.
pub(super) async fn events(
    shared: State,
    Path(id): Path<String>,
    Query(seen): Query<Seen>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Outcome<Response> {
    let game = shared.hall.find(&id)?;
    let visit = shared.guard.stream(peer.ip())?;
    // An id is the game's name and a number, so that numbers of another game are not taken for ours.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.split_once('@'));
    let last = last.filter(|(name, _)| *name == game.id).and_then(|(_, number)| number.parse().ok());
    let seen = last.or(seen.after).filter(|&seen| seen <= game.count());
    let follower = Follower { bell: game.bell(), game, seen, waiting: VecDeque::new(), _visit: visit };
    Ok(Sse::new(follow(follower)).keep_alive(KeepAlive::default()).into_response())
}

/// One viewer.
struct Follower {
    game: Arc<LiveGame>,
    bell: watch::Receiver<usize>,
    /// The number of the last event that was sent; `None` before the snapshot.
    seen: Option<usize>,
    waiting: VecDeque<Arc<str>>,
    /// Given back when the viewer leaves.
    _visit: Visit,
}

fn follow(follower: Follower) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok(event), follower))
    })
}

impl Follower {
    /// The next event; `None` when the game is over and all was told.
    async fn next(&mut self) -> Option<Event> {
        let Some(seen) = self.seen else {
            self.bell.mark_unchanged();
            let (number, snapshot) = self.game.snapshot();
            self.seen = Some(number);
            return Some(self.event(number, &snapshot));
        };
        loop {
            if let Some(event) = self.waiting.pop_front() {
                self.seen = Some(seen + 1);
                return Some(self.event(seen + 1, &event));
            }
            self.bell.mark_unchanged();
            let (events, more) = self.game.since(seen);
            self.waiting.extend(events);
            if self.waiting.is_empty() && (!more || self.bell.changed().await.is_err()) {
                return None;
            }
        }
    }

    fn event(&self, number: usize, text: &str) -> Event {
        Event::default().id(format!("{}@{number}", self.game.id)).data(text)
    }
}
