//! A whole game: what each move cost, and where it was lost.

use super::{permit, strong};
use crate::api::games::blocking;
use crate::api::reply::{json, read};
use crate::failure::{Failure, Outcome};
use crate::findings;
use crate::shared::State;
use axum::extract::ConnectInfo;
use axum::response::Response;
use bytes::Bytes;
use rxt_engine::analysis::{Question, Step, analyse_game as analyse};
use rxt_record::Record;
use rxt_record::record::Entry;
use rxt_rules::Position;
use rxt_rules::agent::{Budget, Signal};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Positions that are visited for each move.
const NODES: u64 = 1500;
/// How long a game may be looked at; what is not done by then is left out.
const LONGEST: Duration = Duration::from_secs(20);

/// A question about a game of the site.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
}

pub(in crate::api) async fn analyse_game(
    shared: State,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Outcome<Response> {
    let Wanted { game } = read(&body)?;
    let _visit = shared.guard.think(peer.ip())?;
    let _permit = permit(&shared).await?;
    let answer = blocking(&shared, move |shared| {
        let record = shared.library.record(&game)?;
        let (tiles, most) = (record.map.tile_count(), shared.guard.limits.tiles);
        if tiles > most {
            return Err(Failure::unusable(format_args!("the map has {tiles} tiles; expected at most {most}")));
        }
        let steps = steps(&record)?;
        let start = Position::new(Arc::clone(&record.map));
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let question = Question { engine: strong(), budget, lines: 1, tiles: false, seed: 1 };
        let began = Instant::now();
        let found = analyse(&start, &steps, &question, &Signal::default(), &mut |_| began.elapsed() < LONGEST);
        let mut value = findings::game(&record.map, &found);
        // More than were looked at, if there was no time for all.
        value["plies"] = record.plies().into();
        Ok(value)
    })
    .await?;
    Ok(json(&answer))
}

/// What happens in a game, move by move.
fn steps(record: &Record) -> Outcome<Vec<Step>> {
    let mut replay = record.replay();
    let mut steps = Vec::new();
    loop {
        let before = replay.position().clone();
        let Some(entry) = replay.step() else { return Ok(steps) };
        match entry.map_err(Failure::unusable)? {
            Entry::Move(mv) => steps.extend(before.read(mv.answer).ok().map(Step::Move)),
            Entry::Disqualified(player, _) => steps.push(Step::Disqualified(*player)),
            Entry::PhaseTwo(_) => {}
        }
    }
}
