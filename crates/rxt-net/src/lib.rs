//! The course's protocol over TCP: messages as bytes, and who sends which.

pub mod client;
pub mod wire;
