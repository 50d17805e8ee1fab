//! A zoo of bad clients at the table: whatever one of them does, the others finish with the right result.

use crate::support::follower::{Follower, Leave};
use crate::support::{PATIENCE, Running, good, settings, start, verdict};
use rxt_net::server::{Limits, Notice, Settings, Tally};
use rxt_net::wire::Message;
use rxt_rules::referee::Reason;
use rxt_rules::{Answer, Map, Player, Position};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

/// Three players, two bombs each.
const THREE: &[u8] = b"3 0 2 1 6 6\n0 0 0 0 0 0\n0 1 2 3 0 0\n0 2 3 1 0 0\n0 3 1 2 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n";
/// The group of the bad client, who is player 2.
const BAD: u8 = 66;

/// A bad client: what it does, and what becomes of it.
struct Animal {
    name: String,
    fate: Fate,
    /// Whether it listens to the end and so hears of its fate.
    listens: bool,
    tune: fn(&mut Settings),
    script: Box<dyn FnOnce(SocketAddr, Arc<Map>) -> Life + Send>,
}

type Life = Pin<Box<dyn Future<Output = Vec<Message>> + Send>>;

/// What becomes of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Plays,
    Illegal,
    Message,
    Timeout,
    Gone,
}

impl Fate {
    fn of(reason: Reason) -> Self {
        match reason {
            Reason::Illegal(..) => Self::Illegal,
            Reason::Message => Self::Message,
            Reason::Timeout => Self::Timeout,
            Reason::Gone => Self::Gone,
        }
    }
}

/// An animal that listens to the end. The script goes from the hello to the end of the connection.
fn animal<L>(name: &str, fate: Fate, script: impl FnOnce(SocketAddr, Arc<Map>) -> L + Send + 'static) -> Animal
where
    L: Future<Output = Vec<Message>> + Send + 'static,
{
    let script = Box::new(|address, map| Box::pin(script(address, map)) as Life);
    Animal { name: name.to_owned(), fate, listens: true, tune: |_| {}, script }
}

/// An animal that waits for its turn and then says something once.
fn says(name: &str, fate: Fate, what: impl FnOnce(Answer) -> Vec<u8> + Send + 'static) -> Animal {
    animal(name, fate, async |address, map| {
        let mut me = Follower::hello(address, BAD, &map).await;
        assert!(me.until_asked().await);
        let bytes = what(me.good_answer());
        me.client.bytes(&bytes).await;
        me.play_on().await
    })
}

impl Animal {
    fn deaf(self) -> Self {
        Self { listens: false, ..self }
    }

    fn tuned(self, tune: fn(&mut Settings)) -> Self {
        Self { tune, ..self }
    }

    /// Plays a game with two good clients, and checks what became of all three.
    async fn meet(self) {
        let name = self.name;
        let mut settings = patient();
        (self.tune)(&mut settings);
        let map = Arc::clone(&settings.map);
        let server = start(settings).await;
        let one = tokio::spawn(good(server.address, 1));
        arrived(&server, 1).await;
        let bad = tokio::spawn((self.script)(server.address, Arc::clone(&map)));
        arrived(&server, BAD).await;
        let three = tokio::spawn(good(server.address, 3));
        let (one, three) = tokio::join!(one, three);
        let (tally, notices) = server.end().await;
        assert_eq!(tally, Ok(Tally { complete: 1, aborted: 0 }), "{name}");
        let verdict = verdict::replay(&map, &notices, 1);
        let two = Player::new(2).expect("1 to 8");
        for ending in [one, three].map(|ending| ending.unwrap_or_else(|error| panic!("{name}: {error}"))) {
            assert!(ending.complete, "{name}: player {} saw no end", ending.player);
            assert_ne!(ending.player, two, "{name}");
            assert_eq!(ending.position, verdict.position, "{name}");
        }
        let fates: Vec<(Player, Fate)> =
            verdict.disqualified.iter().map(|(player, reason)| (*player, Fate::of(*reason))).collect();
        let expected = if self.fate == Fate::Plays { vec![] } else { vec![(two, self.fate)] };
        assert_eq!(fates, expected, "{name}");
        if self.listens {
            let heard = tokio::time::timeout(PATIENCE, bad).await.expect("it is not left waiting");
            let heard = heard.unwrap_or_else(|error| panic!("{name}: {error}"));
            let last = if self.fate == Fate::Plays { Message::EndGame } else { Message::Disqualified(two) };
            assert_eq!(heard.last(), Some(&last), "{name}");
        } else {
            bad.abort();
        }
    }
}

/// Limits that a test can wait for, and that good clients keep on a busy machine.
fn patient() -> Settings {
    let limits = Limits {
        hello: Duration::from_secs(10),
        write: Duration::from_millis(1500),
        patience: Duration::from_millis(1500),
        ..Limits::default()
    };
    Settings { limits, ..settings(THREE) }
}

/// One second for each move.
fn timed(settings: &mut Settings) {
    settings.time = Some(Duration::from_secs(1));
    settings.limits.patience = Duration::from_mins(10);
}

async fn arrived(server: &Running, wanted: u8) {
    server.has_told(|notice| matches!(notice, Notice::Arrived { group, .. } if *group == wanted)).await;
}

/// Every animal meets good clients, all games at the same time.
#[expect(clippy::print_stdout, reason = "the gate collects what was proven")]
async fn visit(what: &str, animals: Vec<Animal>) {
    let count = animals.len();
    let mut games: JoinSet<()> = animals.into_iter().map(Animal::meet).collect();
    while let Some(game) = games.join_next().await {
        game.expect("the game went as it should");
    }
    println!("proof: {count} bad clients {what}, and good ones finished with the right result");
}

fn bytes_of(answer: Answer) -> Vec<u8> {
    Message::Answer(answer).to_bytes()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_messages_disqualify_whoever_sends_them() {
    let raw = |name, bytes: &'static [u8]| says(name, Fate::Message, move |_| bytes.to_vec());
    let flood = says("4 GiB, and a megabyte of them", Fate::Message, |_| {
        [vec![5, 0xff, 0xff, 0xff, 0xff], vec![0; 1 << 20]].concat()
    });
    let animals = vec![
        raw("a second hello", &[1, 0, 0, 0, 1, 7]),
        raw("a message of the server", &[6, 0, 0, 0, 6, 0, 0, 0, 0, 0, 1]),
        raw("type 0", &[0, 0, 0, 0, 0]),
        raw("type 255", &[255; 10]),
        raw("length 0", &[5, 0, 0, 0, 0]),
        raw("length 4", &[5, 0, 0, 0, 4, 0, 0, 0, 0]),
        raw("length 6", &[5, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0]),
        raw("length in the wrong byte order", &[5, 5, 0, 0, 0, 0, 0, 0, 0, 0]),
        raw("4 GiB", &[5, 0xff, 0xff, 0xff, 0xff]),
        flood.deaf(),
        says("an answer and surplus garbage", Fate::Message, |answer| [bytes_of(answer), vec![9; 7]].concat()),
        says("half of a message behind the answer, then another answer", Fate::Message, |answer| {
            [bytes_of(answer), vec![5, 0, 0]].concat()
        }),
    ];
    visit("with wrong messages", animals).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn illegal_moves_disqualify_whoever_sends_them() {
    let illegal = |name, spoil: fn(Answer) -> Answer| says(name, Fate::Illegal, move |good| bytes_of(spoil(good)));
    let late_bomb = animal("a bomb beside the board", Fate::Illegal, async |address, map| {
        let mut me = Follower::hello(address, BAD, &map).await;
        me.until_asked_for_a_bomb().await;
        me.client.say(&Message::Answer(Answer { x: 6, y: 0, special: 0 })).await;
        me.client.rest().await
    });
    let marked_bomb = animal("a bomb with a special byte", Fate::Plays, async |address, map| {
        let mut me = Follower::hello(address, BAD, &map).await;
        me.until_asked_for_a_bomb().await;
        let answer = Answer { special: 21, ..me.good_answer() };
        me.client.say(&Message::Answer(answer)).await;
        me.play_on().await
    });
    let animals = vec![
        illegal("beside the board", |_| Answer { x: 6, y: 0, special: 0 }),
        illegal("far away", |_| Answer { x: 65535, y: 65535, special: 0 }),
        illegal("on a stone", |_| Answer { x: 2, y: 2, special: 0 }),
        illegal("without a capture", |_| Answer { x: 5, y: 5, special: 0 }),
        illegal("a bonus where none is", |good| Answer { special: 20, ..good }),
        illegal("a choice where none is", |good| Answer { special: 1, ..good }),
        illegal("any special byte", |good| Answer { special: 255, ..good }),
        says("the same move twice", Fate::Illegal, |answer| bytes_of(answer).repeat(2)),
        late_bomb,
        marked_bomb,
    ];
    visit("with illegal moves", animals).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_early_is_the_next_answer() {
    /// What player 2 can answer first, because all others play the first move of the list.
    fn first_answer(map: &Arc<Map>) -> Answer {
        let mut position = Position::new(Arc::clone(map));
        position.play(position.legal_moves()[0]);
        position.legal_moves()[0].answer(map)
    }
    fn early(name: &str, fate: Fate, what: impl Fn(Answer) -> Vec<u8> + Send + Sync + 'static) -> Animal {
        animal(name, fate, async move |address, map| {
            let mut me = Follower::hello(address, BAD, &map).await;
            assert!(me.until(|message| matches!(message, Message::You(_))).await);
            me.client.bytes(&what(first_answer(&map))).await;
            assert!(me.until_asked().await, "it is asked all the same");
            me.play_on().await
        })
    }
    let with_hello = animal("a good answer in one piece with the hello", Fate::Plays, async |address, map| {
        let mut me = Follower::connect(address, &map).await;
        let hello = Message::Hello { group: BAD }.to_bytes();
        me.client.bytes(&[hello, bytes_of(first_answer(&map))].concat()).await;
        assert!(me.until_asked().await);
        me.play_on().await
    });
    let animals = vec![
        early("a good answer", Fate::Plays, bytes_of),
        with_hello,
        early("a bad move", Fate::Illegal, |_| bytes_of(Answer { x: 5, y: 5, special: 0 })),
        early("garbage", Fate::Message, |_| vec![77; 30]),
        early("the beginning of an answer", Fate::Timeout, |answer| bytes_of(answer)[..9].to_vec()),
        early("a second hello", Fate::Message, |_| vec![1, 0, 0, 0, 1, 7]),
    ];
    visit("that spoke early", animals).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_too_slow_loses_his_own_seat() {
    fn drips(name: &str, fate: Fate, pause: Duration, bytes: usize) -> Animal {
        animal(name, fate, async move |address, map| {
            let mut me = Follower::hello(address, BAD, &map).await;
            assert!(me.until_asked().await);
            let answer = bytes_of(me.good_answer());
            me.drip(&answer[..bytes], pause).await;
            me.play_on().await
        })
    }
    let slow_hello = animal("a slow hello", Fate::Plays, async |address, map| {
        let mut me = Follower::connect(address, &map).await;
        me.drip(&Message::Hello { group: BAD }.to_bytes(), Duration::from_millis(30)).await;
        me.play_on().await
    });
    let millis = Duration::from_millis;
    let animals = vec![
        drips("silent without a limit", Fate::Timeout, millis(0), 0),
        drips("silent with a limit", Fate::Timeout, millis(0), 0).tuned(timed),
        drips("half a header without a limit", Fate::Timeout, millis(0), 3),
        drips("half a header with a limit", Fate::Timeout, millis(0), 3).tuned(timed),
        drips("half an answer with a limit", Fate::Timeout, millis(0), 9).tuned(timed),
        drips("byte by byte, too slow, without a limit", Fate::Timeout, millis(250), 10),
        drips("byte by byte, too slow, with a limit", Fate::Timeout, millis(200), 10).tuned(timed),
        drips("byte by byte, in time, without a limit", Fate::Plays, millis(20), 10),
        drips("byte by byte, in time, with a limit", Fate::Plays, millis(20), 10).tuned(timed),
        slow_hello,
    ];
    visit("that were slow", animals).await;
}

/// When a client leaves.
#[derive(Clone, Copy, Debug)]
enum Stage {
    BehindTheMap,
    OnTurn,
    WithItsAnswer,
    OffTurn,
    ToThrowABomb,
    BehindItsBomb,
}

fn leaver(stage: Stage, how: Leave) -> Animal {
    let name = format!("leaves: {stage:?}, {how:?}");
    let script = async move |address, map| {
        let mut me = Follower::hello(address, BAD, &map).await;
        let two = Player::new(2).expect("1 to 8");
        let my_move = |message: &Message| matches!(message, Message::Moved(player, _) if *player == two);
        match stage {
            Stage::BehindTheMap => assert!(me.until(|message| matches!(message, Message::You(_))).await),
            Stage::OnTurn => assert!(me.until_asked().await),
            Stage::WithItsAnswer => {
                assert!(me.until_asked().await);
                me.answer_well().await;
            }
            Stage::OffTurn => {
                assert!(me.until_asked().await);
                me.answer_well().await;
                assert!(me.until(my_move).await);
            }
            Stage::ToThrowABomb => me.until_asked_for_a_bomb().await,
            Stage::BehindItsBomb => {
                me.until_asked_for_a_bomb().await;
                me.answer_well().await;
                assert!(me.until(my_move).await);
            }
        }
        me.leave(how).await
    };
    let animal = animal(&name, Fate::Gone, script);
    if matches!(how, Leave::HalfClose) { animal } else { animal.deaf() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_leaves_alone() {
    let stages = [
        Stage::BehindTheMap,
        Stage::OnTurn,
        Stage::WithItsAnswer,
        Stage::OffTurn,
        Stage::ToThrowABomb,
        Stage::BehindItsBomb,
    ];
    let ways = [Leave::Close, Leave::Reset, Leave::HalfClose];
    let leavers = stages.iter().flat_map(|&stage| ways.map(|how| leaver(stage, how)));
    visit("that left", leavers.collect()).await;
}

/// Makes the map too long for what the kernel keeps for a client that does not read.
fn long_map(settings: &mut Settings) {
    let blanks = vec![b' '; 12 << 20];
    settings.map_bytes = [&settings.map_bytes[..], &blanks].concat().into();
    // Good clients read and parse all of it, on a busy machine too.
    settings.limits.write = Duration::from_secs(6);
    settings.limits.patience = Duration::from_secs(6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_listen_is_not_waited_for() {
    let deaf = |name, tune| {
        let never_reads = async |address, map| {
            let _me = Follower::hello(address, BAD, &map).await;
            std::future::pending().await
        };
        animal(name, Fate::Gone, never_reads).deaf().tuned(tune)
    };
    let hard_of_hearing = animal("reads late", Fate::Plays, async |address, map| {
        let me = Follower::hello(address, BAD, &map).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        me.play_on().await
    });
    let shouting = animal("writes and never reads", Fate::Message, async |address, map| {
        let mut me = Follower::hello(address, BAD, &map).await;
        while me.client.stream.write_all(&[0; 4096]).await.is_ok() {}
        Vec::new()
    });
    let animals = vec![
        deaf("never reads", long_map),
        deaf("never reads, with a time limit", |settings| {
            long_map(settings);
            timed(settings);
        }),
        hard_of_hearing.tuned(long_map),
        shouting.deaf(),
    ];
    visit("that did not listen", animals).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_client_in_one_game_does_not_slow_the_others() {
    const GAMES: u32 = 12;
    let mut settings = Settings { games: GAMES, concurrent: 3, ..patient() };
    settings.limits.patience = Duration::from_secs(4);
    let map = Arc::clone(&settings.map);
    let server = start(settings).await;
    // In the first game one is silent on his turn, in the second one left; a third client never gets to his hello.
    let _stranger = crate::support::Client::connect(server.address).await;
    let mut silent = Follower::hello(server.address, BAD, &map).await;
    arrived(&server, BAD).await;
    let mut bots = JoinSet::new();
    for group in 1..=2 {
        bots.spawn(good(server.address, group));
        arrived(&server, group).await;
    }
    let mut gone = Follower::hello(server.address, BAD + 1, &map).await;
    arrived(&server, BAD + 1).await;
    // Three seats in each game, two of them taken by bad clients.
    for group in 3..=3 * GAMES as u8 - 2 {
        bots.spawn(good(server.address, group));
    }
    assert!(silent.until_asked().await && gone.until_asked().await);
    gone.leave(Leave::Reset).await;
    while let Some(ending) = bots.join_next().await {
        assert!(ending.unwrap().complete);
    }
    assert!(!silent.until_asked().await);
    let (tally, notices) = server.end().await;
    assert_eq!(tally, Ok(Tally { complete: GAMES, aborted: 0 }));
    let mut ends = notices.iter().filter_map(|notice| match notice {
        Notice::Ended { game, .. } => Some(*game),
        _ => None,
    });
    assert_eq!(ends.next_back(), Some(1), "all other games are over before the silent client is given up");
    for game in 1..=GAMES {
        let fates = verdict::replay(&map, &notices, game).disqualified;
        let fates: Vec<Fate> = fates.into_iter().map(|(_, reason)| Fate::of(reason)).collect();
        let expected = match game {
            1 => vec![Fate::Timeout],
            2 => vec![Fate::Gone],
            _ => vec![],
        };
        assert_eq!(fates, expected, "game {game}");
    }
}
