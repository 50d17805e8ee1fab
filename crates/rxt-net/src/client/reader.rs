//! The thread that reads: messages, and when each of them was there.

use super::thinker::Thought;
use crate::wire::{Decoder, Message, Side, WireError};
use std::io::{self, Read};
use std::net::TcpStream;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

/// What the thread that owns the game waits for.
#[derive(Debug)]
pub(super) enum Input {
    /// The server said something; it was complete at this time.
    Heard(Instant, Message),
    /// The server says nothing any more.
    Ended(Option<io::Error>),
    /// What the server says is no message.
    Nonsense(WireError),
    /// The agent is done.
    Thought(Thought),
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 14;

/// Begins to read. The thread ends with the connection, or when nobody listens any more.
pub(super) fn spawn(stream: TcpStream, inputs: SyncSender<Input>) -> io::Result<()> {
    let read = move || {
        let last = read_all(stream, &inputs);
        let _ = inputs.send(last);
    };
    thread::Builder::new().name("rxt-client-read".to_owned()).spawn(read).map(drop)
}

/// Reads until there is nothing more to read, and says why.
fn read_all(mut stream: TcpStream, inputs: &SyncSender<Input>) -> Input {
    let mut decoder = Decoder::new(Side::Server);
    let mut chunk = vec![0; CHUNK];
    loop {
        acknowledge_at_once(&stream);
        match stream.read(&mut chunk) {
            Ok(0) => return Input::Ended(None),
            Ok(length) => decoder.feed(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Input::Ended(Some(error)),
        }
        let at = Instant::now();
        loop {
            match decoder.next_message() {
                Ok(Some(message)) => {
                    if inputs.send(Input::Heard(at, message)).is_err() {
                        return Input::Ended(None);
                    }
                }
                Ok(None) => break,
                Err(error) => return Input::Nonsense(error),
            }
        }
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
