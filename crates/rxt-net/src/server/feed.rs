//! Games for spectators: a snapshot, and then numbered events, one JSON object a line.

use super::ledger::{Happening, Ledger, Sheet};
use super::notice::{GameNumber, Guest, Notice};
use rxt_record::Record;
use rxt_record::record::Points;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// How many events a spectator may be behind before it is given a new snapshot instead.
const BEHIND: usize = 1024;

/// A ledger that others may follow.
#[derive(Debug)]
pub struct Feed {
    ledger: Ledger,
    sequence: u64,
    audience: broadcast::Sender<Arc<str>>,
}

/// Something that spectators were told.
#[derive(Clone, Debug)]
pub struct Told {
    /// Which game.
    pub game: GameNumber,
    /// What happened in it.
    pub happening: Happening,
    /// The line that spectators get.
    pub line: Arc<str>,
}

#[derive(Serialize)]
struct Line<'a> {
    sequence: u64,
    game: GameNumber,
    #[serde(flatten)]
    event: EventJson<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum EventJson<'a> {
    Started { players: Vec<PlayerJson> },
    Asked { player: u8, account_ms: Option<u64> },
    Moved { player: u8, x: u16, y: u16, special: u8, used_ms: Option<f64>, left_ms: Option<u64> },
    Disqualified { player: u8, reason: String, trouble: Option<&'a str>, received: String, used_ms: Option<f64> },
    PhaseTwo { points: &'a Points },
    Ended { complete: bool, points: Option<&'a Points> },
}

#[derive(Serialize)]
struct PlayerJson {
    player: usize,
    group: u8,
    address: String,
}

#[derive(Serialize)]
struct Snapshot {
    sequence: u64,
    #[serde(rename = "type")]
    kind: &'static str,
    games: Vec<GameJson>,
}

#[derive(Serialize)]
struct GameJson {
    game: GameNumber,
    players: Vec<PlayerJson>,
    asked: Option<u8>,
    left_ms: Vec<Option<u64>>,
    /// The record so far, as `rxt` writes it.
    record: Box<RawValue>,
}

impl Feed {
    /// A feed of the games that a ledger follows.
    pub fn new(ledger: Ledger) -> Self {
        Self { ledger, sequence: 0, audience: broadcast::Sender::new(BEHIND) }
    }

    /// The games.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Takes note, and tells all spectators.
    pub fn on(&mut self, notice: &Notice) -> Vec<Told> {
        let Some((game, happened)) = self.ledger.on(notice) else { return Vec::new() };
        let mut told = Vec::new();
        for happening in happened {
            self.sequence += 1;
            let guests = self.ledger.sheet(game).map(|sheet| sheet.guests.as_slice()).unwrap_or_default();
            let line = Line { sequence: self.sequence, game, event: event_json(&happening, guests) };
            let line: Arc<str> = to_line(&line).into();
            // Nobody may be listening.
            let _ = self.audience.send(Arc::clone(&line));
            told.push(Told { game, happening, line });
        }
        told
    }

    /// Forgets a game that ended.
    pub fn close(&mut self, game: GameNumber) -> Option<Record> {
        self.ledger.close(game)
    }

    /// All games as they are now, in one line, and what follows behind that line.
    pub fn follow(&self) -> (String, broadcast::Receiver<Arc<str>>) {
        let receiver = self.audience.subscribe();
        (self.snapshot(), receiver)
    }

    /// All games as they are now, in one line.
    pub fn snapshot(&self) -> String {
        let games = self.ledger.sheets().map(|(game, sheet)| game_json(game, sheet)).collect();
        to_line(&Snapshot { sequence: self.sequence, kind: "snapshot", games })
    }
}

fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("these values have only string keys");
    line.push('\n');
    line
}

fn event_json<'a>(happening: &'a Happening, guests: &[Guest]) -> EventJson<'a> {
    match happening {
        Happening::Started => EventJson::Started { players: players(guests) },
        Happening::Asked(player, account) => {
            EventJson::Asked { player: player.number(), account_ms: account.map(whole_ms) }
        }
        Happening::Moved(player, answer, clock) => EventJson::Moved {
            player: player.number(),
            x: answer.x,
            y: answer.y,
            special: answer.special,
            used_ms: clock.used.map(exact_ms),
            left_ms: clock.left.map(whole_ms),
        },
        Happening::Disqualified(out) => EventJson::Disqualified {
            player: out.player.number(),
            reason: out.reason.to_string(),
            trouble: out.trouble.as_deref(),
            received: hex(&out.received),
            used_ms: out.clock.used.map(exact_ms),
        },
        Happening::PhaseTwo(points) => EventJson::PhaseTwo { points },
        Happening::Ended(points) => EventJson::Ended { complete: points.is_some(), points: points.as_ref() },
    }
}

fn game_json(game: GameNumber, sheet: &Sheet) -> GameJson {
    let players_of = rxt_rules::Player::all(sheet.position().players());
    // One line, as everything else here; a record's own JSON is written for people.
    let record: serde_json::Value = serde_json::from_str(&sheet.record().to_json()).expect("a record writes JSON");
    GameJson {
        game,
        players: players(&sheet.guests),
        asked: sheet.asked.map(rxt_rules::Player::number),
        left_ms: players_of.map(|player| sheet.left[player].map(whole_ms)).collect(),
        record: serde_json::value::to_raw_value(&record).expect("a value is JSON"),
    }
}

fn players(guests: &[Guest]) -> Vec<PlayerJson> {
    let json = |(index, guest): (usize, &Guest)| PlayerJson {
        player: index + 1,
        group: guest.group,
        address: guest.peer.to_string(),
    };
    guests.iter().enumerate().map(json).collect()
}

/// Bytes as people write them: `05 00 ff`.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn whole_ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// Milliseconds to the microsecond.
fn exact_ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
