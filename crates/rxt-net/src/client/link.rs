//! The connection: messages with the time at which the kernel had them, waited for with a deadline.

use super::error::ClientErrorKind;
use crate::stamp::Stamps;
use crate::wire::{Decoder, Message, Side};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::io;
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The reading end of a connection.
#[derive(Debug)]
pub(super) struct Link {
    stream: Arc<TcpStream>,
    decoder: Decoder,
    stamps: Stamps,
    chunk: Vec<u8>,
    arrived: Instant,
}

/// What came of waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waited {
    /// There is something to read.
    Ready,
    /// There is not, and it is so much later than wanted.
    Late(Duration),
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 14;

impl Link {
    pub(super) fn new(stream: Arc<TcpStream>) -> Self {
        let stamps = Stamps::new(&*stream);
        acknowledge_at_once(&stream);
        Self { stream, decoder: Decoder::new(Side::Server), stamps, chunk: vec![0; CHUNK], arrived: Instant::now() }
    }

    /// Waits until there is something to read, or for about this long; never longer by plan.
    pub(super) fn wait(&self, time: Duration) -> io::Result<Waited> {
        let start = Instant::now();
        let whole_ms = time.as_millis() as u64;
        let timeout = PollTimeout::try_from(whole_ms).unwrap_or(PollTimeout::MAX);
        let mut sockets = [PollFd::new(self.stream.as_fd(), PollFlags::POLLIN)];
        match poll(&mut sockets, timeout) {
            Ok(0) => Ok(Waited::Late(start.elapsed().saturating_sub(Duration::from_millis(whole_ms)))),
            Ok(_) => Ok(Waited::Ready),
            Err(nix::errno::Errno::EINTR) => Ok(Waited::Late(Duration::ZERO)),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads what is there into the decoder.
    pub(super) fn read(&mut self) -> Result<(), ClientErrorKind> {
        match self.stamps.receive(&*self.stream, &mut self.chunk) {
            Ok((0, _)) => Err(ClientErrorKind::Closed),
            Ok((length, at)) => {
                self.arrived = at;
                self.decoder.feed(&self.chunk[..length]);
                acknowledge_at_once(&self.stream);
                Ok(())
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The next message that is complete, and when its last byte was there, or one behind it that came along.
    pub(super) fn next_message(&mut self) -> Result<Option<(Instant, Message)>, ClientErrorKind> {
        Ok(self.decoder.next_message()?.map(|message| (self.arrived, message)))
    }
}

/// A server that writes header and payload one by one waits for the header's acknowledgement, while our clock runs. The
/// system forgets this wish, so it is repeated; where it cannot be uttered, the margin learns how long it takes.
#[cfg(target_os = "linux")]
fn acknowledge_at_once(stream: &TcpStream) {
    use std::os::linux::net::TcpStreamExt;
    let _ = stream.set_quickack(true);
}

#[cfg(not(target_os = "linux"))]
fn acknowledge_at_once(_: &TcpStream) {}
