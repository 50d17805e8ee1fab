//! What the end-to-end tests share: a server on a free port, and clients that follow a script.

pub(crate) mod follower;
pub(crate) mod proxy;
pub(crate) mod recorded;
pub(crate) mod verdict;

use bytes::Bytes;
use rxt_net::server::{Limits, Notice, ServeError, Settings, Stop, Tally, serve};
use rxt_net::wire::{Decoder, Message, Side};
use rxt_rules::{Answer, Map, Player, Position};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

/// Longer than any of these games takes; a test that hangs fails instead.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A server that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) stop: watch::Sender<Stop>,
    games: JoinHandle<Result<Tally, ServeError>>,
    notices: Arc<Mutex<Vec<Notice>>>,
    collector: JoinHandle<()>,
}

/// Settings for one game on a map, without a time limit, and with limits short enough for a test.
pub(crate) fn settings(map_bytes: &[u8]) -> Settings {
    let limits = Limits {
        hello: Duration::from_millis(300),
        write: Duration::from_millis(500),
        patience: Duration::from_millis(700),
        ..Limits::default()
    };
    Settings {
        map: Arc::new(Map::parse(map_bytes).expect("the map of a test is valid").0),
        map_bytes: Bytes::copy_from_slice(map_bytes),
        time: None,
        depth: 1,
        games: 1,
        concurrent: 1,
        limits,
        like_course: false,
    }
}

pub(crate) async fn start(settings: Settings) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
    let address = listener.local_addr().expect("a listener has an address");
    let (sender, mut receiver) = mpsc::channel(64);
    let (stop, stopped) = watch::channel(Stop::Not);
    let games = tokio::spawn(serve(listener, settings, sender, stopped));
    let notices = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&notices);
    let collector = tokio::spawn(async move {
        while let Some(notice) = receiver.recv().await {
            all.lock().expect("nobody panics with the notices").push(notice);
        }
    });
    Running { address, stop, games, notices, collector }
}

impl Running {
    /// Waits for the end of the server.
    pub(crate) async fn end(self) -> (Result<Tally, ServeError>, Vec<Notice>) {
        let tally = tokio::time::timeout(PATIENCE, self.games).await.expect("the server ends by itself");
        self.collector.await.expect("notices are only collected");
        let notices = std::mem::take(&mut *self.notices.lock().expect("nobody panics with the notices"));
        (tally.expect("the server does not panic"), notices)
    }

    /// Waits until the server has told something.
    pub(crate) async fn has_told(&self, wanted: impl Fn(&Notice) -> bool) {
        let told = async {
            while !self.notices.lock().expect("nobody panics with the notices").iter().any(&wanted) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, told).await.expect("the server tells what happened");
    }
}

/// A client under full control.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    decoder: Decoder,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("loopback has the option");
        Self { stream, decoder: Decoder::new(Side::Server) }
    }

    /// Connects and says hello.
    pub(crate) async fn hello(address: SocketAddr, group: u8) -> Self {
        let mut client = Self::connect(address).await;
        client.say(&Message::Hello { group }).await;
        client
    }

    pub(crate) async fn say(&mut self, message: &Message) {
        self.bytes(&message.to_bytes()).await;
    }

    /// Ends the connection with a reset, so that nothing more arrives from it.
    pub(crate) fn reset(self) {
        self.stream.set_zero_linger().expect("loopback has the option");
    }

    /// Sends bytes. A connection that was closed by the server is no failure of the test.
    pub(crate) async fn bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// The next message; `None` when the connection ends, in whatever way.
    pub(crate) async fn hear(&mut self) -> Option<Message> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(message) = self.decoder.next_message().expect("the server speaks the protocol") {
                return Some(message);
            }
            let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut buffer));
            match read.await.expect("the server does not leave a client waiting") {
                Ok(0) | Err(_) => return None,
                Ok(count) => self.decoder.feed(&buffer[..count]),
            }
        }
    }

    /// Everything up to the next request, which is taken too, or the end.
    pub(crate) async fn until_asked(&mut self) -> (Vec<Message>, bool) {
        let mut heard = Vec::new();
        while let Some(message) = self.hear().await {
            if matches!(message, Message::Request { .. }) {
                return (heard, true);
            }
            heard.push(message);
        }
        (heard, false)
    }

    /// Everything until the connection ends.
    pub(crate) async fn rest(mut self) -> Vec<Message> {
        let mut heard = Vec::new();
        while let Some(message) = self.hear().await {
            heard.push(message);
        }
        heard
    }
}

/// Plays legal moves to the end: the first ones of the list, which every test can follow.
pub(crate) async fn good(address: SocketAddr, group: u8) -> rxt_net::bot::Ending {
    rxt_net::bot::play(address, group, |position| position.legal_moves()[0]).await.expect("a good client finishes")
}

/// What all players hear of a game in which each plays the first legal move.
pub(crate) fn first_moves(map: &Arc<Map>) -> (Vec<(Player, Answer)>, Position) {
    let mut position = Position::new(Arc::clone(map));
    let mut moves = Vec::new();
    while let Some(player) = position.to_move() {
        let mv = position.legal_moves()[0];
        moves.push((player, mv.answer(map)));
        position.play(mv);
    }
    (moves, position)
}
