//! A game between engines of this process.

use super::{Finished, disqualified, tag};
use crate::matches::{EngineTable, play_engines};
use crate::tournament::config::CpuPolicy;
use crate::tournament::decision::{Block, Game, opening_of};
use crate::tournament::setup::Setup;
use rxt_engine::Spec;
use rxt_record::record::Recorder;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

pub(super) fn play(setup: &Setup, game: &Game, block: &Block, moves: &AtomicU64) -> Result<Finished, String> {
    let ground = &setup.grounds[game.ground];
    let specs: Vec<&Spec> = game.seats.iter().filter_map(|&bot| setup.bots[bot].engine()).collect();
    let opening = opening_of(setup, block);
    let budget = setup.budget();
    let (map, seed) = (&ground.map, game.seed);
    let table = EngineTable { map, specs: &specs, opening: &opening, budget: &budget, seed, moves };
    let mut recorder = Recorder::new(Arc::clone(&ground.map));
    tag(recorder.record_mut(), setup, game);
    // A game that has begun is played to its end.
    let played = play_engines(&table, recorder, &AtomicBool::new(false)).ok_or("the game was broken off")?;
    if played.broken {
        let who = played.record.position_at(None).ok().and_then(|position| position.to_move());
        let who = who.map_or_else(String::new, |player| setup.bots[game.seats[player.index()]].name.clone());
        return Err(format!("the engine of `{who}` failed at move {}", played.record.plies()));
    }
    let times = played.record.moves().zip(&played.times);
    let times = times.map(|(mv, time)| (mv.player.number(), time.as_micros() as u64)).collect();
    Ok(Finished {
        disqualified: disqualified(&played.record, game),
        record: played.record,
        map_bytes: ground.bytes.clone(),
        times,
        outputs: Vec::new(),
        incidents: Vec::new(),
        seconds: 0.0,
        load: None,
        steal: None,
        sandbox: "none needed".to_owned(),
        cpu: CpuPolicy::Free,
        suspect: None,
    })
}
