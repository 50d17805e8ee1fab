//! A client at the table: what it is still to be sent, and what it says.

use super::arrival::Arrivals;
use super::settings::Limits;
use crate::wire::{Decoder, HEADER, Message, Side, WireError};
use bytes::{Buf, Bytes};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Instant;
use thiserror::Error;
use tokio::net::TcpStream;

/// The longest message that a client sends.
const LONGEST: usize = HEADER + 5;

/// A connection that plays.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    pub(super) group: u8,
    arrivals: Arrivals,
    decoder: Decoder,
    out: Outbox,
    /// Whether header and payload are written apart, as the course's server does.
    apart: bool,
}

/// What is still to be sent.
#[derive(Debug, Default)]
struct Outbox {
    pieces: VecDeque<Bytes>,
    /// Bytes in `pieces`, the map aside.
    small: usize,
    /// Since when something waits for the client to read.
    stuck_since: Option<Instant>,
}

/// Why nothing more can be heard from a client.
#[derive(Debug, Error)]
pub(super) enum Silence {
    #[error("the connection was closed")]
    Closed,
    #[error("the connection failed: {0}")]
    Broken(#[from] io::Error),
    #[error("{0}")]
    Wire(#[from] WireError),
}

impl Seat {
    pub(super) fn new(stream: TcpStream, peer: SocketAddr) -> Self {
        // A client that acknowledges late must not delay what it is sent next. Failing that, it still works.
        let _ = stream.set_nodelay(true);
        let arrivals = Arrivals::new(&stream);
        Self {
            stream,
            peer,
            group: 0,
            arrivals,
            decoder: Decoder::new(Side::Client),
            out: Outbox::default(),
            apart: false,
        }
    }

    /// From now on writes header and payload apart and lets the kernel hold small pieces back.
    pub(super) fn write_like_course(&mut self) {
        let _ = self.stream.set_nodelay(false);
        self.apart = true;
    }

    /// Puts a message behind those that wait to be sent.
    pub(super) fn queue(&mut self, message: &Message) {
        let mut bytes = message.to_bytes();
        self.out.small += bytes.len();
        if self.apart {
            let payload = bytes.split_off(HEADER);
            self.out
                .pieces
                .extend([Bytes::from(bytes), Bytes::from(payload)].into_iter().filter(|piece| !piece.is_empty()));
            return;
        }
        match self.out.pieces.back_mut() {
            // One piece is one write.
            Some(last) if last.len() < LONGEST_PIECE => *last = [&last[..], &bytes].concat().into(),
            _ => self.out.pieces.push_back(bytes.into()),
        }
    }

    /// Puts a long message that all clients share behind those that wait to be sent.
    pub(super) fn queue_shared(&mut self, bytes: Bytes) {
        self.out.pieces.push_back(bytes);
    }

    /// Sends what the kernel takes at once. True if nothing is left to send.
    pub(super) fn flush(&mut self) -> io::Result<bool> {
        while let Some(piece) = self.out.pieces.front_mut() {
            match self.stream.try_write(piece) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => piece.advance(count),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let too_far_behind = self.out.small > Limits::BEHIND;
                    self.out.stuck_since.get_or_insert_with(Instant::now);
                    return if too_far_behind { Err(ErrorKind::TimedOut.into()) } else { Ok(false) };
                }
                Err(error) => return Err(error),
            }
            if self.out.pieces.front().is_some_and(Bytes::is_empty) {
                self.out.pieces.pop_front();
            }
        }
        self.out = Outbox::default();
        Ok(true)
    }

    /// Since when something waits to be sent; `None` if nothing does.
    pub(super) fn stuck_since(&self) -> Option<Instant> {
        self.out.stuck_since
    }

    /// A message that is there as far as the runtime knows. Reads no byte behind it, so that the arrival is that of its
    /// last one.
    pub(super) fn message_if_ready(&mut self) -> Result<Option<(Message, Instant)>, Silence> {
        self.read_message(Arrivals::read_if_ready)
    }

    /// A message that is there, asking the kernel itself.
    pub(super) fn message_now(&mut self) -> Result<Option<(Message, Instant)>, Silence> {
        self.read_message(Arrivals::read_now)
    }

    fn read_message(
        &mut self,
        read: impl Fn(&mut Arrivals, &TcpStream, &mut [u8]) -> io::Result<(usize, Instant)>,
    ) -> Result<Option<(Message, Instant)>, Silence> {
        loop {
            let mut buffer = [0; LONGEST];
            let wanted = LONGEST - self.decoder.pending().len();
            let (count, arrived) = match read(&mut self.arrivals, &self.stream, &mut buffer[..wanted]) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                outcome => outcome?,
            };
            if count == 0 {
                return Err(Silence::Closed);
            }
            self.decoder.feed(&buffer[..count]);
            if let Some(message) = self.decoder.next_message()? {
                return Ok(Some((message, arrived)));
            }
        }
    }

    /// Bytes that were received and are no message yet, or never will be one.
    pub(super) fn received(&self) -> &[u8] {
        self.decoder.pending()
    }
}

/// Messages are put together up to this length.
const LONGEST_PIECE: usize = 1024;
