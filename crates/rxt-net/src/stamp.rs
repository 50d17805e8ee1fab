//! When bytes arrived, as the kernel saw it: a process that is busy must not take its own delay for somebody else's.

use nix::cmsg_space;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt, sockopt};
use nix::sys::time::TimeSpec;
use std::io::{self, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Receives bytes with the time of their arrival.
#[derive(Debug)]
pub(crate) struct Stamps {
    control: Vec<u8>,
}

/// Asks the kernel for stamps on a socket. Where it has none, bytes count as arrived when they are read.
pub(crate) fn ask(socket: &impl AsFd) {
    // Not every system has stamps, and none is needed to play.
    let _ = setsockopt(socket, sockopt::ReceiveTimestampns, &true);
}

impl Stamps {
    /// Asks for stamps on this socket.
    pub(crate) fn new(socket: &impl AsFd) -> Self {
        ask(socket);
        Self { control: cmsg_space!(TimeSpec) }
    }

    /// Reads what is there. Returns how many bytes, 0 at the end of the stream, and when the last of them arrived; an error
    /// of kind `WouldBlock` if there are none.
    pub(crate) fn receive(&mut self, socket: &impl AsRawFd, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        let mut slices = [IoSliceMut::new(buffer)];
        let message = recvmsg::<()>(socket.as_raw_fd(), &mut slices, Some(&mut self.control), MsgFlags::MSG_DONTWAIT)?;
        let stamp = message.cmsgs()?.find_map(|control| match control {
            ControlMessageOwned::ScmTimestampns(stamp) => Some(stamp),
            _ => None,
        });
        let now = Instant::now();
        let age = stamp.and_then(age).unwrap_or_default();
        Ok((message.bytes, now.checked_sub(age).unwrap_or(now)))
    }
}

/// How long ago a stamp of the wall clock was; `None` if the clock was turned back since.
fn age(stamp: TimeSpec) -> Option<Duration> {
    SystemTime::now().duration_since(UNIX_EPOCH + Duration::from(stamp)).ok()
}
