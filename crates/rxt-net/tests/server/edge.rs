//! The recorded edge cases are driven through the server, request by request: as it is, and in the course's way.

use crate::support::follower::Leave;
use crate::support::{Client, recorded, settings, start, verdict};
use rxt_net::server::{Settings, Stop, Tally};
use rxt_net::wire::{Decoded, Message, Side, decode};
use rxt_rules::{Answer, Player};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Cases that are driven at the same time; most of them wait.
const AT_ONCE: usize = 120;
/// Everything that takes time takes this many times as long as it was recorded, so that a busy machine can keep up.
const SLOWER: u32 = 3;
/// What a recorded account may differ from ours, after all is as slow: less for what the machine takes, hardly more.
const CHARGED_MORE: i64 = 900;
const CHARGED_LESS: i64 = 60;

/// A case as it was recorded.
#[derive(Deserialize)]
struct Case {
    id: String,
    map: String,
    #[serde(default)]
    server_args: Vec<String>,
    steps: Option<Vec<Step>>,
    final_board: Option<Vec<String>>,
    #[serde(default)]
    server_stopped_by_harness: bool,
    #[serde(default)]
    messages: Vec<Vec<Value>>,
    result_file: Option<String>,
}

/// A request and what the player did.
#[derive(Deserialize)]
struct Step {
    player: u8,
    action: Value,
}

/// A recorded message: when, to which client, what.
struct Heard {
    seconds: f64,
    client: usize,
    message: Message,
}

/// What the player on turn does.
enum Act {
    /// Says this after a while.
    Say(Duration, Vec<u8>),
    /// Says this piece by piece, with a pause before each byte.
    Drip(Duration, Vec<u8>),
    /// Nothing.
    Keep,
}

impl Case {
    /// What the clients heard, from their numbers on.
    fn heard(&self) -> Vec<Heard> {
        let rows = self.messages.iter().filter(|row| row[1] == "msg");
        rows.map(|row| {
            let mut bytes = vec![row[4].as_u64().expect("a type") as u8];
            let payload = hex(row[5].as_str().expect("a payload"));
            bytes.extend((payload.len() as u32).to_be_bytes());
            bytes.extend(payload);
            let Ok(Decoded::Message(message, _)) = decode(Side::Server, &bytes) else { panic!("{bytes:?}") };
            let seconds = row[0].as_f64().expect("a time");
            Heard { seconds, client: row[2].as_u64().expect("a client") as usize, message }
        })
        .collect()
    }

    fn option(&self, name: &str) -> Option<f64> {
        let at = self.server_args.iter().position(|word| word == name)?;
        self.server_args[at + 1].parse().ok()
    }

    fn settings(&self, like_course: bool) -> Settings {
        let mut settings = settings(&recorded::map_bytes(&self.map));
        settings.time = self.option("-t").map(|seconds| Duration::from_secs_f64(seconds) * SLOWER);
        settings.depth = self.option("-d").map_or(1, |depth| depth as u32 as u8);
        settings.limits.hello = Duration::from_mins(1);
        settings.limits.write = Duration::from_mins(1);
        settings.limits.patience = Duration::from_mins(1);
        Settings { like_course, ..settings }
    }
}

fn hex(text: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("recorded bytes are hexadecimal");
    (0..text.len()).step_by(2).map(byte).collect()
}

fn answer(x: u16, y: u16, special: u8) -> Vec<u8> {
    Message::Answer(Answer { x, y, special }).to_bytes()
}

/// What the players do at each request. What is not in the data follows from what was heard next.
fn acts(case: &Case, heard: &[Heard]) -> Vec<Act> {
    let announced = announcements(heard);
    let mut announced = announced.iter().peekable();
    let requests = heard.iter().filter(|heard| matches!(heard.message, Message::Request { .. }));
    let steps = case.steps.iter().flatten();
    steps
        .zip(requests)
        .enumerate()
        .map(|(at, (step, request))| {
            let next = announced.next_if(|(_, player, _)| player.number() == step.player);
            if let Some(scripted) = scripted(&case.id, at) {
                return scripted;
            }
            match (&step.action, next) {
                (Value::Array(numbers), _) => {
                    let number = |at: usize| numbers[at].as_u64().expect("a number");
                    Act::Say(Duration::ZERO, answer(number(0) as u16, number(1) as u16, number(2) as u8))
                }
                (Value::String(word), _) if word == "silent" => Act::Keep,
                (Value::String(word), _) if word.starts_with("bytes:") => {
                    Act::Say(Duration::ZERO, hex(word.trim_start_matches("bytes:")))
                }
                (Value::Null, None) => Act::Keep,
                (_, Some((seconds, _, answer))) => {
                    let wait = Duration::from_secs_f64(seconds - request.seconds) * SLOWER;
                    let wait = if case.option("-t").is_some() { wait } else { Duration::ZERO };
                    Act::Say(wait, Message::Answer(*answer).to_bytes())
                }
                (action, None) => panic!("{}, step {at}: nothing is known of {action}", case.id),
            }
        })
        .collect()
}

/// The moves of a case: when the first client heard of each.
fn announcements(heard: &[Heard]) -> Vec<(f64, Player, Answer)> {
    let of = |client: usize| {
        heard.iter().filter(move |heard| heard.client == client).filter_map(|heard| match heard.message {
            Message::Moved(player, answer) => Some((heard.seconds, player, answer)),
            _ => None,
        })
    };
    let longest = (0..8).max_by_key(|client| of(*client).count()).expect("there are clients");
    let earliest = |at: usize| {
        let times = (0..8).filter_map(|client| of(client).nth(at)).map(|(seconds, ..)| seconds);
        times.fold(f64::INFINITY, f64::min)
    };
    of(longest).enumerate().map(|(at, (_, player, answer))| (earliest(at), player, answer)).collect()
}

/// What the title of a case says and the data do not.
fn scripted(case: &str, step: usize) -> Option<Act> {
    let second = Duration::from_secs(1) * SLOWER;
    Some(match (case, step) {
        ("edge-124", 0) => Act::Drip(Duration::from_millis(200), answer(0, 0, 0)),
        // Half as long again as the player has, so that the next one still has time when the case ends.
        ("edge-125", 0) => Act::Drip(second * 3 / 20, answer(0, 0, 0)),
        ("edge-139", 0) => Act::Say(Duration::ZERO, vec![5, 0, 0]),
        ("edge-140", 0) => Act::Say(Duration::ZERO, vec![5, 0, 0, 0, 5, 0, 0]),
        ("edge-144", 2) => Act::Keep,
        ("edge-161", 0) => Act::Say(second.mul_f64(1.005), answer(0, 0, 0)),
        ("edge-162", 0) => Act::Say(second.mul_f64(1.02), answer(0, 0, 0)),
        ("edge-163", 0) => Act::Say(second.mul_f64(1.3), answer(0, 0, 0)),
        _ => return None,
    })
}

/// What players do who are not on turn, at the first request.
async fn interfere(case: &str, clients: &mut [Option<Client>], like_course: bool) {
    // The course's server notices a closed connection when it has sent the header of a message; ours sends header and
    // payload at once, so that only a reset is noticed as early.
    let leave = if like_course { Leave::Close } else { Leave::Reset };
    match case {
        "edge-121" => depart(&mut clients[2], leave).await,
        "edge-142" => depart(&mut clients[1], leave).await,
        "edge-143" => {
            depart(&mut clients[1], leave).await;
            depart(&mut clients[2], leave).await;
        }
        "edge-144" => clients[2].as_mut().expect("it is there").stream.shutdown().await.expect("it is open"),
        "edge-122" => clients[1].as_mut().expect("it is there").bytes(&answer(3, 0, 0)).await,
        "edge-123" => clients[1].as_mut().expect("it is there").bytes(&answer(9, 9, 0)).await,
        _ => {}
    }
}

/// Leaves after everything was read.
async fn depart(client: &mut Option<Client>, how: Leave) {
    let mut client = client.take().expect("it is there");
    while !matches!(client.hear().await, Some(Message::You(_))) {}
    if matches!(how, Leave::Reset) {
        client.reset();
    }
}

/// What each client has to hear.
fn expected(case: &Case, heard: &[Heard], players: usize, like_course: bool) -> Vec<Vec<Message>> {
    let of = |client: usize| heard.iter().filter(move |heard| heard.client == client).map(|heard| &heard.message);
    let mut all: Vec<Vec<Message>> = (0..players).map(|client| of(client).cloned().collect()).collect();
    if like_course {
        return all;
    }
    if case.id == "edge-142" {
        // The course's server tells player 3 of the lost player before it tells him of the move.
        assert!(matches!(all[2][1..3], [Message::Disqualified(_), Message::Moved(..)]));
        all[2].swap(1, 2);
    }
    let failed = |client: usize| case.messages.iter().any(|row| row[1] == "recverr" && row[2] == client);
    let everything: Vec<Message> = all.concat();
    for (client, player) in (0..players).zip(Player::all(players as u8)) {
        // A disqualified player hears of it, even if he said more than was read.
        let out = Message::Disqualified(player);
        if failed(client) && everything.contains(&out) && !all[client].contains(&out) {
            all[client].push(out);
        }
    }
    all
}

/// The next messages of a client, up to a number of them in all.
async fn hear_up_to(client: &mut Client, heard: &mut Vec<Message>, count: usize) {
    while heard.len() < count
        && let Some(message) = client.hear().await
    {
        heard.extend(Some(message).filter(|message| !matches!(message, Message::Map(_))));
    }
}

/// Everything up to the next request.
async fn hear_request(client: &mut Client, heard: &mut Vec<Message>) -> bool {
    loop {
        let before = heard.len();
        hear_up_to(client, heard, before + 1).await;
        match heard.get(before) {
            None => return false,
            Some(Message::Request { .. }) => return true,
            Some(_) => {}
        }
    }
}

impl Act {
    async fn perform(self, client: &mut Client) {
        match self {
            Self::Say(wait, bytes) => {
                sleep(wait).await;
                client.bytes(&bytes).await;
            }
            Self::Drip(pause, bytes) => {
                for byte in bytes {
                    sleep(pause).await;
                    client.bytes(&[byte]).await;
                }
            }
            Self::Keep => {}
        }
    }
}

async fn drive(case: Case, like_course: bool) {
    let name = format!("{}{}", case.id, if like_course { " in the course's way" } else { "" });
    let settings = case.settings(like_course);
    let (map, timed) = (Arc::clone(&settings.map), settings.time.is_some());
    let server = start(settings).await;
    let mut clients = Vec::new();
    for group in 1..=map.players() {
        clients.push(Some(Client::hello(server.address, group).await));
    }
    let recorded = case.heard();
    let expected = expected(&case, &recorded, clients.len(), like_course);
    let mut heard: Vec<Vec<Message>> = vec![Vec::new(); clients.len()];
    let acts = acts(&case, &recorded);
    for (at, (step, act)) in case.steps.iter().flatten().zip(acts).enumerate() {
        let asked = usize::from(step.player) - 1;
        let client = clients[asked].as_mut().unwrap_or_else(|| panic!("{name}, step {at}: he left"));
        assert!(hear_request(client, &mut heard[asked]).await, "{name}, step {at}: not asked");
        if at == 0 {
            interfere(&case.id, &mut clients, like_course).await;
        }
        act.perform(clients[asked].as_mut().expect("nobody leaves on his turn")).await;
    }
    for ((client, heard), expected) in clients.iter_mut().zip(&mut heard).zip(&expected) {
        if let Some(client) = client {
            let all = hear_up_to(client, heard, expected.len());
            timeout(Duration::from_secs(20), all).await.unwrap_or_else(|_| panic!("{name}: too little was heard"));
        }
    }
    if case.server_stopped_by_harness {
        server.stop.send(Stop::Abort).expect("the server runs");
    }
    let (tally, notices) = server.end().await;
    let complete = !case.server_stopped_by_harness;
    assert_eq!(tally, Ok(Tally { complete: complete.into(), aborted: (!complete).into() }), "{name}");
    for (client, (mut heard, expected)) in clients.into_iter().zip(heard.into_iter().zip(expected)) {
        if let Some(client) = client {
            heard.extend(client.rest().await);
            assert_same(&name, &heard, &expected, like_course);
        }
    }
    let verdict = verdict::replay(&map, &notices, 1);
    assert_eq!(Some(verdict.position.rows()), case.final_board, "{name}");
    let lines = case.result_file.expect("games have a result file");
    assert_same_lines(&name, &verdict.result_file("m.map", timed), &lines);
}

/// Times are compared as closely as a busy machine allows, everything else exactly.
fn assert_same(name: &str, heard: &[Message], expected: &[Message], like_course: bool) {
    let same = |(heard, expected): (&Message, &Message)| match (heard, expected) {
        (Message::Request { time_ms, depth }, Message::Request { time_ms: recorded, depth: expected }) => {
            depth == expected && is_close(i64::from(*time_ms), i64::from(*recorded))
        }
        (heard, expected) => heard == expected,
    };
    let count = heard.len().min(expected.len());
    let rest = &heard[count..];
    // In the course's way, the connection of a disqualified player may be reset before he hears of it.
    let complete = rest.is_empty() || (like_course && matches!(rest, [Message::Disqualified(_)]));
    assert!(
        heard.len() >= expected.len() && complete && heard.iter().zip(expected).all(same),
        "{name}:\nheard    {heard:?}\nexpected {expected:?}"
    );
}

/// Whether an account is as it was recorded.
fn is_close(ours: i64, recorded: i64) -> bool {
    let recorded = recorded * i64::from(SLOWER);
    ours == recorded || (recorded - CHARGED_MORE..=recorded + CHARGED_LESS).contains(&ours) && recorded > 0
}

fn assert_same_lines(name: &str, ours: &str, recorded: &str) {
    let same_word = |(ours, recorded): (&str, &str)| {
        let time = |word: &str| word.strip_suffix(" msecs").and_then(|time| time.parse().ok());
        match (time(ours), time(recorded)) {
            (Some(ours), Some(recorded)) => is_close(ours, recorded),
            _ => ours == recorded,
        }
    };
    let same_line = |(ours, recorded): (&str, &str)| ours.split('\t').zip(recorded.split('\t')).all(same_word);
    assert_eq!(ours.lines().count(), recorded.lines().count(), "{name}");
    assert!(ours.lines().zip(recorded.lines()).all(same_line), "{name}:\n{ours}recorded:\n{recorded}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn recorded_cases_are_heard_as_they_were() {
    let Some(folder) = recorded::folder() else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    let lines: Vec<String> = recorded::lines(&folder.join("edge.jsonl")).collect();
    let tables = Arc::new(Semaphore::new(AT_ONCE));
    let mut cases = JoinSet::new();
    for like_course in [true, false] {
        for line in &lines {
            let case: Case = serde_json::from_str(line).expect("a recorded case can be read");
            // Maps that are only loaded say nothing here, nor does a game that never began.
            if case.steps.is_none() || case.result_file.is_none() {
                continue;
            }
            let table = Arc::clone(&tables).acquire_owned().await.unwrap();
            cases.spawn(async move {
                drive(case, like_course).await;
                drop(table);
            });
        }
    }
    let mut count = 0;
    while let Some(case) = cases.join_next().await {
        case.unwrap();
        count += 1;
    }
    assert_eq!(count, 2 * 114);
    println!("proof: {} edge cases through the server, as it is and in the course's way", count / 2);
}
