//! When bytes arrived, as the kernel saw it: a server that is busy must not charge its delay to a player.

use nix::cmsg_space;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt, sockopt};
use nix::sys::time::TimeSpec;
use std::io::{self, IoSliceMut};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::io::Interest;
use tokio::net::{TcpListener, TcpStream};

/// Reads bytes with the time of their arrival.
#[derive(Debug)]
pub(super) struct Arrivals {
    control: Vec<u8>,
}

/// Asks the kernel for stamps ahead of time: it takes a moment until the first socket that asks gets them.
pub(super) fn prepare(listener: &TcpListener) {
    // Not every system has stamps, and none is needed to play.
    let _ = setsockopt(listener, sockopt::ReceiveTimestampns, &true);
}

impl Arrivals {
    /// Asks the kernel for stamps. Where it has none, bytes count as arrived when they are read.
    pub(super) fn new(stream: &TcpStream) -> Self {
        let _ = setsockopt(stream, sockopt::ReceiveTimestampns, &true);
        Self { control: cmsg_space!(TimeSpec) }
    }

    /// Reads bytes if the runtime knows of any. Returns how many, 0 at the end of the stream, and when the last of them
    /// arrived; an error of kind `WouldBlock` if there are none.
    pub(super) fn read_if_ready(&mut self, stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        stream.try_io(Interest::READABLE, || self.receive(stream, buffer))
    }

    /// The same, asking the kernel itself.
    pub(super) fn read_now(&mut self, stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        self.receive(stream, buffer)
    }

    fn receive(&mut self, stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        let mut slices = [IoSliceMut::new(buffer)];
        let message = recvmsg::<()>(stream.as_raw_fd(), &mut slices, Some(&mut self.control), MsgFlags::MSG_DONTWAIT)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt;

    #[tokio::test]
    async fn bytes_that_lay_around_are_stamped_when_they_came_not_when_they_were_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut arrivals = Arrivals::new(&stream);
        // The kernel may need a moment before it stamps at all.
        let mut late = Vec::new();
        for _ in 0..20 {
            client.write_all(b"now").await.unwrap();
            let mut buffer = [0; 8];
            stream.readable().await.unwrap();
            let readable = Instant::now();
            tokio::time::sleep(Duration::from_millis(30)).await;
            let (count, arrived) = arrivals.read_if_ready(&stream, &mut buffer).unwrap();
            assert_eq!(&buffer[..count], b"now");
            assert!(
                arrivals
                    .read_if_ready(&stream, &mut buffer)
                    .is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
            );
            if arrived <= readable {
                return;
            }
            late.push(arrived - readable);
        }
        panic!("stamped after the bytes were there: {late:?}");
    }
}
