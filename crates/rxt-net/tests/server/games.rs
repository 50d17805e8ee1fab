//! Whole games over loopback: what the players hear, in which order, and what is left at the end.

use crate::support::{Client, first_moves, good, settings, start};
use rxt_net::server::{Notice, Stop, Tally};
use rxt_net::wire::Message;
use rxt_rules::Player;
use std::time::Duration;

const STANDARD: &[u8] = include_bytes!("../../../../maps/standard-8x8.map");
const THREE: &[u8] = b"3 0 2 1 5 5\n0 0 0 0 0\n0 1 2 3 0\n0 2 3 1 0\n0 3 1 2 0\n0 0 0 0 0\n";

fn player(number: u8) -> Player {
    Player::new(number).expect("1 to 8")
}

#[tokio::test]
async fn a_game_of_two_ends_for_both_with_the_same_position() {
    let settings = settings(STANDARD);
    let (moves, last) = first_moves(&settings.map);
    let server = start(settings).await;
    let (one, two) = tokio::join!(good(server.address, 1), good(server.address, 2));
    assert!(one.complete && two.complete);
    assert_eq!(one.position, last);
    assert_eq!(two.position, last);
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }));
    let judged = notices.iter().filter(|notice| matches!(notice, Notice::Judged(_))).count();
    assert_eq!(judged, moves.len());
}

#[tokio::test]
async fn every_player_hears_map_number_moves_and_both_ends_in_order() {
    let settings = settings(THREE);
    let (moves, _) = first_moves(&settings.map);
    let map = settings.map.clone();
    let server = start(settings).await;
    let mut clients = Vec::new();
    for group in 1..=3 {
        clients.push(Client::hello(server.address, group).await);
    }
    let play = |mut client: Client| {
        let mut position = rxt_rules::Position::new(map.clone());
        async move {
            let mut heard = Vec::new();
            while let Some(message) = client.hear().await {
                match &message {
                    Message::Request { time_ms, depth } => {
                        assert_eq!((*time_ms, *depth), (0, 1));
                        let answer = position.legal_moves()[0].answer(position.map());
                        client.say(&Message::Answer(answer)).await;
                        continue;
                    }
                    Message::Moved(_, answer) => position.play(position.read(*answer).unwrap()),
                    _ => {}
                }
                heard.push(message);
            }
            heard
        }
    };
    let mut plays = tokio::task::JoinSet::new();
    for client in clients {
        plays.spawn(play(client));
    }
    let building = first_moves_of_building(&map);
    let mut seen = [false; 3];
    for heard in plays.join_all().await {
        let Message::You(me) = heard[1] else { panic!("{:?}", heard[1]) };
        seen[me.index()] = true;
        let mut expected = vec![Message::Map(THREE.to_vec()), Message::You(me)];
        let announced = moves.iter().map(|&(player, answer)| Message::Moved(player, answer));
        expected.extend(announced);
        expected.insert(2 + building, Message::EndBuilding);
        expected.push(Message::EndGame);
        assert_eq!(heard, expected);
    }
    assert_eq!(seen, [true; 3]);
}

fn first_moves_of_building(map: &std::sync::Arc<rxt_rules::Map>) -> usize {
    let mut position = rxt_rules::Position::new(map.clone());
    let mut count = 0;
    while position.phase() == rxt_rules::Phase::Build {
        position.play(position.legal_moves()[0]);
        count += 1;
    }
    count
}

#[tokio::test]
async fn players_are_numbered_in_the_order_in_which_they_connected_not_in_which_they_spoke() {
    let server = start(settings(STANDARD)).await;
    let mut first = Client::connect(server.address).await;
    let mut second = Client::hello(server.address, 9).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    first.say(&Message::Hello { group: 4 }).await;
    for (client, number) in [(&mut first, 1), (&mut second, 2)] {
        assert!(matches!(client.hear().await, Some(Message::Map(_))));
        assert_eq!(client.hear().await, Some(Message::You(player(number))));
    }
    drop((first, second));
    let _ = server.end().await;
}

#[tokio::test]
async fn the_account_carries_over_and_travels_in_the_request() {
    let mut settings = settings(STANDARD);
    settings.time = Some(Duration::from_secs(2));
    settings.depth = 7;
    let map = settings.map.clone();
    let server = start(settings).await;
    let mut client = Client::hello(server.address, 1).await;
    let other = tokio::spawn(good(server.address, 2));
    let mut position = rxt_rules::Position::new(map);
    let mut accounts = Vec::new();
    while let Some(message) = client.hear().await {
        match message {
            Message::Request { time_ms, depth } => {
                assert_eq!(depth, 7);
                accounts.push(time_ms);
                if accounts.len() == 2 {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                let answer = position.legal_moves()[0].answer(position.map());
                client.say(&Message::Answer(answer)).await;
            }
            Message::Moved(_, answer) => position.play(position.read(answer).unwrap()),
            _ => {}
        }
    }
    assert!(other.await.unwrap().complete);
    assert_eq!(accounts[0], 2000);
    // Other things run on this machine: an instant answer may be charged a little.
    assert!((3500..=4000).contains(&accounts[1]), "{accounts:?}");
    assert!((accounts[1] + 1200..=accounts[1] + 1700).contains(&accounts[2]), "{accounts:?}");
    let (_, notices) = server.end().await;
    let used: Vec<Duration> = notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Judged(judged) => judged.used,
            _ => None,
        })
        .collect();
    assert!(used.iter().any(|used| *used >= Duration::from_millis(300)), "{used:?}");
}

#[tokio::test]
async fn several_games_at_once_do_not_mix() {
    let settings = rxt_net::server::Settings { games: 8, concurrent: 4, ..settings(STANDARD) };
    let (_, last) = first_moves(&settings.map);
    let server = start(settings).await;
    let mut bots = tokio::task::JoinSet::new();
    for group in 0..16 {
        bots.spawn(good(server.address, group));
    }
    for ending in bots.join_all().await {
        assert!(ending.complete);
        assert_eq!(ending.position, last);
    }
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 8, aborted: 0 }));
    let ended = notices.iter().filter(|notice| matches!(notice, Notice::Ended { complete: true, .. })).count();
    assert_eq!(ended, 8);
}

#[tokio::test]
async fn a_server_that_is_told_to_abort_ends_its_games_and_says_so() {
    let server = start(settings(STANDARD)).await;
    let mut one = Client::hello(server.address, 1).await;
    let two = Client::hello(server.address, 2).await;
    assert!(one.until_asked().await.1);
    server.stop.send(Stop::Abort).unwrap();
    assert!(!one.until_asked().await.1, "the connection ends");
    drop(two);
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 0, aborted: 1 }));
    assert_eq!(notices.last(), Some(&Notice::Ended { game: 1, complete: false }));
}

#[tokio::test]
async fn a_server_that_is_told_to_finish_takes_nobody_else_and_plays_on() {
    let settings = rxt_net::server::Settings { games: 5, concurrent: 5, ..settings(STANDARD) };
    let server = start(settings).await;
    let mut slow = Client::hello(server.address, 1).await;
    let fast = tokio::spawn(good(server.address, 2));
    assert!(slow.until_asked().await.1);
    server.stop.send(Stop::Finish).unwrap();
    slow.say(&Message::Answer(rxt_rules::Answer { x: 0, y: 0, special: 0 })).await;
    assert!(fast.await.unwrap().complete);
    let (tally, _) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }));
}

#[tokio::test]
async fn whoever_is_too_late_keeps_his_account_as_the_result_file_of_the_course_shows_it() {
    let mut settings = settings(STANDARD);
    settings.time = Some(Duration::from_millis(400));
    let map = settings.map.clone();
    let server = start(settings).await;
    let mut late = Client::hello(server.address, 1).await;
    let other = Client::hello(server.address, 2).await;
    assert!(late.until_asked().await.1);
    assert_eq!(late.rest().await, [Message::Disqualified(player(1))]);
    assert_eq!(other.rest().await.last(), Some(&Message::EndGame));
    let (_, notices) = server.end().await;
    let file = crate::support::verdict::replay(&map, &notices, 1).result_file("a.map", true);
    assert_eq!(file, "a.map\n1\t0\t400 msecs\tdisq.\n2\t2\t0 msecs\tok\n");
}

#[tokio::test]
async fn several_who_are_gone_are_told_in_the_order_of_their_numbers() {
    let server = start(settings(THREE)).await;
    let mut one = Client::hello(server.address, 1).await;
    let mut two = Client::hello(server.address, 2).await;
    let mut three = Client::hello(server.address, 3).await;
    for gone in [&mut two, &mut three] {
        while !matches!(gone.hear().await, Some(Message::You(_))) {}
    }
    assert!(one.until_asked().await.1);
    two.reset();
    three.reset();
    let position = rxt_rules::Position::new(settings(THREE).map);
    let answer = position.legal_moves()[0].answer(position.map());
    one.say(&Message::Answer(answer)).await;
    let told = [
        Message::Moved(player(1), answer),
        Message::Disqualified(player(2)),
        Message::Disqualified(player(3)),
        Message::EndGame,
    ];
    assert_eq!(one.rest().await, told);
    let _ = server.end().await;
}
