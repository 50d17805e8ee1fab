//! Games of a tournament on other machines: the host plans and collects, workers play.
//!
//! The database of the host is the truth. The queue may lose what it has: the host submits again what is missing. Whatever
//! a worker returns is replayed by the rules before it counts, and a share of the games is played twice.

mod host;
mod parcel;
mod returned;
mod worker;

pub(crate) use host::play_open;
pub use host::{HostOptions, WorkerTally};
pub use worker::{WorkerEvent, WorkerOptions, work};
