//! Games on other machines: a host plans and collects, workers play.
//!
//! What the host keeps is the truth: the database of a tournament, the file of self-play, the folder of an experiment. The
//! queue may lose what it has: the host submits again what is missing. Whatever a worker returns is replayed by the rules
//! before it counts, and a share of the games is played twice.

mod contests;
mod desk;
mod errand;
mod host;
mod parcel;
mod returned;
mod selfplay;
mod worker;

pub use contests::{Contests, PlayedGame};
pub use desk::{HostOptions, Tallies, WorkerTally};
pub(crate) use host::play_open;
pub use selfplay::{SelfplayNews, selfplay};
pub use worker::{WorkerEvent, WorkerOptions, work};
