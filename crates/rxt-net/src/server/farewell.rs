//! Ending a connection so that its last words arrive.

use super::seat::Seat;
use super::settings::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

/// Ends a connection without keeping anybody waiting. Kindly: what waits to be sent is sent, and what the client says is
/// read for a moment, because closing a connection with unread bytes would destroy what it has not read yet.
pub(super) fn part_in_background(seat: Seat, kindly: bool) {
    if kindly {
        tokio::spawn(timeout(Limits::FAREWELL, part(seat)));
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
