//! The site over plain HTTP: what it refuses, what viewers get, who may play, and that no request makes it fail.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod client;
mod described;
mod guarded;
mod playing;
mod submitting;
mod tournaments;
mod watching;
