//! What a worker returns: a game that was played, to be replayed by the rules.

use crate::db::{Disqualified, Output};
use crate::report::PLAYED_BY;
use crate::tournament::{CpuPolicy, Finished, Game};
use rxt_record::Record;
use serde::{Deserialize, Serialize};

/// A game as it travels back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Returned {
    pub(super) record: String,
    times: Vec<(u8, u64)>,
    outs: Vec<Out>,
    outputs: Vec<(usize, String)>,
    incidents: Vec<String>,
    pub(super) seconds: f64,
    load: Option<f64>,
    steal: Option<f64>,
    sandbox: String,
    cpu: CpuPolicy,
    suspect: Option<String>,
    /// How often the game was handed out.
    pub(super) attempt: u32,
    /// Whether an engine failed, so that the record ends early.
    #[serde(default)]
    pub(super) broken: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Out {
    player: u8,
    reason: String,
    fault: String,
    detail: String,
}

impl Returned {
    pub(super) fn new(finished: Finished, attempt: u32) -> Self {
        let out =
            |out: Disqualified| Out { player: out.player, reason: out.reason, fault: out.fault, detail: out.detail };
        Self {
            record: finished.record.to_string(),
            times: finished.times,
            outs: finished.disqualified.into_iter().map(out).collect(),
            outputs: finished.outputs.into_iter().map(|output| (output.seat, output.text)).collect(),
            incidents: finished.incidents,
            seconds: finished.seconds,
            load: finished.load,
            steal: finished.steal,
            sandbox: finished.sandbox,
            cpu: finished.cpu,
            suspect: finished.suspect,
            attempt,
            broken: false,
        }
    }

    /// A game between engines, of which the record is all there is.
    pub(super) fn of_engines(record: &Record, broken: bool, seconds: f64, attempt: u32) -> Self {
        Self {
            record: record.to_string(),
            times: Vec::new(),
            outs: Vec::new(),
            outputs: Vec::new(),
            incidents: Vec::new(),
            seconds,
            load: None,
            steal: None,
            sandbox: String::new(),
            cpu: CpuPolicy::Free,
            suspect: None,
            attempt,
            broken,
        }
    }

    /// The game as if it had been played here. An error says why it is not the one that was asked for.
    pub(super) fn finished(self, game: &Game, worker: &str, map_bytes: Vec<u8>) -> Result<Finished, String> {
        let record = Record::parse(self.record.as_bytes()).map_err(|error| error.to_string())?;
        let expected = [("game", game.id.to_string()), ("seed", game.seed.to_string())];
        for (key, value) in expected {
            if record.tag(key) != Some(&value) {
                return Err(format!("the record is of another game: its {key} is not {value}"));
            }
        }
        let mut disqualified = Vec::new();
        for out in self.outs {
            let seat = usize::from(out.player).checked_sub(1).and_then(|seat| game.seats.get(seat));
            let &bot = seat.ok_or("somebody who does not play was disqualified")?;
            let Out { player, reason, fault, detail } = out;
            disqualified.push(Disqualified { game: game.id, player, bot, reason, fault, detail });
        }
        let mut incidents = self.incidents;
        incidents.push(format!("{PLAYED_BY}{worker}"));
        Ok(Finished {
            record,
            map_bytes,
            times: self.times,
            disqualified,
            outputs: self.outputs.into_iter().map(|(seat, text)| Output { seat, text }).collect(),
            incidents,
            seconds: self.seconds,
            load: self.load,
            steal: self.steal,
            sandbox: self.sandbox,
            cpu: self.cpu,
            suspect: self.suspect,
        })
    }
}
