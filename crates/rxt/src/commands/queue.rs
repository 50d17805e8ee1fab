//! Where games are handed out to workers, as commands are told.

use miette::{Result, miette};
use rxt_arena::queue::{LEASE, Queue, QueueError, SqliteQueue};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How to find the queue, besides its address.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct QueueArgs {
    /// Name of the queue on the server
    #[arg(long, value_name = "NAME", default_value = "rxt")]
    pub(crate) queue_name: String,
    /// Certificate of the authority that signed the server's
    #[arg(long, value_name = "FILE")]
    pub(crate) queue_ca: Option<PathBuf>,
}

/// Opens a queue: an address with `://` is a server, everything else a file of this machine.
pub(crate) fn open(address: &str, args: &QueueArgs, lease: Option<Duration>) -> Result<Box<dyn Queue>> {
    if address.contains("://") {
        return server(address, args, lease).map_err(|error| report(&error));
    }
    let queue = SqliteQueue::open(Path::new(address), lease.unwrap_or(LEASE)).map_err(|error| report(&error))?;
    Ok(Box::new(queue))
}

#[cfg(feature = "nats")]
fn server(address: &str, args: &QueueArgs, lease: Option<Duration>) -> Result<Box<dyn Queue>, QueueError> {
    let address = rxt_arena::queue::NatsAddress { url: address.to_owned(), authority: args.queue_ca.clone() };
    Ok(Box::new(rxt_arena::queue::NatsQueue::connect(&address, &args.queue_name, lease)?))
}

#[cfg(not(feature = "nats"))]
fn server(address: &str, _: &QueueArgs, _: Option<Duration>) -> Result<Box<dyn Queue>, QueueError> {
    let advice = "build with `--features nats`, or give a file";
    Err(QueueError::Queue(format!("this rxt was built without NATS, so `{address}` cannot be reached: {advice}")))
}

/// What is wrong with a queue, and what can be done about it.
pub(crate) fn report(error: &QueueError) -> miette::Report {
    miette!(help = "docs/workers.md shows how a server and its workers are started", "{error}")
}

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if !(0.1..=86_400.0).contains(&seconds) {
        return Err("expected 0.1 to 86400 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}
