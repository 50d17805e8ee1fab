//! The client against scripted servers: what a server may do to it, and what its own agent may.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod agents;
mod games;
mod scripted;
mod server_gone;
mod watchdog;
