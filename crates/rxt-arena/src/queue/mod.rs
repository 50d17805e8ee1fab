//! Jobs for several workers: one trait, and `SQLite` behind it for workers on one machine.
//!
//! A queue only hands out work. It never decides a result: whoever submits knows which jobs are missing, and submits them
//! again if the queue lost them.

mod conformance;
mod sqlite;

pub use conformance::{Proof, conformance};
pub use sqlite::SqliteQueue;

use std::time::Duration;
use thiserror::Error;

/// Something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// What makes it different from all others; the same key is the same job.
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
pub trait Queue: Send + Sync {
    /// Adds jobs that are not there yet. Returns how many were new.
    fn submit(&self, jobs: &[Job]) -> Result<usize, QueueError>;

    /// Hands out up to `most` jobs, the oldest first. Those whose lease is over are handed out again.
    fn lease(&self, worker: &str, most: usize, time: Duration) -> Result<Vec<Lease>, QueueError>;

    /// Tells that a job makes progress; the lease lasts this long from now.
    fn heartbeat(&self, lease: &Lease, time: Duration) -> Result<(), QueueError>;

    /// Hands in a result. A job is done once: later results of it are refused as [`QueueError::Lost`].
    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError>;

    /// Gives a job back. After several failures it is set aside.
    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError>;

    /// Up to `most` jobs that are done. They are returned again until they are confirmed.
    fn collect(&self, most: usize) -> Result<Vec<Done>, QueueError>;

    /// Forgets a job whose result is safe elsewhere.
    fn confirm(&self, done: &Done) -> Result<(), QueueError>;

    /// How it stands.
    fn state(&self) -> Result<QueueState, QueueError>;
}

/// How often a job may be handed out before it is set aside.
pub const MOST_ATTEMPTS: u32 = 5;
