//! Bytes to messages and back. Knows no sockets.

mod codec;
mod message;

pub use codec::{Decoded, Decoder, WireError, decode};
pub use message::{GROUP_LIMIT, HEADER, Kind, MAP_LIMIT, Message, Side};
