//! The course's protocol over TCP: messages as bytes, a server that speaks it, and bots that fill seats.

pub mod bot;
pub mod server;
pub mod wire;
