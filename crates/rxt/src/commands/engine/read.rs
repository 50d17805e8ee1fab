//! Reads lines in a thread of its own, so that `stop` is heard while somebody thinks.

use super::session::Event;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread;

/// A longer line is none that anybody would mean.
pub(super) const LONGEST: usize = 1 << 20;

/// Sends every line until there are no more, or nobody wants them.
pub(super) fn start(events: SyncSender<Event>) -> io::Result<()> {
    let read = move || {
        let mut input = io::stdin().lock();
        while let Some(line) = line(&mut input) {
            if events.send(line).is_err() {
                return;
            }
        }
        let _ = events.send(Event::NoMoreLines);
    };
    thread::Builder::new().name("rxt-engine-read".to_owned()).spawn(read).map(|_| ())
}

/// The next line without its end; one that is too long is skipped.
fn line(input: &mut impl BufRead) -> Option<Event> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if count == 0 {
        return None;
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Some(Event::Line(bytes));
    }
    if count <= LONGEST {
        return Some(Event::Line(bytes));
    }
    skip(input);
    Some(Event::TooLong)
}

/// Reads on to the end of the line without keeping anything.
fn skip(input: &mut impl BufRead) {
    while let Ok(buffer) = input.fill_buf() {
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_skipped() {
        let text = [b"one\n\ntwo\r\n".to_vec(), vec![b'x'; LONGEST + 5], b"\nthree".to_vec()].concat();
        let mut input = io::Cursor::new(text);
        let mut next = || match line(&mut input) {
            Some(Event::Line(line)) => String::from_utf8(line).unwrap(),
            Some(Event::TooLong) => "too long".to_owned(),
            _ => "no more".to_owned(),
        };
        let lines = [(); 6].map(|()| next());
        assert_eq!(lines, ["one", "", "two\r", "too long", "three", "no more"]);
    }
}
