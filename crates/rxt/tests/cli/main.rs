//! The commands about games and positions as a user runs them: the real program, its output and its exit codes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analyse;
mod bad_input;
mod client;
mod demo;
#[path = "../../../rxt-web/tests/browser/driver.rs"]
#[expect(dead_code, reason = "the tests of the site use all of it")]
mod driver;
mod engine;
mod engines;
mod lab;
mod matches;
mod positions;
mod program;
mod render;
mod replay;
mod submissions;
mod submitting;
mod terminal;
mod training;
mod up;
mod verify;
mod workers;
