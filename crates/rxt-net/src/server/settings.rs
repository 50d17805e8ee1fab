//! What is played, and how long the server waits for whom.

use bytes::Bytes;
use rxt_rules::Map;
use std::sync::Arc;
use std::time::Duration;

/// The games that a server runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The map of all games.
    pub map: Arc<Map>,
    /// The bytes of its file, which the clients are sent.
    pub map_bytes: Bytes,
    /// Time credited per request; `None` if there is no limit.
    pub time: Option<Duration>,
    /// The depth byte of every request.
    pub depth: u8,
    /// How many games.
    pub games: u32,
    /// How many of them at once.
    pub concurrent: usize,
    /// How long the server waits.
    pub limits: Limits,
    /// Whether the habits of the course's server are shown as well.
    pub like_course: bool,
}

/// How long the server waits, and how much it takes from strangers. Nothing in a game waits without one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For the hello of a client that connected.
    pub hello: Duration,
    /// For all clients to be there, from the start of the server; `None` waits as long as it takes.
    pub gather: Option<Duration>,
    /// For a client to take what it is sent.
    pub write: Duration,
    /// For an answer in a game without a time limit.
    pub patience: Duration,
    /// How many connections may be waiting to be seated.
    pub waiting: usize,
}

impl Limits {
    /// What a connection that ends may still be sent and may still say, so that it gets to see why it ended.
    pub(super) const FAREWELL: Duration = Duration::from_secs(2);
    /// How much of that is read.
    pub(super) const FAREWELL_BYTES: usize = 64 << 10;
    /// How much a client may be behind in bytes besides the map.
    pub(super) const BEHIND: usize = 1 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(10),
            gather: None,
            write: Duration::from_secs(10),
            patience: Duration::from_mins(10),
            waiting: 1024,
        }
    }
}
