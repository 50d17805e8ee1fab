//! Every recorded game is played through the server again: the players say what they said, and hear what they heard.

use crate::support::{Client, recorded, settings, start, verdict};
use rxt_net::server::Tally;
use rxt_net::wire::Message;
use rxt_record::vector::{VectorDisqualification, VectorGame};
use rxt_rules::{Answer, Player};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Games that are played at the same time.
const AT_ONCE: usize = 8;

/// What a player did when he was asked.
enum Act {
    Say(Message),
    Close,
}

fn player(number: u8) -> Player {
    Player::new(number).expect("players are recorded from 1 to 8")
}

/// What each player does, request by request.
fn scripts(game: &VectorGame) -> Vec<VecDeque<Act>> {
    let mut scripts: Vec<VecDeque<Act>> = (0..game.players).map(|_| VecDeque::new()).collect();
    for event in events(game) {
        let (number, act) = match event {
            Event::Moved { number, answer, .. } => (number, Act::Say(Message::Answer(answer))),
            Event::Out(out) => (out.player, misdeed(out)),
        };
        scripts[usize::from(number) - 1].push_back(act);
    }
    scripts
}

fn misdeed(out: &VectorDisqualification) -> Act {
    match (out.how.as_str(), out.answer) {
        ("illegal" | "special", Some((x, y, special))) => Act::Say(Message::Answer(Answer { x, y, special })),
        ("type", _) => Act::Say(Message::Hello { group: 1 }),
        ("close", _) => Act::Close,
        other => panic!("how was this player disqualified? {other:?}"),
    }
}

/// What happened, and in which phase.
enum Event<'a> {
    Moved { number: u8, answer: Answer, phase: u8 },
    Out(&'a VectorDisqualification),
}

/// Moves and disqualifications in the order in which they happened.
fn events(game: &VectorGame) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    let mut outs = game.dq.iter().peekable();
    for mv in &game.moves {
        while let Some(out) = outs.next_if(|out| out.before_move <= mv.n) {
            events.push(Event::Out(out));
        }
        let answer = Answer { x: mv.x, y: mv.y, special: mv.s };
        events.push(Event::Moved { number: mv.p, answer, phase: mv.phase });
    }
    events.extend(outs.map(Event::Out));
    events
}

/// What all players hear behind their numbers, as long as they take part.
fn announcements(game: &VectorGame) -> Vec<Message> {
    let mut heard = Vec::new();
    let mut building = true;
    for event in events(game) {
        let (phase, message) = match event {
            // The special byte of a bomb is not passed on.
            Event::Moved { number, answer, phase: 2 } => {
                (2, Message::Moved(player(number), Answer { special: 0, ..answer }))
            }
            Event::Moved { number, answer, phase } => (phase, Message::Moved(player(number), answer)),
            Event::Out(out) => (out.phase, Message::Disqualified(player(out.player))),
        };
        if building && phase == 2 {
            heard.push(Message::EndBuilding);
            building = false;
        }
        heard.push(message);
    }
    let alone = game.dq.len() + 1 == usize::from(game.players);
    if building && !alone {
        heard.push(Message::EndBuilding);
    }
    heard.push(Message::EndGame);
    heard
}

/// Acts when it is asked; what it heard besides requests.
async fn act(mut client: Client, mut script: VecDeque<Act>) -> Vec<Message> {
    let mut heard = Vec::new();
    while let Some(message) = client.hear().await {
        if !matches!(message, Message::Request { .. }) {
            heard.push(message);
            continue;
        }
        match script.pop_front() {
            Some(Act::Say(message)) => client.say(&message).await,
            Some(Act::Close) => return heard,
            None => panic!("asked once more than the recorded player"),
        }
    }
    assert!(script.is_empty(), "asked less often than the recorded player");
    heard
}

/// Plays a game and compares; how many moves it had.
async fn play(game: VectorGame) -> usize {
    let map_bytes = recorded::map_bytes(&game.map);
    let mut settings = settings(&map_bytes);
    settings.limits.patience = Duration::from_mins(1);
    settings.limits.write = Duration::from_mins(1);
    let map = Arc::clone(&settings.map);
    let server = start(settings).await;
    let mut clients = Vec::new();
    for (group, script) in (1..).zip(scripts(&game)) {
        let client = Client::hello(server.address, group).await;
        clients.push(tokio::spawn(act(client, script)));
    }
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }), "{}", game.id);
    let all = announcements(&game);
    let mut told = Vec::new();
    for (number, client) in (1..).zip(clients) {
        let heard = client.await.unwrap_or_else(|error| panic!("{}, player {number}: {error}", game.id));
        assert_eq!(heard[..2], [Message::Map(map_bytes.clone()), Message::You(player(number))], "{}", game.id);
        assert_heard(&game, number, &heard[2..], &all);
        told.extend(heard.iter().filter_map(|message| match message {
            Message::Disqualified(out) => Some((number, out.number())),
            _ => None,
        }));
    }
    told.sort_unstable();
    let mut expected = game.dq_messages.clone();
    expected.sort_unstable();
    assert_eq!(told, expected, "{}: who heard of whose disqualification", game.id);
    let verdict = verdict::replay(&map, &notices, 1);
    assert_eq!(verdict.position.rows(), game.end.board, "{}", game.id);
    assert_eq!(verdict.moves, game.moves.len(), "{}", game.id);
    let lines = game.end.result_file.as_ref().expect("recorded games have a result file");
    assert_eq!(verdict.result_file("m.map", false), format!("m.map\n{}\n", lines.join("\n")), "{}", game.id);
    verdict.moves
}

/// A player hears everything up to his own disqualification, and that too unless he left.
fn assert_heard(game: &VectorGame, number: u8, heard: &[Message], all: &[Message]) {
    let out = all.iter().position(|message| *message == Message::Disqualified(player(number)));
    let left = game.dq.iter().any(|out| out.player == number && out.how == "close");
    let expected = match out {
        Some(at) if left => &all[..at],
        Some(at) => &all[..=at],
        None => all,
    };
    let same = heard.iter().zip(expected).take_while(|(heard, expected)| heard == expected).count();
    assert!(
        same == expected.len() && same == heard.len(),
        "{}, player {number}, message {same}: {:?} instead of {:?}",
        game.id,
        heard.get(same),
        expected.get(same),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recorded_games_are_heard_as_they_were() {
    let Some(folder) = recorded::folder() else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    let tables = Arc::new(Semaphore::new(AT_ONCE));
    let mut games = JoinSet::new();
    for name in ["games-small.jsonl.gz", "games-extra.jsonl.gz", "games-large.jsonl.gz"] {
        for line in recorded::lines(&folder.join(name)) {
            let table = Arc::clone(&tables).acquire_owned().await.unwrap();
            games.spawn(async move {
                let game: VectorGame = serde_json::from_str(&line).expect("a recorded game can be read");
                let moves = play(game).await;
                drop(table);
                moves
            });
        }
    }
    let (mut count, mut moves) = (0, 0);
    while let Some(game) = games.join_next().await {
        count += 1;
        moves += game.unwrap();
    }
    assert_eq!(count, 309);
    println!("proof: {count} games, {moves} moves through the server");
}
