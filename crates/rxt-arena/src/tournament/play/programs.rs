//! A game of a tournament in which programs play.

use super::seats::{Chair, Played, how_it_ended, play_seats};
use super::watch::OutOfGame;
use super::{Finished, tag};
use crate::db::{Disqualified, Output};
use crate::sandbox::{Ended, Launcher};
use crate::tournament::decision::{Block, Game};
use crate::tournament::opening::opened_map;
use crate::tournament::setup::{Mind, Setup};
use rxt_net::server;
use rxt_rules::Map;
use rxt_rules::rng::Rng;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

pub(super) fn play(
    setup: &Setup,
    game: &Game,
    block: &Block,
    launcher: &Launcher,
    moves: &AtomicU64,
) -> Result<Finished, String> {
    let (map, map_bytes) = opened_map(setup, block);
    let chair = |(seat, &bot): (usize, &usize)| match &setup.bots[bot].mind {
        Mind::Engine(spec) => {
            let seed = Rng::derived(game.seed, seat as u64 + 1).next_u64();
            Chair::Engine { spec: spec.clone(), seed, budget: setup.budget() }
        }
        Mind::Program(program) => Chair::Program(program.clone(), setup.config.limits),
    };
    let chairs: Vec<Chair> = game.seats.iter().enumerate().map(chair).collect();
    let played = play_seats(settings(setup, map, &map_bytes), &chairs, setup.config.cpu, launcher, moves)?;
    finish(setup, game, launcher, played, map_bytes)
}

fn settings(setup: &Setup, map: Arc<Map>, map_bytes: &[u8]) -> server::Settings {
    let limits = &setup.config.limits;
    let startup = Duration::from_secs(limits.startup_seconds);
    server::Settings {
        map,
        map_bytes: map_bytes.to_vec().into(),
        time: setup.budget().time,
        depth: setup.config.depth.map_or(u8::from(setup.config.time.is_none()), |depth| depth.min(255) as u8),
        games: 1,
        concurrent: 1,
        limits: server::Limits {
            hello: startup,
            gather: Some(startup),
            patience: Duration::from_secs(limits.patience_seconds),
            ..server::Limits::default()
        },
        like_course: false,
    }
}

/// Puts everything together.
fn finish(
    setup: &Setup,
    game: &Game,
    launcher: &Launcher,
    played: Played,
    map_bytes: Vec<u8>,
) -> Result<Finished, String> {
    let Played { watched, ends, outputs } = played;
    if !watched.complete {
        return Err("the game was not played to its end".to_owned());
    }
    if watched.arrived == 0 {
        let why: Vec<String> = watched.outs.iter().map(|out| out.detail.clone()).collect();
        return Err(format!("nobody came: {}", why.join("; ")));
    }
    let mut record = watched.record.ok_or("there is no record")?;
    record.tags.clear();
    tag(&mut record, setup, game);
    let printed =
        outputs.into_iter().enumerate().filter_map(|(seat, printed)| Some(Output { seat, text: printed?.text }));
    let out = |out: OutOfGame| disqualified(game, out, &ends);
    Ok(Finished {
        disqualified: watched.outs.into_iter().map(out).collect(),
        record,
        map_bytes,
        times: watched.times,
        outputs: printed.filter(|output| !output.text.is_empty()).collect(),
        incidents: watched.incidents,
        seconds: 0.0,
        load: None,
        steal: None,
        sandbox: launcher.cage.describe().to_owned(),
        cpu: setup.config.cpu,
        suspect: None,
    })
}

/// Why a player is out, with what its program did.
fn disqualified(game: &Game, out: OutOfGame, ends: &[Option<Ended>]) -> Disqualified {
    let seat = out.player.index();
    let end = ends[seat].as_ref();
    let limit = end.filter(|ended| matches!(ended, Ended::Limit(_) | Ended::NotStarted(_)));
    let ended = end.filter(|_| out.reason == "disconnected" || out.absent);
    let reason = match limit {
        Some(Ended::Limit(_)) => "limit".to_owned(),
        _ if out.absent => "did not start".to_owned(),
        _ => out.reason,
    };
    let fault = if matches!(end, Some(Ended::NotStarted(_))) { "arena" } else { "bot" };
    let detail = match limit.or(ended).map(how_it_ended) {
        Some(more) => format!("{}; the program {more}", out.detail),
        None => out.detail,
    };
    Disqualified {
        game: game.id,
        player: out.player.number(),
        bot: game.seats[seat],
        reason,
        fault: fault.to_owned(),
        detail,
    }
}
