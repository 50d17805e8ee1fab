//! When bytes arrived, as the kernel saw it: a server that is busy must not charge its delay to a player.

use crate::stamp::{self, Stamps};
use std::io;
use std::time::Instant;
use tokio::io::Interest;
use tokio::net::{TcpListener, TcpStream};

/// Reads bytes with the time of their arrival.
#[derive(Debug)]
pub(super) struct Arrivals(Stamps);

/// Asks the kernel for stamps ahead of time: it takes a moment until the first socket that asks gets them.
pub(super) fn prepare(listener: &TcpListener) {
    stamp::ask(listener);
}

impl Arrivals {
    /// Asks the kernel for stamps.
    pub(super) fn new(stream: &TcpStream) -> Self {
        Self(Stamps::new(stream))
    }

    /// Reads bytes if the runtime knows of any. Returns how many, 0 at the end of the stream, and when the last of them
    /// arrived; an error of kind `WouldBlock` if there are none.
    pub(super) fn read_if_ready(&mut self, stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        stream.try_io(Interest::READABLE, || self.0.receive(stream, buffer))
    }

    /// The same, asking the kernel itself.
    pub(super) fn read_now(&mut self, stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Instant)> {
        self.0.receive(stream, buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
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
