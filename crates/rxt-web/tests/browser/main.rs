//! The site in a real browser: people play, watch, replay, draw and upload, and pictures of all of it are kept in
//! `target/screens`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "proofs and skips are printed")]

mod access;
mod drawing;
mod driver;
mod looks;
mod playing;
mod replaying;
mod stand;
mod uploading;
