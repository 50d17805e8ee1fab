//! What the fuzzer of the protocol does with bytes: a plain function, driven by cargo-fuzz and, with seeded input, by the
//! gate.

use rxt_net::wire::{Decoded, Decoder, HEADER, Message, Side, WireError, decode};

/// The longest message of a client.
const LONGEST_OF_A_CLIENT: usize = HEADER + 5;

/// What became of a stream of bytes.
#[derive(PartialEq, Eq, Debug)]
struct Outcome {
    messages: Vec<Message>,
    /// Bytes that are no message yet, or never will be one.
    pending: Vec<u8>,
    error: Option<WireError>,
}

/// Bytes of either side, in one piece and in arbitrary pieces. The first bytes say how long the pieces are.
pub(crate) fn wire(bytes: &[u8]) {
    let Some((cuts, stream)) = bytes.split_first_chunk::<4>() else { return };
    for side in [Side::Client, Side::Server] {
        let whole = read(side, stream, &[stream.len().max(1)]);
        let lengths = cuts.map(|cut| 1 + usize::from(cut));
        assert_eq!(read(side, stream, &lengths), whole, "the pieces make no difference");
        assert_eq!(read(side, stream, &[1]), whole, "nor do single bytes");
        let mut again = Vec::new();
        for message in &whole.messages {
            assert_eq!(message.kind().sender(), side);
            message.encode(&mut again);
        }
        again.extend(&whole.pending);
        assert_eq!(again, stream, "messages and what is left are the bytes that came");
    }
}

/// Feeds a stream in pieces whose lengths repeat.
fn read(side: Side, mut stream: &[u8], lengths: &[usize]) -> Outcome {
    let mut decoder = Decoder::new(side);
    let mut outcome = Outcome { messages: Vec::new(), pending: Vec::new(), error: None };
    for length in lengths.iter().cycle() {
        let (piece, rest) = stream.split_at((*length).min(stream.len()));
        stream = rest;
        decoder.feed(piece);
        drain(side, &mut decoder, &mut outcome);
        if outcome.error.is_some() || stream.is_empty() {
            break;
        }
    }
    outcome.pending = [decoder.pending(), stream].concat();
    outcome
}

fn drain(side: Side, decoder: &mut Decoder, outcome: &mut Outcome) {
    loop {
        match decoder.next_message() {
            Ok(Some(message)) => outcome.messages.push(message),
            Ok(None) => break,
            Err(error) => {
                assert_eq!(decoder.next_message(), Err(error), "an error is final");
                outcome.error = Some(error);
                return;
            }
        }
    }
    let pending = decoder.pending();
    assert_eq!(decode(side, pending), Ok(Decoded::NeedMore));
    if side == Side::Client {
        assert!(pending.len() < LONGEST_OF_A_CLIENT, "{} bytes are kept for one message", pending.len());
    }
    if let Some(&[kind, ref length @ ..]) = pending.first_chunk::<HEADER>() {
        let length = u32::from_be_bytes(*length) as usize;
        assert!(length <= rxt_net::wire::MAP_LIMIT as usize, "type {kind} claims {length} bytes");
        assert!(pending.len() < HEADER + length, "a whole message is not kept");
    }
}
