//! Seeded games over a bad network: connections are delayed, cut up, closed, reset and stalled, and whoever is not
//! concerned finishes with the right result.

use crate::support::proxy::{self, Counters, End, Fault, Plan};
use crate::support::{PATIENCE, settings, start, verdict};
use rxt_net::bot::{self, BotError, Ending};
use rxt_net::server::{Limits, Settings, Tally};
use rxt_net::wire::Side;
use rxt_rules::Map;
use rxt_rules::map::generate::wild;
use rxt_rules::referee::Reason;
use rxt_rules::rng::Rng;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinHandle, JoinSet};

/// Games that are played at the same time.
const AT_ONCE: usize = 10;
/// The group of clients that never become players.
const STRANGER: u8 = 99;

/// A bot behind a proxy.
struct Seat {
    group: u8,
    bot: JoinHandle<Result<Ending, BotError>>,
    proxy: JoinHandle<Option<Fault>>,
}

/// What is played: with a time limit, or with a patience that runs out when a connection is stalled.
fn rules(map: &Arc<Map>, timed: bool) -> Settings {
    let settings = settings(map.file().to_string().as_bytes());
    let limits = Limits {
        hello: Duration::from_mins(1),
        write: Duration::from_secs(2),
        patience: Duration::from_secs(2),
        ..Limits::default()
    };
    Settings { limits, time: timed.then_some(Duration::from_secs(3)), ..settings }
}

/// How the connection of a player ends: never before the game has begun.
fn end_of_player(rng: &mut Rng, map_length: usize, timed: bool) -> Option<End> {
    // What is saved on an account would have to be waited for.
    let faults: &[Fault] = if timed { &[Fault::Cut, Fault::Reset] } else { &[Fault::Cut, Fault::Reset, Fault::Stall] };
    if !rng.percent(30) {
        return None;
    }
    let fault = *rng.pick(faults).expect("there are faults");
    Some(match rng.below(3) {
        0 => End { fault, sender: Side::Client, after: 7 + rng.below(150) },
        1 => End { fault, sender: Side::Server, after: map_length + rng.below(500) },
        _ => End { fault, sender: Side::Server, after: 1 + rng.below(map_length) },
    })
}

/// How the connection of a client ends that does not get to say hello.
fn end_of_stranger(rng: &mut Rng) -> End {
    let fault = *rng.pick(&[Fault::Cut, Fault::Reset, Fault::Stall]).expect("there are faults");
    End { fault, sender: Side::Client, after: rng.below(6) }
}

async fn seat(
    server: SocketAddr,
    group: u8,
    plan: Plan,
    counters: &Arc<Counters>,
    over: &watch::Receiver<bool>,
) -> Seat {
    let (address, proxy) = proxy::open(server, plan, Arc::clone(counters), over.clone()).await;
    let mut rng = Rng::derived(plan.seed, 77);
    let bot = bot::play(address, group, move |position| {
        let moves = position.legal_moves();
        *rng.pick(&moves).expect("who is asked has a move")
    });
    Seat { group, bot: tokio::spawn(bot), proxy }
}

/// Plays a game; how many were disqualified.
async fn play(seed: u64, counters: Arc<Counters>) -> usize {
    let mut rng = Rng::derived(seed, 0);
    let map = wild(seed);
    let timed = rng.percent(50);
    let settings = rules(&map, timed);
    let map_length = settings.map_bytes.len();
    let server = start(settings).await;
    let (end, over) = watch::channel(false);
    let mut seats = Vec::new();
    if rng.percent(30) {
        let plan = Plan { seed: rng.next_u64(), end: Some(end_of_stranger(&mut rng)) };
        seats.push(seat(server.address, STRANGER, plan, &counters, &over).await);
    }
    for group in 1..=map.players() {
        let plan = Plan { seed: rng.next_u64(), end: end_of_player(&mut rng, map_length, timed) };
        seats.push(seat(server.address, group, plan, &counters, &over).await);
    }
    let (tally, notices) = server.end().await;
    end.send_replace(true);
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }), "seed {seed}");
    let verdict = verdict::replay(&map, &notices, 1);
    let out = |group: u8| {
        let player = verdict.player_of(group);
        verdict.disqualified.iter().find(|(out, _)| Some(*out) == player).map(|(_, reason)| *reason)
    };
    for Seat { group, bot, proxy } in seats {
        let bot =
            tokio::time::timeout(PATIENCE, bot).await.expect("a bot is not left waiting").expect("bots are sound");
        let fault = tokio::time::timeout(PATIENCE, proxy).await.expect("a proxy ends").expect("proxies are sound");
        let fair = matches!(
            (out(group), fault),
            (None, _) | (Some(Reason::Gone), Some(_)) | (Some(Reason::Timeout), Some(Fault::Stall))
        );
        assert!(fair, "seed {seed}, group {group}: {:?} after {fault:?}", out(group));
        if group == STRANGER {
            // He may still be about to say hello when the game ends without him.
            assert_eq!(verdict.player_of(group), None, "seed {seed}");
        } else if fault.is_none() {
            let ending = bot.unwrap_or_else(|error| panic!("seed {seed}, group {group}: {error}"));
            assert!(ending.complete, "seed {seed}, group {group}: no end");
            assert_eq!(ending.position, verdict.position, "seed {seed}, group {group}");
        }
    }
    verdict.disqualified.len()
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// `RXT_FAULT_GAMES` games are played, from seed `RXT_FAULT_SEED` on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn faults_of_the_network_end_nothing_but_their_own_connection() {
    let (games, first) = (number("RXT_FAULT_GAMES", 50), number("RXT_FAULT_SEED", 1));
    let counters = Arc::new(Counters::default());
    let tables = Arc::new(Semaphore::new(AT_ONCE));
    let mut running = JoinSet::new();
    for seed in first..first + games {
        let table = Arc::clone(&tables).acquire_owned().await.unwrap();
        let counters = Arc::clone(&counters);
        running.spawn(async move {
            let disqualified = play(seed, counters).await;
            drop(table);
            disqualified
        });
    }
    let mut disqualified = 0;
    while let Some(game) = running.join_next().await {
        disqualified += game.unwrap();
    }
    println!("proof: {games} games over a bad network");
    println!("proof: {disqualified} disqualifications of lost connections");
    for fault in Fault::ALL {
        println!("proof: {} faults of kind {fault:?}", counters.get(fault));
    }
    for fault in Fault::ALL {
        assert!(counters.get(fault) > 0, "{fault:?} never happened");
    }
    assert!(disqualified > 0, "nobody was disqualified");
}
