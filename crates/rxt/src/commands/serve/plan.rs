//! From options to games: what is refused is refused here, before a port is opened.

use super::Args;
use crate::{input, output};
use miette::{Result, miette};
use rxt_net::server::{Limits, Settings};
use rxt_record::record::Tag;
use rxt_rules::{Map, MapFile, Phase, Position};
use std::sync::Arc;
use std::time::Duration;

/// What is going to happen.
pub(super) struct Plan {
    pub(super) settings: Settings,
    /// The name of the map's file, without folders.
    pub(super) map_name: String,
    /// Tags of every record.
    pub(super) tags: Vec<(String, String)>,
}

/// The shortest time limit that the course's server takes.
const SHORTEST: f64 = 0.2;
/// Longer than anybody waits; keeps what is said in seconds within what clocks can count.
const LONGEST: f64 = 1e9;

/// Reads the map and checks the options; `None` if there is nothing to play, which is said.
pub(super) fn plan(args: &Args) -> Result<Option<Plan>> {
    let time = args.time.map(time_limit).transpose()?;
    let bytes = input::read_bytes(&args.map, MapFile::MAX_BYTES)?;
    let (map, warnings) = Map::parse(&bytes).map_err(|errors| input::map_report(&args.map, &bytes, &errors))?;
    for warning in warnings {
        output::note(&format!("warning: `{}`: {warning}", args.map.display()));
    }
    let map = Arc::new(map);
    if Position::new(Arc::clone(&map)).phase() == Phase::Over {
        output::print("Map is final, no moves at all possible.\n")?;
        return Ok(None);
    }
    warn_of_the_course(&map);
    let limits = Limits {
        gather: args.gather.map(|limit| seconds("-z", limit)).transpose()?,
        patience: seconds("--patience", args.patience)?,
        ..Limits::default()
    };
    let map_name = args.map.file_name().map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
    let depth = depth(args, time.is_some());
    let settings = Settings {
        map,
        map_bytes: bytes.into(),
        time,
        depth,
        games: args.games,
        concurrent: usize::from(args.concurrent),
        limits,
        like_course: args.like_course,
    };
    let tags = tags(args, &map_name, &settings);
    Ok(Some(Plan { settings, map_name, tags }))
}

fn time_limit(value: f64) -> Result<Duration> {
    if value < SHORTEST {
        let help = "a time limit is at least 0.2 seconds, as with the course's server";
        return Err(miette!(help = help, "please choose a timeout value >= 0.2 seconds."));
    }
    seconds("-t", value)
}

fn seconds(option: &str, value: f64) -> Result<Duration> {
    if (0.0..=LONGEST).contains(&value) {
        return Ok(Duration::from_secs_f64(value));
    }
    Err(miette!("{option} {value} is no time; expected seconds from 0 to {LONGEST}"))
}

/// The course's server sends depth 1 if it is told none, and 8 bits of what it is told.
fn depth(args: &Args, timed: bool) -> u8 {
    match args.depth {
        Some(depth) => {
            if depth > u32::from(u8::MAX) {
                let sent = depth % 256;
                output::note(&format!("warning: -d {depth} does not fit in a request; {sent} is sent"));
            }
            (depth % 256) as u8
        }
        None if timed && !args.like_course => 0,
        None => 1,
    }
}

fn tags(args: &Args, map_name: &str, settings: &Settings) -> Vec<(String, String)> {
    let mut tags = vec![("event".to_owned(), "rxt serve".to_owned()), (Tag::MAP_NAME.to_owned(), map_name.to_owned())];
    if let Some(limit) = settings.time {
        tags.push((Tag::TIME_LIMIT_MS.to_owned(), limit.as_millis().to_string()));
    }
    if args.depth.is_some() || settings.time.is_none() {
        tags.push((Tag::DEPTH_LIMIT.to_owned(), settings.depth.to_string()));
    }
    tags
}

/// Says where the course's server would fail on this map.
fn warn_of_the_course(map: &Map) {
    let (width, height) = (usize::from(map.width()), usize::from(map.height()));
    let squares = width * height;
    let trouble = match squares {
        160_000.. => "crash when it loads this map",
        65_536.. if width >= 1000 => "hang when it loads this map",
        65_536.. => "damage its memory with this map and fail at the end",
        _ => return,
    };
    output::note(&format!("note: with {width}x{height} squares, the course's server would {trouble}"));
}
