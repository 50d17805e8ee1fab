//! A proxy between a client and a server that does what networks do. What it does when depends on a seed alone, and it
//! counts what it really did.

use rxt_net::wire::Side;
use rxt_rules::rng::Rng;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Something that happens to bytes on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// They arrive a little later.
    Delay,
    /// They arrive in pieces.
    Split,
    /// They arrive together with later ones.
    Coalesce,
    /// They arrive much later, but in time.
    Pause,
    /// The connection is closed in both directions.
    Cut,
    /// The connection is reset in both directions.
    Reset,
    /// Nothing more arrives, and nobody is told.
    Stall,
}

impl Fault {
    pub(crate) const ALL: [Self; 7] =
        [Self::Delay, Self::Split, Self::Coalesce, Self::Pause, Self::Cut, Self::Reset, Self::Stall];
}

/// How often each fault happened.
#[derive(Debug, Default)]
pub(crate) struct Counters([AtomicU64; Fault::ALL.len()]);

impl Counters {
    fn count(&self, fault: Fault) {
        self.0[fault as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, fault: Fault) -> u64 {
        self.0[fault as usize].load(Ordering::Relaxed)
    }
}

/// What a proxy does to its connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Of the small faults.
    pub(crate) seed: u64,
    /// How the connection ends before its time, if it does.
    pub(crate) end: Option<End>,
}

/// The end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) fault: Fault,
    /// Whose bytes are counted.
    pub(crate) sender: Side,
    /// How many of them arrive.
    pub(crate) after: usize,
}

/// Waits for one client and connects it to the server. Returns where it waits, and what will have ended the connection.
/// A stalled one stays open until `over`.
pub(crate) async fn open(
    server: SocketAddr,
    plan: Plan,
    counters: Arc<Counters>,
    over: watch::Receiver<bool>,
) -> (SocketAddr, JoinHandle<Option<Fault>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
    let address = listener.local_addr().expect("a listener has an address");
    (address, tokio::spawn(relay(listener, server, plan, counters, over)))
}

async fn relay(
    listener: TcpListener,
    server: SocketAddr,
    plan: Plan,
    counters: Arc<Counters>,
    mut over: watch::Receiver<bool>,
) -> Option<Fault> {
    let (mut client, _) = listener.accept().await.expect("a client comes");
    let mut server = TcpStream::connect(server).await.ok()?;
    client.set_nodelay(true).expect("loopback has the option");
    server.set_nodelay(true).expect("loopback has the option");
    let lane = |sender: Side| Lane {
        rng: Rng::derived(plan.seed, sender as u64),
        end: plan.end.filter(|end| end.sender == sender).map(|end| (end.fault, end.after)),
        counters: &counters,
        passed: 0,
    };
    let ended = {
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        tokio::try_join!(
            lane(Side::Client).pump(from_client, to_server),
            lane(Side::Server).pump(from_server, to_client)
        )
    };
    let Err(Broken::Fault(fault)) = ended else { return None };
    counters.count(fault);
    match fault {
        Fault::Reset => {
            client.set_zero_linger().expect("loopback has the option");
            server.set_zero_linger().expect("loopback has the option");
        }
        Fault::Stall => drop(over.wait_for(|over| *over).await),
        _ => {}
    }
    Some(fault)
}

/// Why bytes stopped flowing.
enum Broken {
    Fault(Fault),
    Connection,
}

impl From<io::Error> for Broken {
    fn from(_: io::Error) -> Self {
        Self::Connection
    }
}

/// One direction of a connection.
struct Lane<'a> {
    rng: Rng,
    end: Option<(Fault, usize)>,
    counters: &'a Counters,
    passed: usize,
}

impl Lane<'_> {
    /// Passes bytes on until their sender has no more.
    async fn pump(mut self, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) -> Result<(), Broken> {
        let mut buffer = vec![0; 4096];
        let mut open = true;
        while open {
            let wanted = 1 + self.rng.below(buffer.len());
            let count = from.read(&mut buffer[..wanted]).await?;
            let mut piece = buffer[..count].to_vec();
            open = count > 0;
            if open && self.happens(25) {
                open = self.coalesce(&mut from, &mut piece).await?;
            }
            if let Some((fault, after)) = self.end
                && self.passed + piece.len() >= after
            {
                to.write_all(&piece[..after - self.passed]).await?;
                return Err(Broken::Fault(fault));
            }
            self.passed += piece.len();
            self.dawdle().await;
            self.write(&mut to, &piece).await?;
        }
        to.shutdown().await?;
        Ok(())
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.rng.percent(percent)
    }

    /// Waits a moment for more bytes. False if there are no more.
    async fn coalesce(&mut self, from: &mut ReadHalf<'_>, piece: &mut Vec<u8>) -> Result<bool, Broken> {
        let mut more = [0; 512];
        while let Ok(read) = timeout(Duration::from_millis(2), from.read(&mut more)).await {
            let count = read?;
            if count == 0 {
                return Ok(false);
            }
            piece.extend_from_slice(&more[..count]);
            self.counters.count(Fault::Coalesce);
            if piece.len() > 4096 {
                break;
            }
        }
        Ok(true)
    }

    async fn dawdle(&mut self) {
        if self.happens(10) {
            sleep(Duration::from_micros(500 + 100 * self.rng.below(25) as u64)).await;
            self.counters.count(Fault::Delay);
        }
        if self.rng.below(500) == 0 {
            sleep(Duration::from_millis(100)).await;
            self.counters.count(Fault::Pause);
        }
    }

    async fn write(&mut self, to: &mut WriteHalf<'_>, mut piece: &[u8]) -> Result<(), Broken> {
        if piece.len() > 1 && self.happens(30) {
            self.counters.count(Fault::Split);
            for _ in 0..8 {
                let (now, later) = piece.split_at(self.rng.below(piece.len().min(12) + 1).min(piece.len()));
                to.write_all(now).await?;
                tokio::task::yield_now().await;
                piece = later;
            }
        }
        to.write_all(piece).await?;
        Ok(())
    }
}
