//! Bytes to messages in one pass: what a header claims is checked before anything is kept for it.

use super::message::{HEADER, Kind, Message, Side};
use thiserror::Error;

/// Bytes that are no message of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WireError {
    /// The first byte is no type.
    #[error("{0} is no message type; expected 1 to 9")]
    UnknownType(u8),
    /// A type that the other side sends.
    #[error("message type {} is not for this side to send", *.0 as u8)]
    WrongSide(Kind),
    /// The length does not fit the type.
    #[error("message type {} with {claimed} bytes of payload; expected {expected}", *.kind as u8)]
    Length {
        /// The type.
        kind: Kind,
        /// What the header says.
        claimed: u32,
        /// What it has to say; for a map, at most.
        expected: u32,
    },
    /// A number that no player has.
    #[error("{0} is no player; expected 1 to 8")]
    Player(u8),
}

/// What the bytes at hand are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// The beginning of a message.
    NeedMore,
    /// A message, and how many bytes it takes.
    Message(Message, usize),
}

/// Reads the message that `sender` began with the first byte of `input`.
pub fn decode(sender: Side, input: &[u8]) -> Result<Decoded, WireError> {
    let Some((kind, length)) = read_header(sender, input)? else { return Ok(Decoded::NeedMore) };
    let Some(payload) = input.get(HEADER..HEADER + length) else { return Ok(Decoded::NeedMore) };
    Ok(Decoded::Message(kind.parse(payload)?, HEADER + length))
}

/// Type and length of a message; `None` while the header is not there.
fn read_header(sender: Side, input: &[u8]) -> Result<Option<(Kind, usize)>, WireError> {
    let Some(&[kind, ref length @ ..]) = input.first_chunk::<HEADER>() else { return Ok(None) };
    let kind = Kind::from_byte(kind)?;
    if kind.sender() != sender {
        return Err(WireError::WrongSide(kind));
    }
    let length = kind.checked_length(u32::from_be_bytes(*length))?;
    Ok(Some((kind, length)))
}

/// Puts messages together from whatever pieces arrive. Keeps at most one message and what came behind it in one read.
#[derive(Clone, Debug)]
pub struct Decoder {
    sender: Side,
    bytes: Vec<u8>,
    taken: usize,
}

impl Decoder {
    /// Reads what `sender` says.
    pub const fn new(sender: Side) -> Self {
        Self { sender, bytes: Vec::new(), taken: 0 }
    }

    /// Takes bytes as they arrive.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole message, `None` until more bytes are fed. An error is final: it comes again on every call.
    pub fn next_message(&mut self) -> Result<Option<Message>, WireError> {
        match decode(self.sender, self.pending())? {
            Decoded::NeedMore => Ok(None),
            Decoded::Message(message, length) => {
                self.taken += length;
                Ok(Some(message))
            }
        }
    }

    /// Bytes that no message has been made of yet.
    pub fn pending(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_length_is_refused_from_the_header_alone() {
        let header = [5, 0xff, 0xff, 0xff, 0xff];
        let error = WireError::Length { kind: Kind::Answer, claimed: u32::MAX, expected: 5 };
        assert_eq!(decode(Side::Client, &header), Err(error));
        assert_eq!(error.to_string(), "message type 5 with 4294967295 bytes of payload; expected 5");
    }

    #[test]
    fn a_type_of_the_other_side_is_refused_before_its_payload_arrives() {
        assert_eq!(decode(Side::Client, &[2, 0, 0, 1, 0]), Err(WireError::WrongSide(Kind::Map)));
        assert_eq!(decode(Side::Server, &[1, 0, 0, 0, 1]), Err(WireError::WrongSide(Kind::Hello)));
    }

    #[test]
    fn a_player_outside_of_one_to_eight_is_no_player() {
        assert_eq!(decode(Side::Server, &[3, 0, 0, 0, 1, 9]), Err(WireError::Player(9)));
        assert_eq!(decode(Side::Server, &[7, 0, 0, 0, 1, 0]), Err(WireError::Player(0)));
    }

    #[test]
    fn bytes_behind_a_message_stay_for_the_next_one() {
        let mut decoder = Decoder::new(Side::Server);
        decoder.feed(&[8, 0, 0, 0, 0, 9, 0, 0]);
        assert_eq!(decoder.next_message(), Ok(Some(Message::EndBuilding)));
        assert_eq!(decoder.next_message(), Ok(None));
        assert_eq!(decoder.pending(), [9, 0, 0]);
        decoder.feed(&[0, 0]);
        assert_eq!(decoder.next_message(), Ok(Some(Message::EndGame)));
        assert!(decoder.pending().is_empty());
    }
}
