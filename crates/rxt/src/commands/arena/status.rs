//! `rxt arena status`: how far a tournament is.

use super::standings::table;
use super::{db_report, look};
use crate::commands::queue::{self, QueueArgs};
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_arena::db::{Db, DbError};
use rxt_arena::queue::WorkerNews;
use rxt_arena::tournament::Config;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show how far a tournament is
///
/// Works while the tournament is played.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The database of the tournament
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// The queue, to see its workers too
    #[arg(long, value_name = "ADDRESS")]
    queue: Option<String>,
    #[command(flatten)]
    which: QueueArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt arena status --db cup.sqlite
  watch rxt arena status --db cup.sqlite
  rxt arena status --db cup.sqlite --queue nats://lab-server:4222

Exit codes: 0 it is over, 1 it is not, 2 wrong use.";

#[derive(Serialize)]
struct Status {
    name: String,
    over: bool,
    decisions: usize,
    decision: String,
    planned: u64,
    played: u64,
    started: usize,
    spoilt: usize,
    refused: usize,
    failed: usize,
    aside: Vec<(u64, String)>,
    disqualifications: usize,
    incidents: usize,
    sandboxes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<QueueStatus>,
}

#[derive(Serialize)]
struct QueueStatus {
    waiting: u64,
    leased: u64,
    done: u64,
    aside: Vec<(String, String)>,
    workers: Vec<Worker>,
}

#[derive(Serialize)]
struct Worker {
    name: String,
    seconds_ago: u64,
    news: serde_json::Value,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let db = look(&args.db)?;
    let mut status = status(&db).map_err(|error| db_report(&error))?;
    if let Some(address) = &args.queue {
        status.queue = Some(queue_status(address, &args.which)?);
    }
    if args.json {
        output::print(&(serde_json::to_string(&status).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&db, &status)?)?;
    }
    Ok(if status.over { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn status(db: &Db) -> Result<Status, DbError> {
    let decisions = db.decisions()?;
    let attempts = db.attempts()?;
    let ended = |outcome: &str| attempts.iter().filter(|attempt| attempt.outcome.as_deref() == Some(outcome)).count();
    let mut sandboxes: Vec<String> = db.results()?.into_iter().map(|row| row.sandbox).collect();
    sandboxes.sort();
    sandboxes.dedup();
    Ok(Status {
        name: db.tournament()?.name,
        over: decisions.last().is_some_and(|decision| decision.stop) && db.open_games()?.is_empty(),
        decisions: decisions.len(),
        decision: decisions.last().map(|decision| decision.note.clone()).unwrap_or_default(),
        planned: db.planned()?.1,
        played: db.result_count()?,
        started: attempts.len(),
        spoilt: ended("spoilt"),
        refused: ended("refused"),
        failed: ended("failed"),
        aside: db.aside()?,
        disqualifications: db.disqualifications()?.len(),
        incidents: db.incidents()?.len(),
        sandboxes,
        queue: None,
    })
}

fn queue_status(address: &str, which: &QueueArgs) -> Result<QueueStatus> {
    let opened = queue::open(address, which, None)?;
    let state = opened.state().map_err(|error| queue::report(&error))?;
    let workers = opened.workers().map_err(|error| queue::report(&error))?;
    let worker = |news: WorkerNews| Worker {
        name: news.worker,
        seconds_ago: news.age.as_secs(),
        news: serde_json::from_str(&news.news).unwrap_or_default(),
    };
    Ok(QueueStatus {
        waiting: state.waiting,
        leased: state.leased,
        done: state.done,
        aside: state.aside,
        workers: workers.into_iter().map(worker).collect(),
    })
}

fn text(db: &Db, status: &Status) -> Result<String> {
    let failed = |error: DbError| db_report(&error);
    let names: Vec<String> = db.bots().map_err(failed)?.into_iter().map(|bot| bot.name).collect();
    let config: Config = serde_json::from_str(&db.tournament().map_err(failed)?.config).into_diagnostic()?;
    let mut text = table(&names, &db.lines().map_err(failed)?, config.points.as_deref());
    let end = if status.over { "over" } else { "not over" };
    let _ = writeln!(text, "\n{}: {end}; {} of {} games are played", status.name, status.played, status.planned);
    let _ = writeln!(text, "decision {}: {}", status.decisions, status.decision);
    let _ = writeln!(
        text,
        "{} games were started; {} were spoilt by the host, {} refused by the rules, {} could not be played",
        status.started, status.spoilt, status.refused, status.failed
    );
    let _ = writeln!(text, "{} disqualifications, {} incidents", status.disqualifications, status.incidents);
    for sandbox in &status.sandboxes {
        let _ = writeln!(text, "sandbox: {sandbox}");
    }
    for (game, why) in &status.aside {
        let _ = writeln!(text, "game {game} was set aside: {why}");
    }
    if let Some(queue) = &status.queue {
        write_queue(&mut text, queue);
    }
    Ok(text)
}

/// How long a worker may be silent before it counts as lost.
const SILENCE: u64 = 60;

fn write_queue(text: &mut String, queue: &QueueStatus) {
    let _ = writeln!(
        text,
        "\nqueue: {} jobs wait, {} are in the hands of workers, {} wait to be taken, {} were set aside",
        queue.waiting,
        queue.leased,
        queue.done,
        queue.aside.len()
    );
    for (key, why) in &queue.aside {
        let _ = writeln!(text, "  set aside: {key}: {why}");
    }
    for worker in &queue.workers {
        let number = |key: &str| worker.news[key].as_u64().unwrap_or_default();
        let (games, seconds) = (number("games"), number("seconds").max(1));
        let rate = games as f64 * 3600.0 / seconds as f64;
        let state = match worker.news["finished"].as_bool() {
            Some(true) => "ended".to_owned(),
            _ if worker.seconds_ago > SILENCE => format!("silent for {} s", worker.seconds_ago),
            _ => format!("{} of {} slots busy", number("busy"), number("slots")),
        };
        let _ = writeln!(text, "  {}: {state}; {games} games, {rate:.0} an hour", worker.name);
    }
}
