//! One game: a server, a program, its opponents, and what each of them says meanwhile.

use super::bot::Bot;
use super::script::Script;
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_engine::Spec;
use rxt_net::client;
use rxt_net::server::{Disqualification, Happening, Ledger, Limits, Notice, Settings, Stop, serve};
use rxt_record::Record;
use rxt_record::record::Tag;
use rxt_rules::{Map, Player};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// Who plays what.
pub(super) struct Bout {
    pub(super) script: Script,
    pub(super) opponents: Vec<Spec>,
    pub(super) map: Arc<Map>,
    pub(super) map_bytes: Vec<u8>,
    pub(super) map_name: String,
    pub(super) time: Duration,
    /// The player that the program is, from 1.
    pub(super) seat: usize,
    pub(super) patience: Duration,
    pub(super) like_course: bool,
    pub(super) seed: u64,
    pub(super) quiet: bool,
}

impl Bout {
    /// Who sits where the program does not; the opponents take the seats in turn.
    fn opponent(&self, seat: usize) -> &Spec {
        let before = (1..seat).filter(|&other| other != self.seat).count();
        &self.opponents[before % self.opponents.len()]
    }
}

/// How it went.
pub(super) struct Ended {
    pub(super) record: Option<Record>,
    /// Whether the game was played to its end.
    pub(super) complete: bool,
    /// How the program was disqualified.
    pub(super) out: Option<Box<Disqualification>>,
    /// What the program printed, by the number of moves and disqualifications before it ended; those of the game that
    /// it was thinking about count as if they had happened.
    pub(super) said: BTreeMap<usize, Vec<String>>,
    /// Lines that were not kept.
    pub(super) dropped: usize,
    /// Why there was no game.
    pub(super) trouble: Option<String>,
}

/// Everything that this thread waits for.
enum Heard {
    Notice(Notice),
    Said(String),
    Served(Result<(), String>),
}

/// Things that may wait to be heard.
const QUEUE: usize = 1024;
/// Lines of output that are kept.
const LINES: usize = 100_000;
/// How often this thread looks whether the program still runs.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program may take to end after the game.
const PARTING: Duration = Duration::from_secs(2);

/// Plays the game.
pub(super) fn fight(bout: &Bout) -> Result<Ended> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupt)).into_diagnostic()?;
    }
    let (sender, heard) = sync_channel(QUEUE);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().into_diagnostic()?;
    let (address, stop) = start_server(bout, &runtime, &sender)?;
    let opponents_stop = &AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        let mut ring = Ring::new(bout, sender, &heard);
        let outcome = ring.seat_all(address, |seat| {
            let spec = bout.opponent(seat);
            scope.spawn(move || oppose(spec, seat, address, bout.seed, opponents_stop));
        });
        let outcome = match outcome {
            Ok(()) => ring.watch(&interrupt, &stop),
            Err(trouble) => Err(trouble),
        };
        let _ = stop.send(Stop::Abort);
        opponents_stop.store(true, Ordering::Relaxed);
        ring.finish(outcome)
    });
    runtime.shutdown_timeout(PARTING);
    Ok(outcome)
}

fn start_server(
    bout: &Bout,
    runtime: &tokio::runtime::Runtime,
    heard: &SyncSender<Heard>,
) -> Result<(SocketAddr, watch::Sender<Stop>)> {
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).into_diagnostic()?;
    let address = listener.local_addr().into_diagnostic()?;
    let settings = Settings {
        map: Arc::clone(&bout.map),
        map_bytes: bout.map_bytes.clone().into(),
        time: Some(bout.time),
        depth: u8::from(bout.like_course),
        games: 1,
        concurrent: 1,
        limits: Limits { hello: bout.patience, ..Limits::default() },
        like_course: bout.like_course,
    };
    let (sender, mut notices) = mpsc::channel(QUEUE);
    let (stop, stopped) = watch::channel(Stop::Not);
    let (notice_to, served_to) = (heard.clone(), heard.clone());
    let serving = runtime.spawn(serve(listener, settings, sender, stopped));
    runtime.spawn_blocking(move || {
        while let Some(notice) = notices.blocking_recv() {
            if notice_to.send(Heard::Notice(notice)).is_err() {
                return;
            }
        }
    });
    runtime.spawn(async move {
        let served = serving.await.map_err(|error| error.to_string());
        let served = served.and_then(|served| served.map(|_| ()).map_err(|error| error.to_string()));
        tokio::task::spawn_blocking(move || served_to.send(Heard::Served(served)));
    });
    Ok((address, stop))
}

/// An engine in a seat, through the same client that `rxt client` is.
fn oppose(spec: &Spec, seat: usize, address: SocketAddr, seed: u64, stop: &AtomicBool) {
    let at = client::Address { host: address.ip().to_string(), port: Some(address.port()) };
    let Ok(stream) = client::connect(&at, PARTING) else { return };
    let settings = client::Settings { group: seat as u8, name: spec.to_string(), obey_depth: false };
    let mut seed = rxt_rules::rng::Rng::derived(seed, seat as u64).next_u64();
    let agents = Box::new(move || {
        seed = seed.wrapping_add(1);
        spec.agent(seed)
    });
    client::play(stream, agents, &settings, stop, &mut |_| {});
}

/// The game as this thread follows it.
struct Ring<'a> {
    bout: &'a Bout,
    sender: SyncSender<Heard>,
    heard: &'a Receiver<Heard>,
    bot: Option<Bot>,
    ledger: Ledger,
    arrived: usize,
    moments: usize,
    /// Whether the program is on turn.
    thinking: bool,
    ended: Ended,
    kept: usize,
}

impl<'a> Ring<'a> {
    fn new(bout: &'a Bout, sender: SyncSender<Heard>, heard: &'a Receiver<Heard>) -> Self {
        let limit = bout.time.as_millis().to_string();
        let tags = [("event", "rxt spar"), (Tag::MAP_NAME, &bout.map_name), (Tag::TIME_LIMIT_MS, &limit)];
        let tags = tags.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let said = BTreeMap::new();
        Self {
            bout,
            sender,
            heard,
            bot: None,
            ledger: Ledger::new(Arc::clone(&bout.map), tags),
            arrived: 0,
            moments: 0,
            thinking: false,
            ended: Ended { record: None, complete: false, out: None, said, dropped: 0, trouble: None },
            kept: 0,
        }
    }

    /// Starts everybody in the order of their seats; the next one only when the one before has arrived.
    fn seat_all(&mut self, address: SocketAddr, oppose: impl Fn(usize)) -> Result<(), String> {
        for seat in 1..=usize::from(self.bout.map.players()) {
            if seat == self.bout.seat {
                let command = self.bout.script.for_server(address);
                self.say(&format!("starting: {command}"));
                let bot = Bot::start(&command, &self.sender, Heard::Said).map_err(|error| error.to_string())?;
                self.bot = Some(bot);
            } else {
                oppose(seat);
            }
            let limit = Instant::now() + self.bout.patience;
            while self.arrived < seat {
                let exit = self.bot_ended();
                if self.hear(LOOK).is_none() {
                    if let Some(status) = exit.filter(|_| seat == self.bout.seat) {
                        return Err(format!("your program ended before it said hello ({status})"));
                    }
                    if Instant::now() > limit {
                        return Err(format!("nobody said hello within {:?}", self.bout.patience));
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows the game to its end.
    fn watch(&mut self, interrupt: &AtomicBool, stop: &watch::Sender<Stop>) -> Result<(), String> {
        loop {
            if interrupt.load(Ordering::Relaxed) {
                let _ = stop.send(Stop::Abort);
            }
            if let Some(served) = self.hear(LOOK) {
                return served;
            }
        }
    }

    /// Takes note of the next thing. Returns how serving ended, once it has.
    fn hear(&mut self, wait: Duration) -> Option<Result<(), String>> {
        match self.heard.recv_timeout(wait) {
            Ok(Heard::Notice(notice)) => self.note(&notice),
            Ok(Heard::Said(line)) => self.keep(line),
            Ok(Heard::Served(served)) => return Some(served),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Some(Ok(())),
        }
        None
    }

    fn note(&mut self, notice: &Notice) {
        match notice {
            Notice::Arrived { .. } => self.arrived += 1,
            Notice::TurnedAway(_, why) => self.say(&format!("a client {why} ({})", why.in_the_course())),
            _ => {}
        }
        let Some((game, happened)) = self.ledger.on(notice) else { return };
        for happening in happened {
            self.happened(happening);
        }
        if let Notice::Ended { .. } = notice {
            self.ended.record = self.ledger.close(game);
        }
    }

    fn happened(&mut self, happening: Happening) {
        let name = |player: Player| if player.index() + 1 == self.bout.seat { "you" } else { "opponent" };
        match happening {
            Happening::Started => self.say("all are here, the game begins"),
            Happening::Asked(player, _) => self.thinking = player.index() + 1 == self.bout.seat,
            Happening::Moved(player, answer, clock) => {
                self.moments += 1;
                self.thinking = false;
                let used = clock.used.map_or(0, |used| used.as_millis());
                let left = clock.left.map_or(0, |left| left.as_millis());
                let text = format!(
                    "move {:>3}: player {player} ({}) {answer}, {used} ms, {left} ms left",
                    self.moments,
                    name(player)
                );
                self.say(&text);
            }
            Happening::Disqualified(out) => {
                self.moments += 1;
                self.thinking = false;
                self.say(&format!("player {} ({}) is disqualified: {}", out.player, name(out.player), out.reason));
                if out.player.index() + 1 == self.bout.seat {
                    self.ended.out = Some(out);
                }
            }
            Happening::PhaseTwo(_) => self.say("phase 2: bombs"),
            Happening::Ended(points) => self.ended.complete = points.is_some(),
        }
    }

    /// Keeps a line of the program beside the move that it belongs to.
    fn keep(&mut self, line: String) {
        self.say(&format!("      | {line}"));
        if self.kept == LINES {
            self.ended.dropped += 1;
            return;
        }
        self.kept += 1;
        let moment = self.moments + usize::from(self.thinking);
        self.ended.said.entry(moment).or_default().push(line);
    }

    fn bot_ended(&mut self) -> Option<ExitStatus> {
        self.bot.as_mut().and_then(Bot::ended)
    }

    /// Ends the program and hears its last words.
    fn finish(mut self, outcome: Result<(), String>) -> Ended {
        if let Some(mut bot) = self.bot.take() {
            bot.end(if outcome.is_ok() { PARTING } else { Duration::ZERO });
        }
        while let Ok(heard) = self.heard.recv_timeout(LOOK) {
            match heard {
                Heard::Said(line) => self.keep(line),
                Heard::Notice(notice) => self.note(&notice),
                Heard::Served(_) => {}
            }
        }
        self.ended.trouble = outcome.err();
        self.ended
    }

    fn say(&self, text: &str) {
        if !self.bout.quiet {
            output::note(text);
        }
    }
}

/// What the seats are called in the record.
pub(super) fn names(bout: &Bout) -> Vec<String> {
    let name = |seat: usize| {
        if seat == bout.seat { bout.script.as_str().to_owned() } else { bout.opponent(seat).to_string() }
    };
    (1..=usize::from(bout.map.players())).map(name).collect()
}
