//! Spectators: a snapshot, then every event, whenever they come.

use crate::support::{Client, PATIENCE, good, settings};
use rxt_net::server::{Feed, Ledger, Notice, Stop, serve, show};
use rxt_record::Record;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

const STANDARD: &[u8] = include_bytes!("../../../../maps/standard-8x8.map");

/// A server with a feed and a gallery, as `rxt serve` puts them together.
struct Watched {
    players: SocketAddr,
    gallery: SocketAddr,
    done: JoinHandle<()>,
}

async fn watched() -> Watched {
    let settings = settings(STANDARD);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let gallery = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let (players, watch_at) = (listener.local_addr().expect("bound"), gallery.local_addr().expect("bound"));
    let ledger = Ledger::new(settings.map.clone(), vec![("event".into(), "test".into())]);
    let feed = Arc::new(Mutex::new(Feed::new(ledger)));
    let showing = tokio::spawn(show(gallery, feed.clone()));
    let (sender, mut notices) = mpsc::channel::<Notice>(16);
    let (stop, stopped) = watch::channel(Stop::Not);
    let done = tokio::spawn(async move {
        let serving = tokio::spawn(serve(listener, settings, sender, stopped));
        while let Some(notice) = notices.recv().await {
            feed.lock().expect("no test panics here").on(&notice);
        }
        serving.await.expect("the server does not panic").expect("the game is played");
        showing.abort();
        drop((stop, feed));
    });
    Watched { players, gallery: watch_at, done }
}

struct Spectator(Lines<BufReader<OwnedReadHalf>>);

impl Spectator {
    async fn new(address: SocketAddr) -> Self {
        let (read, _) = TcpStream::connect(address).await.expect("the gallery listens").into_split();
        Self(BufReader::new(read).lines())
    }

    async fn line(&mut self) -> Option<Value> {
        let line = tokio::time::timeout(PATIENCE, self.0.next_line()).await.expect("a line comes").ok()??;
        Some(serde_json::from_str(&line).expect("every line is JSON"))
    }
}

/// Follows a game to its end. Returns its moves, and checks that no number is missing.
async fn follow(mut spectator: Spectator) -> (Vec<Value>, Value) {
    let snapshot = spectator.line().await.expect("a snapshot comes first");
    assert_eq!(snapshot["type"], "snapshot");
    let mut sequence = snapshot["sequence"].as_u64().expect("a number");
    let mut moves: Vec<Value> = Vec::new();
    if let Some(game) = snapshot["games"].get(0) {
        let record = Record::from_json(game["record"].to_string().as_bytes()).expect("a snapshot holds a record");
        moves.extend(record.moves().map(|mv| serde_json::json!([mv.player.number(), mv.answer.x, mv.answer.y])));
    }
    loop {
        let event = spectator.line().await.expect("the game ends before the connection");
        sequence += 1;
        assert_eq!(event["sequence"], sequence, "{event}");
        match event["type"].as_str() {
            Some("moved") => moves.push(serde_json::json!([event["player"], event["x"], event["y"]])),
            Some("ended") => return (moves, event),
            _ => {}
        }
    }
}

#[tokio::test]
async fn whoever_comes_early_or_late_sees_the_same_game() {
    let server = watched().await;
    let early = tokio::spawn(follow(Spectator::new(server.gallery).await));
    let mut slow = Client::hello(server.players, 1).await;
    let other = tokio::spawn(good(server.players, 2));
    let mut position = rxt_rules::Position::new(settings(STANDARD).map);
    let mut late = None;
    let mut asked = 0;
    while let Some(message) = slow.hear().await {
        use rxt_net::wire::Message;
        match message {
            Message::Request { .. } => {
                asked += 1;
                if asked == 10 {
                    late = Some(tokio::spawn(follow(Spectator::new(server.gallery).await)));
                }
                slow.say(&Message::Answer(position.legal_moves()[0].answer(position.map()))).await;
            }
            Message::Moved(_, answer) => position.play(position.read(answer).unwrap()),
            _ => {}
        }
    }
    assert!(other.await.unwrap().complete);
    let (early, end) = early.await.unwrap();
    let (late, late_end) = late.expect("player 1 is asked ten times").await.unwrap();
    assert_eq!(early, late);
    assert_eq!(end, late_end);
    assert_eq!(end["complete"], true);
    let points: Vec<_> = rxt_rules::Player::all(2).map(|player| position.points(player)).collect();
    assert_eq!(end["points"], serde_json::json!(points));
    server.done.await.unwrap();
}

#[tokio::test]
async fn a_spectator_who_does_not_read_holds_up_nobody() {
    let server = watched().await;
    let _asleep = TcpStream::connect(server.gallery).await.unwrap();
    let (one, two) = tokio::join!(good(server.players, 1), good(server.players, 2));
    assert!(one.complete && two.complete);
    server.done.await.unwrap();
}
