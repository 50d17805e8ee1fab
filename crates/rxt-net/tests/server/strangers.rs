//! Clients that never become players: their seat goes to another, or in the course's way the server ends.

use crate::support::{Client, good, settings, start, verdict};
use rxt_net::server::{Limits, Notice, ServeError, Settings, Tally, TurnedAway};
use rxt_net::wire::Message;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

const STANDARD: &[u8] = include_bytes!("../../../../maps/standard-8x8.map");

/// What a client does instead of joining the game.
#[derive(Clone, Copy, Debug)]
enum Stranger {
    Silent,
    Says(&'static [u8]),
    SaysAndCloses(&'static [u8]),
    SaysAndResets(&'static [u8]),
    SaysAndHalfCloses(&'static [u8]),
    Drips(&'static [u8]),
}

const HELLO: &[u8] = &[1, 0, 0, 0, 1, 66];

/// Whether this is why somebody was turned away.
type Why = fn(&TurnedAway) -> bool;

/// What strangers do, and why they are turned away.
const STRANGERS: [(Stranger, Why); 20] = [
    (Stranger::Silent, silent),
    (Stranger::Says(&[1, 0, 0, 0, 1]), silent),
    (Stranger::Drips(&[1, 0, 0, 0, 1, 1]), silent),
    (Stranger::Says(&[5, 0, 0, 0, 5, 0, 0, 0, 0, 0]), wrong),
    (Stranger::Says(&[2, 0, 0, 0, 1, 1]), wrong),
    (Stranger::Says(&[0, 0, 0, 0, 1, 1]), wrong),
    (Stranger::Says(b"GET / HTTP/1.1\r\n\r\n"), wrong),
    (Stranger::Says(&[1, 0, 0, 0, 0]), wrong),
    (Stranger::Says(&[1, 0, 0, 0, 2, 1, 1]), wrong),
    (Stranger::Says(&[1, 0xff, 0xff, 0xff, 0xff]), wrong),
    (Stranger::Says(&[1, 0, 0, 0, 1, 100]), group),
    (Stranger::Says(&[1, 0, 0, 0, 1, 255]), group),
    (Stranger::SaysAndCloses(&[]), left),
    (Stranger::SaysAndCloses(&[1, 0, 0]), left),
    (Stranger::SaysAndResets(&[]), left),
    (Stranger::SaysAndHalfCloses(&[]), left),
    (Stranger::SaysAndHalfCloses(&[1, 0, 0, 0, 1]), left),
    (Stranger::SaysAndCloses(HELLO), left),
    (Stranger::SaysAndResets(HELLO), left),
    (Stranger::SaysAndHalfCloses(HELLO), left),
];

fn silent(why: &TurnedAway) -> bool {
    matches!(why, TurnedAway::Silent(_))
}

fn wrong(why: &TurnedAway) -> bool {
    matches!(why, TurnedAway::Wrong(_))
}

fn group(why: &TurnedAway) -> bool {
    matches!(why, TurnedAway::Group(100 | 255))
}

fn left(why: &TurnedAway) -> bool {
    matches!(why, TurnedAway::Left)
}

impl Stranger {
    /// Does it. What is left is the connection, if the stranger stays.
    async fn act(self, mut client: Client) -> Option<Client> {
        match self {
            Self::Silent => {}
            Self::Says(bytes) => client.bytes(bytes).await,
            Self::SaysAndCloses(bytes) => {
                client.bytes(bytes).await;
                return None;
            }
            Self::SaysAndResets(bytes) => {
                client.bytes(bytes).await;
                client.reset();
                return None;
            }
            Self::SaysAndHalfCloses(bytes) => {
                client.bytes(bytes).await;
                client.stream.shutdown().await.expect("the connection is open");
            }
            Self::Drips(bytes) => {
                for byte in bytes {
                    client.bytes(&[*byte]).await;
                    tokio::time::sleep(Duration::from_millis(250)).await;
                }
            }
        }
        Some(client)
    }
}

/// Settings with a short time for the hello.
fn hasty() -> Settings {
    let limits = Limits { hello: Duration::from_secs(1), patience: Duration::from_mins(1), ..Limits::default() };
    Settings { limits, ..settings(STANDARD) }
}

/// A stranger comes first and is turned away; then a game is played without it.
async fn seat_goes_to_another(stranger: Stranger, reason: Why) {
    let settings = hasty();
    let map = Arc::clone(&settings.map);
    let server = start(settings).await;
    let client = stranger.act(Client::connect(server.address).await).await;
    server.has_told(|notice| matches!(notice, Notice::TurnedAway(_, why) if reason(why))).await;
    if let Some(client) = client {
        assert_eq!(client.rest().await, [], "{stranger:?} is told nothing, and its connection ends");
    }
    let (one, two) = tokio::join!(good(server.address, 1), good(server.address, 2));
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }), "{stranger:?}");
    let verdict = verdict::replay(&map, &notices, 1);
    assert_eq!(verdict.disqualified, [], "{stranger:?}");
    assert!(verdict.groups == [1, 2] || verdict.groups == [2, 1], "{stranger:?}");
    for ending in [one, two] {
        assert!(ending.complete && ending.position == verdict.position, "{stranger:?}");
    }
    let away = notices.iter().filter(|notice| matches!(notice, Notice::TurnedAway(..))).count();
    assert_eq!(away, 1, "{stranger:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seat_of_a_stranger_goes_to_another() {
    let mut games: JoinSet<()> =
        STRANGERS.into_iter().map(|(stranger, reason)| seat_goes_to_another(stranger, reason)).collect();
    while let Some(game) = games.join_next().await {
        game.unwrap();
    }
    println!("proof: {} strangers were turned away, and others played", STRANGERS.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_course_a_bad_hello_ends_the_server() {
    // There, a silent client is waited for, and whoever leaves behind its hello is noticed later.
    let noticed = |stranger: &Stranger| match stranger {
        Stranger::Silent | Stranger::Drips(_) | Stranger::Says([1, 0, 0, 0, 1]) => false,
        Stranger::SaysAndCloses(said) | Stranger::SaysAndResets(said) | Stranger::SaysAndHalfCloses(said) => {
            *said != HELLO
        }
        Stranger::Says(_) => true,
    };
    let strangers = STRANGERS.into_iter().filter(|(stranger, _)| noticed(stranger));
    let mut servers = JoinSet::new();
    for (stranger, reason) in strangers {
        servers.spawn(async move {
            let server = start(Settings { like_course: true, ..hasty() }).await;
            let good = Client::hello(server.address, 1).await;
            server.has_told(|notice| matches!(notice, Notice::Arrived { .. })).await;
            let client = stranger.act(Client::connect(server.address).await).await;
            let (tally, _) = server.end().await;
            assert!(matches!(&tally, Err(ServeError::Hello(why)) if reason(why)), "{stranger:?}: {tally:?}");
            assert_eq!(good.rest().await, [], "{stranger:?}");
            drop(client);
        });
    }
    assert_eq!(servers.len(), 14);
    while let Some(server) = servers.join_next().await {
        server.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_strangers_keep_nobody_waiting() {
    let mut settings = hasty();
    settings.limits.hello = Duration::from_mins(10);
    settings.limits.waiting = 20;
    let server = start(settings).await;
    let mut silent = Vec::new();
    for _ in 0..18 {
        silent.push(Client::connect(server.address).await);
    }
    let (one, two) = tokio::join!(good(server.address, 1), good(server.address, 2));
    assert!(one.complete && two.complete);
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }));
    assert!(!notices.iter().any(|notice| matches!(notice, Notice::TurnedAway(..))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_bounded_and_a_place_that_becomes_free_is_given_away() {
    let mut settings = hasty();
    settings.limits.waiting = 2;
    let server = start(settings).await;
    let first = Client::connect(server.address).await;
    let mut player = Client::hello(server.address, 1).await;
    server.has_told(|notice| matches!(notice, Notice::Arrived { .. })).await;
    let third = Client::hello(server.address, 3).await;
    server.has_told(|notice| matches!(notice, Notice::TurnedAway(_, TurnedAway::Crowd(2)))).await;
    assert_eq!(third.rest().await, []);
    drop(first);
    server.has_told(|notice| matches!(notice, Notice::TurnedAway(_, TurnedAway::Left))).await;
    let other = tokio::spawn(good(server.address, 2));
    assert!(player.until_asked().await.1);
    player.say(&Message::Hello { group: 1 }).await;
    assert!(other.await.unwrap().complete);
    let (tally, _) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_waits_in_vain_says_so() {
    for like_course in [false, true] {
        let mut settings = Settings { like_course, ..hasty() };
        settings.limits.gather = Some(Duration::from_millis(400));
        let server = start(settings).await;
        let one = Client::hello(server.address, 1).await;
        let silent = Client::connect(server.address).await;
        let (tally, _) = server.end().await;
        assert_eq!(tally, Err(ServeError::Gather));
        assert_eq!((one.rest().await, silent.rest().await), (vec![], vec![]));
    }
}
