//! Tournaments as an organiser runs them: the real program, its database, and bots that behave badly.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bots;
mod kills;
mod program;
mod tournaments;
mod zoo;
