//! `rxt arena status`: how far a tournament is.

use super::standings::table;
use super::{db_report, look};
use crate::commands::queue::{self, QueueArgs};
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_arena::db::{Db, DbError};
use rxt_arena::queue::WorkerNews;
use rxt_arena::report::{WorkerRow, is_worker_note, workers};
use rxt_arena::tournament::Config;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show how far a tournament is, and what workers do
///
/// Works while the tournament is played. With a queue alone, it shows who works there and what is stuck, whoever the
/// games belong to: tournaments, self-play or experiments.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The database of the tournament
    #[arg(long, value_name = "FILE", required_unless_present = "queue")]
    db: Option<PathBuf>,
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
  rxt arena status --queue nats://lab-server:4222         of self-play and experiments too

Exit codes: 0 it is over (of a queue alone: nothing was set aside), 1 it is not, 2 wrong use.";

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
    workers: Vec<Residual>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue: Option<QueueStatus>,
}

/// What the games of a worker show.
#[derive(Serialize)]
struct Residual {
    name: String,
    games: u64,
    seconds: f64,
    pace: f64,
    timeouts: u64,
    suspect: u64,
    different: u64,
}

#[derive(Serialize)]
struct QueueStatus {
    waiting: u64,
    leased: u64,
    again: u64,
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
    let queue = args.queue.as_deref().map(|address| queue_status(address, &args.which)).transpose()?;
    let Some(path) = &args.db else {
        return queue.map_or(Ok(ExitCode::SUCCESS), |queue| queue_alone(&queue, args.json));
    };
    let db = look(path)?;
    let mut status = status(&db).map_err(|error| db_report(&error))?;
    status.queue = queue;
    if args.json {
        output::print(&(serde_json::to_string(&status).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&db, &status)?)?;
    }
    Ok(if status.over { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn queue_alone(queue: &QueueStatus, json: bool) -> Result<ExitCode> {
    let mut text = String::new();
    if json {
        text = serde_json::to_string(queue).into_diagnostic()? + "\n";
    } else {
        write_queue(&mut text, queue);
    }
    output::print(text.trim_start_matches('\n'))?;
    Ok(if queue.aside.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
        incidents: db.incidents()?.iter().filter(|incident| !is_worker_note(&incident.what)).count(),
        sandboxes,
        workers: workers(db)?.into_iter().map(Residual::from).collect(),
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
        again: state.again,
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
    write_residuals(&mut text, &status.workers);
    if let Some(queue) = &status.queue {
        write_queue(&mut text, queue);
    }
    Ok(text)
}

impl From<WorkerRow> for Residual {
    fn from(row: WorkerRow) -> Self {
        let WorkerRow { worker: name, games, seconds, pace, timeouts, suspect, different } = row;
        Self { name, games, seconds, pace, timeouts, suspect, different }
    }
}

/// What workers have done, each beside all others.
fn write_residuals(text: &mut String, workers: &[Residual]) {
    if workers.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nplayed by workers; pace is the time of the same games, 1 for the mean of all workers:");
    let longest = workers.iter().map(|worker| worker.name.chars().count()).max().unwrap_or(0);
    for Residual { name, games, seconds, pace, timeouts, suspect, different } in workers {
        let _ = writeln!(
            text,
            "  {name:<longest$}  {games:>6} games of {seconds:.2} s, pace {pace:.2}; {timeouts} lost by the clock, {suspect} \
             suspect, {different} different elsewhere"
        );
    }
}

/// How long a worker may be silent before it counts as lost, and until it is not shown any more.
const SILENCE: u64 = 60;
const FORGOTTEN: u64 = 24 * 3600;

fn write_queue(text: &mut String, queue: &QueueStatus) {
    let QueueStatus { waiting, leased, again, done, .. } = queue;
    let _ = writeln!(
        text,
        "\nqueue: {waiting} games wait, {leased} are in the hands of workers, {done} wait for their host, {} were set aside",
        queue.aside.len()
    );
    if *again > 0 {
        let _ = writeln!(text, "  {again} of those in hands were lost by a worker before, or took too long");
    }
    for (key, why) in &queue.aside {
        let _ = writeln!(text, "  set aside: {key}: {why}");
    }
    let mut rates = 0.0;
    let mut present = 0;
    for worker in queue.workers.iter().filter(|worker| worker.seconds_ago < FORGOTTEN) {
        let number = |key: &str| worker.news[key].as_u64().unwrap_or_default();
        let (games, seconds) = (number("games"), number("seconds").max(1));
        let rate = games as f64 * 3600.0 / seconds as f64;
        let state = match worker.news["finished"].as_bool() {
            Some(true) => "ended".to_owned(),
            _ if worker.seconds_ago > SILENCE => {
                format!("silent for {} s: it was lost, or its games hang", worker.seconds_ago)
            }
            _ => {
                present += 1;
                rates += rate;
                format!("{} of {} slots busy", number("busy"), number("slots"))
            }
        };
        let _ = writeln!(text, "  {}: {state}; {games} games, {rate:.0} an hour", worker.name);
    }
    if present > 0 {
        let _ = writeln!(text, "  {present} workers, {rates:.0} games an hour together");
    } else if waiting + leased > 0 {
        let _ = writeln!(text, "  STUCK: nobody works here; start `rxt worker --queue ...` on a machine");
    }
    if *done > WAITING_FOR_HOST {
        let _ = writeln!(text, "  STUCK: results wait and nobody takes them; start the command of the host again");
    }
}

/// Results that wait when a host is there, at most.
const WAITING_FOR_HOST: u64 = 500;
