//! Plays one game of a tournament.

mod engines;
mod noise;
mod programs;
mod seats;
mod watch;

use super::config::CpuPolicy;
use super::decision::{Block, Game};
use super::setup::Setup;
use crate::db::{Disqualified, Output};
use crate::sandbox::Launcher;
use noise::Noise;
use rxt_record::Record;
use rxt_record::record::{Entry, Tag};
use rxt_rules::Player;
pub(crate) use seats::{Chair, Played, how_it_ended, play_seats};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What a game needs besides the plan.
#[derive(Clone, Debug, Default)]
pub struct House {
    /// How programs are started and kept in; `None` where only engines play.
    pub launcher: Option<Launcher>,
    /// Moves that were made so far, for whoever wants to know whether a game goes on.
    pub moves: Arc<AtomicU64>,
}

/// A game that was played to its end, before it is judged.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What happened.
    pub record: Record,
    /// The bytes of the map that it was played on.
    pub map_bytes: Vec<u8>,
    /// Player and microseconds of every move.
    pub times: Vec<(u8, u64)>,
    /// Who was disqualified.
    pub disqualified: Vec<Disqualified>,
    /// What programs printed.
    pub outputs: Vec<Output>,
    /// What else happened.
    pub incidents: Vec<String>,
    /// How long it took.
    pub seconds: f64,
    /// Processes that wanted to run, for each core.
    pub load: Option<f64>,
    /// Part of the time that another machine took.
    pub steal: Option<f64>,
    /// How programs were kept in.
    pub sandbox: String,
    /// What programs did while others thought.
    pub cpu: CpuPolicy,
    /// Why the host may have decided it.
    pub suspect: Option<String>,
}

/// Plays a game. An error says why it could not be played here.
pub fn play_game(setup: &Setup, game: &Game, block: &Block, house: &House) -> Result<Finished, String> {
    let only_engines = game.seats.iter().all(|&bot| setup.bots[bot].engine().is_some());
    let noise = Noise::start(!only_engines);
    let mut finished = if only_engines {
        engines::play(setup, game, block, &house.moves)?
    } else {
        let launcher = house.launcher.as_ref().ok_or("programs cannot be started here")?;
        programs::play(setup, game, block, launcher, &house.moves)?
    };
    let heard = noise.end();
    (finished.seconds, finished.load, finished.steal) = (heard.seconds, heard.load, heard.steal);
    finished.suspect = noise::suspicion(&finished, &heard, setup.budget().time);
    if finished.suspect.is_some() {
        for out in finished.disqualified.iter_mut().filter(|out| out.reason == "timeout") {
            "host".clone_into(&mut out.fault);
        }
    }
    Ok(finished)
}

/// Names the tournament and the bots in a record.
fn tag(record: &mut Record, setup: &Setup, game: &Game) {
    record.set_tag("event", &setup.config.name);
    record.set_tag("game", &game.id.to_string());
    record.set_tag(Tag::MAP_NAME, &setup.grounds[game.ground].name);
    if let Some(time) = setup.budget().time {
        record.set_tag(Tag::TIME_LIMIT_MS, &time.as_millis().to_string());
    }
    record.set_tag(Tag::SEED, &game.seed.to_string());
    for (player, &bot) in Player::all(game.seats.len() as u8).zip(&game.seats) {
        record.set_tag(&Tag::player_key(player), &setup.bots[bot].name);
    }
}

/// Who was disqualified, as far as a record tells.
fn disqualified(record: &Record, game: &Game) -> Vec<Disqualified> {
    let out = |entry: &Entry| match entry {
        Entry::Disqualified(player, cause) => Some(Disqualified {
            game: game.id,
            player: player.number(),
            bot: game.seats[player.index()],
            reason: cause.to_string(),
            fault: "bot".to_owned(),
            detail: cause.to_string(),
        }),
        _ => None,
    };
    record.entries.iter().filter_map(out).collect()
}
