//! Lets a program do an exercise, and says how it did.

use super::exercises::Exercise;
use crate::sandbox::{Ended, Launcher, Printed};
use crate::tournament::{Chair, CpuPolicy, Played, Program, ProgramLimits, how_it_ended, play_seats};
use rxt_engine::Spec;
use rxt_net::server;
use rxt_record::Record;
use rxt_rules::agent::Budget;
use rxt_rules::{Map, Player};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// How a program did.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Whether it played to the end.
    pub passed: bool,
    /// In words, what happened.
    pub what: String,
    /// What to look at.
    pub hint: &'static str,
    /// The game.
    pub record: Option<Record>,
    /// Moves that the program made.
    pub moves: usize,
    /// What it printed.
    pub output: Printed,
}

/// Lets a program do an exercise; `seed` is that of its opponents.
pub fn examine(exercise: &Exercise, program: &Program, limits: &ProgramLimits, launcher: &Launcher, seed: u64) -> Mark {
    let (map, _) = Map::parse(&exercise.map).expect("the maps of the exercises are valid");
    let spec = Spec::parse(exercise.opponent).expect("the engines of the exercises are built in");
    let budget = Budget { nodes: Some(exercise.nodes), ..Budget::default() };
    let chair = |player: Player| match player.number() {
        seat if seat == exercise.seat => Chair::Program(program.clone(), *limits),
        seat if Some(seat) == exercise.leaver => Chair::Leaver { after: 2, seed },
        seat => Chair::Engine { spec: Box::new(spec.clone()), seed: seed + u64::from(seat), budget },
    };
    let chairs: Vec<Chair> = Player::all(map.players()).map(chair).collect();
    let startup = Duration::from_secs(limits.startup_seconds);
    let settings = server::Settings {
        map: Arc::new(map),
        map_bytes: exercise.map.clone().into(),
        time: exercise.time,
        depth: exercise.depth,
        games: 1,
        concurrent: 1,
        limits: server::Limits {
            hello: startup,
            gather: Some(startup),
            patience: Duration::from_secs(limits.patience_seconds),
            ..server::Limits::default()
        },
        like_course: exercise.like_course,
    };
    match play_seats(settings, &chairs, CpuPolicy::Free, launcher, &AtomicU64::new(0)) {
        Ok(played) => mark(exercise, played),
        Err(error) => Mark {
            passed: false,
            what: format!("the game could not be played: {error}"),
            hint: "this is no fault of your program; `rxt doctor` looks at the machine",
            record: None,
            moves: 0,
            output: Printed::default(),
        },
    }
}

fn mark(exercise: &Exercise, played: Played) -> Mark {
    let Played { watched, ends, mut outputs } = played;
    let seat = usize::from(exercise.seat) - 1;
    let moves = watched.times.iter().filter(|(player, _)| *player == exercise.seat).count();
    let ended = ends[seat].as_ref();
    let out = watched.outs.iter().find(|out| out.player.index() == seat);
    let (passed, what, hint) = match out {
        Some(out) => {
            let more = ended.map(|ended| format!("; the program {}", how_it_ended(ended))).unwrap_or_default();
            let reason = if out.absent { "absent" } else { &out.reason };
            (false, format!("{}{more}", out.detail), hint(reason))
        }
        None => match ended {
            Some(Ended::Limit(what)) => (false, format!("used {what}"), hint("limit")),
            Some(Ended::Signal(signal)) if !watched.complete => {
                (false, format!("ended by signal {signal}"), hint("disconnected"))
            }
            _ => (watched.complete, format!("{moves} moves"), ""),
        },
    };
    Mark { passed, what, hint, record: watched.record, moves, output: outputs[seat].take().unwrap_or_default() }
}

/// What to look at.
fn hint(reason: &str) -> &'static str {
    match reason {
        "absent" => "it has to connect to {host}:{port} and send message 1 with its group number first",
        "illegal move" => "`rxt legal RECORD` shows what was legal, `rxt replay RECORD` what led to it",
        "timeout" => "the clock runs from the request to the last byte of the answer; leave some time for the way",
        "disconnected" => "it crashed or closed the connection; its output says more",
        "invalid message" => "an answer is 05 00 00 00 05 and five bytes: x and y with two each, and the special byte",
        _ => "it may use no more than `rxt bot check --help` says",
    }
}
