//! Ending a connection so that its last words arrive.

use super::seat::Seat;
use super::settings::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Connections that are being ended, without keeping anybody waiting.
#[derive(Debug, Default)]
pub(super) struct Farewells(JoinSet<()>);

impl Farewells {
    /// Ends a connection kindly: what waits to be sent is sent, and what the client says is read for a moment, because
    /// closing a connection with unread bytes would destroy what it has not read yet.
    pub(super) fn part(&mut self, seat: Seat) {
        self.0.spawn(async move {
            // Whoever is not done by then is cut off.
            let _ = timeout(Limits::FAREWELL, part(seat)).await;
        });
    }

    /// Waits until all are ended.
    pub(super) async fn done(mut self) {
        while self.0.join_next().await.is_some() {}
    }
}

async fn part(mut seat: Seat) {
    while let Ok(false) = seat.flush() {
        if seat.stream.writable().await.is_err() {
            return;
        }
    }
    if seat.stream.shutdown().await.is_err() {
        return;
    }
    let mut buffer = [0; 4096];
    let mut heard = 0;
    while let Ok(count @ 1..) = seat.stream.read(&mut buffer).await {
        heard += count;
        if heard > Limits::FAREWELL_BYTES {
            return;
        }
    }
}
