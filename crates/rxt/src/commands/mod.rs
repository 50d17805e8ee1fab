//! One file per subcommand.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod client;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod engine;
pub(crate) mod engines;
pub(crate) mod lab;
pub(crate) mod legal;
pub(crate) mod man;
pub(crate) mod map;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod soak;
pub(crate) mod spar;
pub(crate) mod up;
pub(crate) mod verify;
