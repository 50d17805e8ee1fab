//! Where games are handed out to workers, as commands are told.

use miette::{Result, miette};
use rxt_arena::queue::{LEASE, Queue, QueueError, SqliteQueue};
use rxt_arena::remote::WorkerTally;
use std::fs;
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

/// Where games are played, for commands that plan and collect.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct HostArgs {
    /// Have the games played by workers: nats://USER:PASSWORD@HOST:PORT, tls://..., or a file of this machine
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) queue: Option<String>,
    #[command(flatten)]
    pub(crate) which: QueueArgs,
    /// Seconds without progress after which a worker's game is given to another; more than a move may take
    #[arg(long, value_name = "SECONDS", requires = "queue", value_parser = seconds)]
    pub(crate) lease: Option<Duration>,
    /// Share of the games that workers play twice, to compare; only where games can be repeated
    #[arg(long, value_name = "SHARE", requires = "queue", default_value = "0.02", value_parser = share)]
    pub(crate) repeat: f64,
}

impl HostArgs {
    /// The queue, if games are played by workers. Its leases have this length unless another was asked for.
    pub(crate) fn open(&self, lease: Duration) -> Result<Option<Box<dyn Queue>>> {
        let lease = Some(self.lease.unwrap_or(lease));
        self.queue.as_deref().map(|address| open(address, &self.which, lease)).transpose()
    }
}

/// What tells the host of games in this folder from all others.
pub(crate) fn owner(folder: &Path) -> String {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    format!("{} {}", machine.trim(), folder.display())
}

/// What a worker has done, in a line.
pub(crate) fn tally_line(worker: &str, tally: &WorkerTally) -> String {
    let WorkerTally { games, seconds, refused, repeated, different } = tally;
    let each = seconds / (*games).max(1) as f64;
    format!(
        "{worker}: {games} games of {each:.2} s; {refused} refused, {repeated} compared with others, {different} different"
    )
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

/// Reads a part of 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if !(0.1..=86_400.0).contains(&seconds) {
        return Err("expected 0.1 to 86400 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}
