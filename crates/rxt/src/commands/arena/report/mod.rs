//! `rxt arena report`: a tournament as one page, with tables as CSV beside it.

mod charts;
mod csv;
mod page;
mod sections;

use super::{db_report, look};
use crate::commands::render;
use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr};
use rxt_arena::db::Db;
use rxt_arena::report::{Summary, summarise};
use rxt_record::Record;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a report: standings, who beats whom, maps, seats, times, disqualifications
///
/// The page needs nothing but itself: it can be mailed, put on any web server, or printed. Beside it are tables as CSV
/// and replay pages of games. Intervals are such that the true value lies outside in one case of twenty.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The database of the tournament
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// The folder for the report; without it, the name of the database
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replay pages for at most so many games; those with disqualifications come first
    #[arg(long, value_name = "N", default_value_t = 100)]
    replays: usize,
    /// How many draws make the intervals of the ratings
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(10..=10_000))]
    draws: u32,
}

const EXAMPLES: &str = "\
Examples:
  rxt arena report --db cup.sqlite
  rxt arena report --db cup.sqlite --out public/cup --replays 1000

Works while the tournament is played.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let db = look(&args.db)?;
    let summary = summarise(&db, args.draws).map_err(|error| db_report(&error))?;
    let folder = args.out.clone().unwrap_or_else(|| args.db.with_extension("report"));
    fs::create_dir_all(&folder).into_diagnostic().wrap_err_with(|| format!("cannot make `{}`", folder.display()))?;
    let linked = replays(&db, &summary, &folder, args.replays)?;
    save(&folder.join("index.html"), &page::page(&summary, &linked))?;
    save(&folder.join("standings.csv"), &csv::standings(&summary))?;
    save(&folder.join("games.csv"), &csv::games(&summary))?;
    save(&folder.join("meetings.csv"), &csv::meetings(&summary))?;
    save(&folder.join("disqualifications.csv"), &csv::disqualifications(&summary))?;
    output::print(&format!("{}\n", folder.join("index.html").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes replay pages; returns the games that have one.
fn replays(db: &Db, summary: &Summary, folder: &Path, most: usize) -> Result<BTreeSet<u64>> {
    let outs = summary.causes.iter().map(|cause| cause.game).chain(summary.outs.iter().map(|out| out.game));
    let recent = summary.rows.iter().rev().map(|row| row.id);
    let mut chosen = BTreeSet::new();
    for game in outs.chain(recent) {
        if chosen.len() < most {
            chosen.insert(game);
        }
    }
    if chosen.is_empty() {
        return Ok(chosen);
    }
    let games = folder.join("games");
    fs::create_dir_all(&games).into_diagnostic()?;
    for &game in &chosen {
        let path = games.join(format!("{game}.html"));
        if path.exists() {
            continue;
        }
        let text = db.record(game).map_err(|error| db_report(&error))?;
        let record = Record::parse(text.as_bytes()).into_diagnostic()?;
        save(&path, &render::page(&record, &format!("{}, game {game}", summary.name), None, &|_| None)?)?;
    }
    Ok(chosen)
}

fn save(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).into_diagnostic().wrap_err_with(|| format!("cannot write `{}`", path.display()))
}
