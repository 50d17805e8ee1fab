//! A server that follows a script, and a client that is run against it.

use rxt_net::client::{AgentFactory, Event, Outcome, Settings, play};
use rxt_net::wire::{Decoder, Message, Side};
use rxt_rules::agent::RandomAgent;
use rxt_rules::{Answer, Map, Player, Position};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// No script waits longer than this for the client.
const PATIENCE: Duration = Duration::from_secs(30);

/// The server's end of the connection.
pub(crate) struct Server {
    stream: TcpStream,
    decoder: Decoder,
}

impl Server {
    /// Says some messages in one piece.
    pub(crate) fn say(&mut self, messages: &[Message]) {
        let bytes: Vec<u8> = messages.iter().flat_map(Message::to_bytes).collect();
        self.say_bytes(&bytes);
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Says hello back: map and number.
    pub(crate) fn open(&mut self, map: &[u8], number: u8) {
        assert_eq!(self.hear(), Some(Message::Hello { group: 7 }));
        self.say(&[Message::Map(map.to_vec()), Message::You(player(number))]);
    }

    /// The next message of the client; `None` when it has hung up.
    pub(crate) fn hear(&mut self) -> Option<Message> {
        let mut chunk = [0; 256];
        loop {
            if let Some(message) = self.decoder.next_message().unwrap() {
                return Some(message);
            }
            match self.stream.read(&mut chunk) {
                Ok(0) => return None,
                Ok(length) => self.decoder.feed(&chunk[..length]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Asks for a move and returns the answer.
    pub(crate) fn ask(&mut self, time_ms: u32, depth: u8) -> Answer {
        self.say(&[Message::Request { time_ms, depth }]);
        match self.hear() {
            Some(Message::Answer(answer)) => answer,
            other => panic!("{other:?} instead of an answer"),
        }
    }

    /// Asks for a move of player 1, announces it, and replies with a move of player 2.
    pub(crate) fn exchange(&mut self, position: &mut Position, time_ms: u32, depth: u8) {
        let answer = self.ask(time_ms, depth);
        let mv = position.read(answer).unwrap_or_else(|illegal| panic!("{answer}: {illegal}"));
        position.play(mv);
        let other = position.legal_moves()[0];
        self.say(&[Message::Moved(player(1), answer), Message::Moved(player(2), other.answer(position.map()))]);
        position.play(other);
    }

    /// Plays a whole game of the client against moves of our own choice, and returns the last position.
    pub(crate) fn play(&mut self, map: &[u8], own: u8, time_ms: u32, depth: u8) -> Position {
        let mut position = Position::new(Arc::new(Map::parse(map).unwrap().0));
        let mut announced = rxt_rules::Phase::Build;
        let mut account = 0;
        loop {
            if announced == rxt_rules::Phase::Build && position.phase() != announced {
                announced = rxt_rules::Phase::Bomb;
                self.say(&[Message::EndBuilding]);
            }
            let Some(mover) = position.to_move() else { break };
            let mv = if mover == player(own) {
                account += time_ms;
                let start = std::time::Instant::now();
                let answer = self.ask(account, depth);
                let used = start.elapsed().as_millis() as u32;
                if time_ms > 0 {
                    assert!(used <= account, "late: {used} of {account} ms");
                    account -= used;
                }
                position.read(answer).unwrap_or_else(|illegal| panic!("{answer}: {illegal}"))
            } else {
                position.legal_moves()[0]
            };
            self.say(&[Message::Moved(mover, mv.answer(position.map()))]);
            position.play(mv);
        }
        self.say(&[Message::EndGame]);
        position
    }
}

pub(crate) fn player(number: u8) -> Player {
    Player::new(number).unwrap()
}

pub(crate) fn at(x: u16, y: u16) -> Answer {
    Answer { x, y, special: 0 }
}

/// The bytes of one of our maps.
pub(crate) fn our_map(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../maps/{name}.map", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What a client did, and what the script returned.
pub(crate) struct Ran<T> {
    pub(crate) outcome: Outcome,
    pub(crate) script: T,
    /// What was told, each event in a few words.
    pub(crate) events: Vec<String>,
}

impl<T> Ran<T> {
    /// The words of the error.
    pub(crate) fn error(&self) -> String {
        self.outcome.error.as_ref().expect("the game was cut off").to_string()
    }

    pub(crate) fn assert_complete(&self) {
        assert!(self.outcome.error.is_none(), "{:?}", self.outcome.error);
        assert!(self.outcome.troubles.is_empty(), "{:?}", self.outcome.troubles);
    }
}

/// Runs a client with a random agent against a script.
pub(crate) fn run<T: Send + 'static>(script: impl FnOnce(&mut Server) -> T + Send + 'static) -> Ran<T> {
    run_with(Box::new(|| Box::new(RandomAgent::new(1, 1))), false, script)
}

/// Runs a client with these agents against a script.
pub(crate) fn run_with<T: Send + 'static>(
    agents: AgentFactory<'_>,
    obey_depth: bool,
    script: impl FnOnce(&mut Server) -> T + Send + 'static,
) -> Ran<T> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut server = Server { stream, decoder: Decoder::new(Side::Client) };
        script(&mut server)
    });
    let settings = Settings { group: 7, name: "test".to_owned(), obey_depth };
    let mut events = Vec::new();
    let stream = TcpStream::connect(address).unwrap();
    let outcome = play(stream, agents, &settings, &AtomicBool::new(false), &mut |event| events.push(words(event)));
    let script = server.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ran { outcome, script, events }
}

fn words(event: &Event<'_>) -> String {
    match event {
        Event::Map(map) => format!("map for {}", map.players()),
        Event::You(player) => format!("we are {player}"),
        Event::Replied(reply) => format!("replied {} ({})", reply.answer, reply.source.word()),
        Event::Moved(player, answer, _) => format!("{player} moved {answer}"),
        Event::Disqualified(player) => format!("{player} is out"),
        Event::EndBuilding => "bombs".to_owned(),
        Event::Trouble(trouble) => format!("trouble: {trouble}"),
    }
}
