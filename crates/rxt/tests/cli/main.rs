//! The commands about games and positions as a user runs them: the real program, its output and its exit codes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analyse;
mod bad_input;
mod client;
mod demo;
mod engine;
mod engines;
mod lab;
mod matches;
mod positions;
mod program;
mod render;
mod replay;
mod terminal;
mod training;
mod up;
mod verify;
mod workers;
