//! Plays one game of a match.

use super::plan::{GamePlan, MatchPlan};
use rxt_engine::Spec;
use rxt_record::record::{Details, Record, Recorder, Tag};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::{Command, play_match};
use rxt_rules::rng::Rng;
use rxt_rules::{Move, Player, Position, rank};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// The block.
    pub block: u32,
    /// Which game of it.
    pub rotation: u32,
    /// The map.
    pub map: String,
    /// Which competitor sat where.
    pub seats: Vec<usize>,
    /// The points of players 1 to n; `None` of the disqualified.
    pub points: Vec<Option<u32>>,
    /// The placement score of each player, from 0 to 1.
    pub scores: Vec<f64>,
    /// How many moves were made, the opening included.
    pub plies: u32,
    /// Whether the game broke off because an engine failed. Such a game counts for nobody.
    pub broken: bool,
}

/// Plays a game; `None` if it was interrupted.
pub(super) fn play(plan: &MatchPlan, game: &GamePlan, interrupt: &AtomicBool) -> Option<(GameLine, Record)> {
    let field = &plan.fields[game.field];
    let opening = plan.opening(game);
    let mut agents: Vec<Box<dyn Agent + '_>> = Vec::new();
    for (seat, &competitor) in game.seats.iter().enumerate() {
        let seed = Rng::derived(game.seed, seat as u64 + 1).next_u64();
        let agent = plan.competitors[competitor].agent(seed);
        agents.push(Box::new(Opened { opening: &opening, ply: 0, agent }));
    }
    let mut recorder = Recorder::new(Arc::clone(&field.map));
    tag(&mut recorder, plan, game);
    let mut plies = 0;
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_match(Arc::clone(&field.map), &mut agents, &plan.budget, |referee, command, choice| {
            recorder.on(referee, command, choice.map(Details::from).unwrap_or_default());
            if let Command::Announce(..) = command {
                plies += 1;
            }
            if interrupt.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }));
    let broken = played.is_err();
    if let Ok((_, Some(()))) = played {
        return None;
    }
    let record = recorder.finish();
    let points = record.result.clone().unwrap_or_else(|| vec![None; game.seats.len()]);
    let scores = rank::placements(&points).iter().map(|placement| placement.score).collect();
    let line = GameLine {
        block: game.block,
        rotation: game.rotation,
        map: field.name.clone(),
        seats: game.seats.clone(),
        points,
        scores,
        plies,
        broken,
    };
    Some((line, record))
}

fn tag(recorder: &mut Recorder, plan: &MatchPlan, game: &GamePlan) {
    let record = recorder.record_mut();
    record.set_tag("event", "rxt match");
    record.set_tag(Tag::MAP_NAME, &plan.fields[game.field].name);
    record.set_tag(Tag::SEED, &game.seed.to_string());
    for (player, &competitor) in Player::all(game.seats.len() as u8).zip(&game.seats) {
        let spec: &Spec = &plan.competitors[competitor];
        record.set_tag(&Tag::player_key(player), &spec.to_string());
    }
}

/// Plays the opening, then thinks.
struct Opened<'a> {
    opening: &'a [Move],
    /// How many moves of the opening this seat knows to be over.
    ply: usize,
    agent: Box<dyn Agent + Send>,
}

impl Agent for Opened<'_> {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        // Nobody else tells how many moves were made, but the opening is short and always the same.
        while self.ply < self.opening.len() {
            let mut start = Position::new(Arc::clone(position.map()));
            self.opening[..self.ply].iter().for_each(|&mv| start.play(mv));
            if start == *position {
                return self.opening[self.ply].into();
            }
            self.ply += 1;
        }
        self.agent.choose(position, budget, signal)
    }
}
