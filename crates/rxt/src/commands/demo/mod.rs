//! `rxt demo`: a demonstration game of random players in the terminal.

mod live;
mod play;
mod record_file;
mod summary;

use crate::process::EXIT_INTERRUPTED;
use crate::{input, output, tui};
use miette::{IntoDiagnostic, Result, WrapErr};
use play::Stop;
use record_file::RecordFile;
use rxt_record::record::{Recorder, Tag};
use rxt_rules::{Map, Player};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Play a demonstration game, live in the terminal
///
/// Random players play on a map that comes with rxt: stones, special tiles, transitions, bombs, ranks. The game is
/// recorded, and at the end you are told where, and what can be done with it. The same seed gives the same game.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Play on this map, or on the map of a position or a record
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Seed of the players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Milliseconds between moves; without it, a game takes about twenty seconds
    #[arg(long, value_name = "MS", conflicts_with = "fast", value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: Option<u64>,
    /// Do not wait between moves
    #[arg(long)]
    fast: bool,
    /// Write the record to this file; without it, to your state folder
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Keys: Space pauses, q or Ctrl-C ends the game; what was played is recorded.

Examples:
  rxt demo
  rxt demo --fast --seed 7 --record game.rxt
  rxt demo --map maps/islands-4p-19x19.map --delay 50";

/// What the record of a demonstration says of itself.
const EVENT: &str = "rxt demonstration";
/// The map of the demonstration, part of the program so that it works anywhere.
const DEMO_NAME: &str = "cross-4p-15x15.map";
const DEMO_MAP: &[u8] = include_bytes!("../../../../../maps/cross-4p-15x15.map");
/// How long a demonstration takes, about.
const USUAL_LENGTH: Duration = Duration::from_secs(20);
/// The longest that a move is shown unless told otherwise; tiny games are shorter instead.
const LONGEST_LOOK: Duration = Duration::from_millis(700);
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (name, map) = map(args.map.as_deref())?;
    let file = RecordFile::new(args.record.as_deref())?;
    let mut recorder = recorder(&name, &map, args.seed);
    let ending = if tui::is_usable() {
        live::run(&name, args.seed, delay(args, &map), &mut recorder)
            .into_diagnostic()
            .wrap_err("the terminal does not work")?
    } else {
        output::print(&summary::opening(&name, &map, args.seed))?;
        play::play(args.seed, &mut recorder, |_| Ok(None)).into_diagnostic()?
    };
    let record = recorder.finish();
    let path = file.save(&record)?;
    output::print(&summary::closing(&record, &ending, &path, tui::is_usable()))?;
    let interrupted = ending.stop == Some(Stop::Interrupt);
    Ok(if interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The map and what it is called.
fn map(argument: Option<&str>) -> Result<(String, Arc<Map>)> {
    let Some(argument) = argument else {
        let map = Map::parse(DEMO_MAP).expect("the map of the demonstration is checked by a test").0;
        return Ok((DEMO_NAME.to_owned(), Arc::new(map)));
    };
    let (map, _) = input::read_map_of(argument)?;
    let name = Path::new(argument).file_name().map_or_else(|| argument.into(), |name| name.to_string_lossy());
    Ok((name.into_owned(), map))
}

fn recorder(name: &str, map: &Arc<Map>, seed: u64) -> Recorder {
    let mut recorder = Recorder::new(Arc::clone(map));
    let record = recorder.record_mut();
    record.set_tag(record_file::EVENT_KEY, EVENT);
    record.set_tag(Tag::MAP_NAME, name);
    record.set_tag(Tag::SEED, &seed.to_string());
    for player in Player::all(map.players()) {
        record.set_tag(&Tag::player_key(player), "random");
    }
    recorder
}

/// How long each move is shown. A game has about as many moves as the map has free tiles and bombs.
fn delay(args: &Args, map: &Map) -> Duration {
    if args.fast {
        return Duration::ZERO;
    }
    let moves = map.tile_count() + usize::from(map.players()) * usize::from(map.file().bombs);
    args.delay.map_or_else(|| (USUAL_LENGTH / moves.max(1) as u32).min(LONGEST_LOOK), Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Cell;

    #[test]
    fn the_demonstration_has_transitions_special_tiles_and_bombs() {
        let (_, map) = map(None).unwrap();
        let file = map.file();
        assert!(!file.transitions.is_empty() && file.bombs > 0 && file.strength > 0 && file.overrides > 0);
        for cell in [Cell::CHOICE, Cell::BONUS, Cell::EXPANSION] {
            assert!(file.tiles.contains(&cell), "{cell}");
        }
    }
}
