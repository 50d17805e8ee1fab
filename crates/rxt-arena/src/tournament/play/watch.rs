//! What the server tells of a game, and what is kept of it.

use rxt_net::server::{Disqualification, Happening, Ledger, Notice, TurnedAway, hex};
use rxt_record::Record;
use rxt_rules::referee::Reason;
use rxt_rules::{Map, Player};
use std::fmt::Write;
use std::sync::Arc;

/// What is known of a game.
pub(crate) struct Watched {
    ledger: Ledger,
    pub(crate) record: Option<Record>,
    /// Player and microseconds of every move.
    pub(crate) times: Vec<(u8, u64)>,
    pub(crate) outs: Vec<OutOfGame>,
    pub(crate) incidents: Vec<String>,
    /// How many came.
    pub(crate) arrived: usize,
    pub(crate) complete: bool,
}

/// A player who was disqualified.
pub(crate) struct OutOfGame {
    pub(crate) player: Player,
    pub(crate) reason: String,
    pub(crate) detail: String,
    /// Whether he did not come at all.
    pub(crate) absent: bool,
}

/// Incidents that are kept of one game.
const INCIDENTS: usize = 20;

impl Watched {
    pub(crate) fn new(map: Arc<Map>) -> Self {
        let (times, outs, incidents) = Default::default();
        let ledger = Ledger::new(map, Vec::new());
        Self { ledger, record: None, times, outs, incidents, arrived: 0, complete: false }
    }

    pub(crate) fn on(&mut self, notice: &Notice) {
        match notice {
            Notice::Arrived { .. } => self.arrived += 1,
            Notice::TurnedAway(_, why @ (TurnedAway::Taken | TurnedAway::Stranger(_))) => {
                self.incident(format!("a connection was refused: it {why}"));
            }
            Notice::TurnedAway(_, why) => self.incident(format!("a client {why}")),
            _ => {}
        }
        let Some((game, happened)) = self.ledger.on(notice) else { return };
        for happening in happened {
            match happening {
                Happening::Moved(player, _, clock) => {
                    self.times.push((player.number(), clock.used.unwrap_or_default().as_micros() as u64));
                }
                Happening::Disqualified(out) => self.outs.push(out_of_game(&out)),
                _ => {}
            }
        }
        if let Notice::Ended { complete, .. } = notice {
            self.complete = *complete;
            self.record = self.ledger.close(game);
        }
    }

    fn incident(&mut self, what: String) {
        if self.incidents.len() < INCIDENTS {
            self.incidents.push(what);
        }
    }
}

fn out_of_game(out: &Disqualification) -> OutOfGame {
    let absent = out.trouble.as_deref().is_some_and(|trouble| NOT_THERE.iter().any(|words| trouble.contains(words)));
    let reason = match out.reason {
        Reason::Illegal(..) => "illegal move",
        Reason::Timeout => "timeout",
        Reason::Gone => "disconnected",
        Reason::Message => "invalid message",
    };
    let mut detail = out.reason.to_string();
    if let Some(trouble) = &out.trouble {
        let _ = write!(detail, ", {}", trouble.trim_start_matches("what was sent could not be delivered: "));
    }
    if !out.received.is_empty() {
        let _ = write!(detail, ", received {}", hex(&out.received));
    }
    if let Some(used) = out.clock.used {
        let _ = write!(detail, ", after {} ms", used.as_millis());
    }
    OutOfGame { player: out.player, reason: reason.to_owned(), detail, absent }
}

/// How the server says that somebody did not come.
const NOT_THERE: [&str; 3] = ["did not connect within", "ended before it connected", "said no hello"];
