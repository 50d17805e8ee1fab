//! The course's protocol over TCP: messages as bytes, a server and a client that speak it, and bots that fill seats.

pub mod bot;
pub mod client;
pub mod server;
mod stamp;
pub mod wire;
