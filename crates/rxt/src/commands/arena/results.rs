//! `rxt arena results`: every game of a tournament.

use super::{db_report, look};
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_arena::db::{Db, ResultRow};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// List the games of a tournament with their results
///
/// Games come in the order of the plan. A disqualified player has no points. Every result was replayed by our rules
/// before it was written down.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The database of the tournament
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// Print the record of this game instead
    #[arg(long, value_name = "ID")]
    record: Option<u64>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "record")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt arena results --db cup.sqlite
  rxt arena results --db cup.sqlite --json
  rxt arena results --db cup.sqlite --record 12 > game-12.rxt && rxt replay game-12.rxt

In JSON, `seats` are the bots of players 1 to n, `points` and `places` are theirs, and `disqualified`
are the numbers of the players who were.";

#[derive(Serialize)]
struct Games {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    id: u64,
    map: String,
    seats: Vec<String>,
    points: Vec<Option<u32>>,
    places: Vec<f64>,
    disqualified: Vec<usize>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let db = look(&args.db)?;
    if let Some(id) = args.record {
        output::print(&db.record(id).map_err(|error| db_report(&error))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let games = games(&db)?;
    if args.json {
        output::print(&(serde_json::to_string(&Games { games }).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&games))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn games(db: &Db) -> Result<Vec<Game>> {
    let bots = db.bots().map_err(|error| db_report(&error))?;
    let results = db.results().map_err(|error| db_report(&error))?;
    let game = |row: ResultRow| {
        let out = row.line.points.iter().enumerate().filter(|(_, points)| points.is_none());
        Game {
            id: row.id,
            disqualified: out.map(|(seat, _)| seat + 1).collect(),
            map: row.line.map,
            seats: row.line.seats.iter().map(|&bot| bots[bot].name.clone()).collect(),
            points: row.line.points,
            places: row.places,
        }
    };
    Ok(results.into_iter().map(game).collect())
}

fn text(games: &[Game]) -> String {
    let mut text = String::new();
    for game in games {
        let _ = write!(text, "{:>6}  {}  ", game.id, game.map);
        let seats = game.seats.iter().zip(&game.points).map(|(name, points)| match points {
            Some(points) => format!("{name} {points}"),
            None => format!("{name} disqualified"),
        });
        let _ = writeln!(text, "{}", seats.collect::<Vec<_>>().join(", "));
    }
    text
}
