//! Jobs for several workers: one trait; behind it `SQLite` for workers on one machine, and NATS for workers on many.
//!
//! A queue only hands out work. It never decides a result: whoever submits knows which jobs are missing, and submits them
//! again if the queue lost them.

mod conformance;
#[cfg(feature = "nats")]
mod nats;
mod sqlite;

pub use conformance::{Proof, conformance};
#[cfg(feature = "nats")]
pub use nats::{NatsAddress, NatsQueue};
pub use sqlite::SqliteQueue;

use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// Something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Whose it is: results are collected by whoever submitted.
    pub run: String,
    /// What makes it different from all others; the same key of the same run is the same job.
    pub key: String,
    /// All that a worker has to know.
    pub payload: Vec<u8>,
}

/// A job in the hands of a worker, for some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The job.
    pub job: Job,
    /// How often it was handed out, this time included.
    pub attempt: u32,
    /// Tells this lease from earlier ones of the same job.
    pub token: String,
}

/// A job that is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Whose.
    pub run: String,
    /// Which.
    pub key: String,
    /// What came of it.
    pub result: Vec<u8>,
    /// Who did it.
    pub worker: String,
}

/// How a queue stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueueState {
    /// Jobs that nobody has.
    pub waiting: u64,
    /// Jobs in the hands of workers.
    pub leased: u64,
    /// Those of them that were in other hands before.
    pub again: u64,
    /// Jobs that are done and not confirmed.
    pub done: u64,
    /// Jobs that failed too often, and why the last time.
    pub aside: Vec<(String, String)>,
}

/// Why a queue could not do what it was asked.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The lease is over: the job may be in other hands.
    #[error("the lease of `{0}` is over; somebody else may have the job")]
    Lost(String),
    /// The queue itself.
    #[error("the queue: {0}")]
    Queue(String),
}

/// Hands out jobs.
pub trait Queue: fmt::Debug + Send + Sync {
    /// Adds jobs that are not there yet. Returns how many were new.
    fn submit(&self, jobs: &[Job]) -> Result<usize, QueueError>;

    /// Hands out up to `most` jobs, the oldest first. Those whose lease is over are handed out again.
    fn lease(&self, worker: &str, most: usize) -> Result<Vec<Lease>, QueueError>;

    /// Tells that a job makes progress; its lease begins anew.
    fn heartbeat(&self, lease: &Lease) -> Result<(), QueueError>;

    /// Hands in a result. A job is done once: later results of it are refused as [`QueueError::Lost`].
    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError>;

    /// Gives a job back. After several failures it is set aside.
    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError>;

    /// Up to `most` jobs of a run that are done. They are returned again until they are confirmed.
    fn collect(&self, run: &str, most: usize) -> Result<Vec<Done>, QueueError>;

    /// Forgets a job whose result is safe elsewhere.
    fn confirm(&self, done: &Done) -> Result<(), QueueError>;

    /// How it stands.
    fn state(&self) -> Result<QueueState, QueueError>;

    /// Keeps a file that workers need, if it is not there yet.
    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<(), QueueError>;

    /// A file that was kept.
    fn file(&self, hash: &str) -> Result<Vec<u8>, QueueError>;

    /// Tells what a worker does, in place of what it told before.
    fn announce(&self, worker: &str, news: &str) -> Result<(), QueueError>;

    /// All workers that ever told something, by name.
    fn workers(&self) -> Result<Vec<WorkerNews>, QueueError>;
}

/// What a worker told last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerNews {
    /// Who.
    pub worker: String,
    /// What.
    pub news: String,
    /// How long ago.
    pub age: Duration,
}

/// How long a job may go without progress, unless somebody says otherwise.
pub const LEASE: Duration = Duration::from_mins(2);

/// How often a job may be handed out before it is set aside.
pub const MOST_ATTEMPTS: u32 = 5;
