//! `rxt arena run`: plays a tournament, or goes on with it.

use super::db_report;
use super::standings::table;
use crate::commands::lab::measured::MeasureArgs;
use crate::commands::queue::{HostArgs, tally_line};
use crate::output;
use crate::process::{EXIT_INTERRUPTED, cores, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::db::Db;
use rxt_arena::queue::LEASE;
use rxt_arena::remote::HostOptions;
use rxt_arena::sandbox::{CageKind, Launcher, probe};
use rxt_arena::tournament::{
    ConfigError, Format, House, Mind, Past, Progress, RunError, RunOptions, Setup, next_decision, planned_games,
    run as run_tournament,
};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Play a tournament, or go on with it
///
/// The file says who plays whom, where and how long. Games come in blocks: the same line-up on the same map from the same
/// opening, with everybody on every seat. All results are in the database as soon as they are known; the same command
/// goes on where the tournament was, however it ended. Ctrl-C lets the games that run end; a second one ends at once.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The tournament
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The database; without it, the name of the file with .sqlite
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Games at once; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Print the plan, the number of games and how long they may take
    #[arg(long)]
    dry_run: bool,
    /// Start programs without a sandbox: only for programs that you trust
    #[arg(long)]
    no_sandbox: bool,
    #[command(flatten)]
    workers: HostArgs,
    /// Print nothing but the result
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    measure: MeasureArgs,
}

const EXAMPLES: &str = "\
Examples:
  rxt arena run cup.toml --db cup.sqlite
  rxt arena run cup.toml --dry-run
  rxt arena run cup.toml --db cup.sqlite --concurrency 4
  rxt arena run cup.toml --queue nats://lab-server:4222   games on many machines

A tournament:
  name = \"cup\"
  format = \"round-robin\"   # gauntlet, swiss, knockout, ladder, sprt, adaptive
  maps = [\"a.map\"]
  time = 0.05              # seconds for each move; or nodes = 10000
  blocks = 5               # for every line-up on every map
  seed = 1

  [[bot]]
  name = \"ours\"
  engine = \"pvs\"

  [[bot]]
  name = \"mine\"
  command = \"./mybot {host} {port}\"

Exit codes: 0 the tournament is over, 1 games were set aside, 2 wrong use, 130 interrupted.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let setup = Setup::read(&args.file).map_err(|error| config_report(&error))?;
    let concurrency = args.concurrency.map_or_else(cores, usize::from);
    if args.dry_run {
        output::print(&dry_run(&setup, concurrency))?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.db.clone().unwrap_or_else(|| args.file.with_extension("sqlite"));
    let queue = args.workers.open(lease(&setup))?;
    let remote = queue.as_deref().map(|queue| HostOptions { queue, repeat: args.workers.repeat });
    let house = if remote.is_some() { House::default() } else { house(&setup, args.no_sandbox)? };
    let mut db = Db::open(&path).map_err(|error| db_report(&error))?;
    let finish = interrupt()?;
    let options = RunOptions { concurrency, finish: &finish, house, remote };
    let mut live = Live::new(&setup, args.quiet);
    let measuring = args.measure.start("arena", setup.config.seed);
    let over = run_tournament(&setup, &mut db, &options, &mut |progress| live.show(progress));
    live.bar.finish_and_clear();
    if let Some(measuring) = measuring {
        measuring.finish()?;
    }
    let over = over.map_err(|RunError::Db(error)| db_report(&error))?;
    end(args, &setup, &db, over)
}

/// Long enough for a move, with all that a busy machine adds.
fn lease(setup: &Setup) -> Duration {
    let move_time = setup.config.time.unwrap_or_default().max(setup.config.limits.patience_seconds as f64);
    LEASE.max(Duration::from_secs_f64(4.0 * move_time))
}

/// What games need besides the plan: where programs play, a cage for them that holds.
fn house(setup: &Setup, no_sandbox: bool) -> Result<House> {
    if setup.bots.iter().all(|bot| matches!(bot.mind, Mind::Engine(_))) {
        return Ok(House::default());
    }
    house_for_strangers(no_sandbox)?
        .launcher
        .map_or_else(|| Err(no_cage()), |launcher| Ok(House { launcher: Some(launcher), ..House::default() }))
}

/// A house in which programs of strangers can play, if this machine has one.
pub(crate) fn house_for_strangers(no_sandbox: bool) -> Result<House> {
    let cage = if no_sandbox { CageKind::Open } else { CageKind::Landlock };
    let launcher = Launcher { program: std::env::current_exe().into_diagnostic()?, cage };
    if no_sandbox {
        output::note(cage.describe());
        return Ok(House { launcher: Some(launcher), ..House::default() });
    }
    let launcher = Some(launcher).filter(|launcher| probe(launcher).enforced());
    Ok(House { launcher, ..House::default() })
}

fn no_cage() -> miette::Report {
    let help = "`rxt doctor` says what this machine lacks; --no-sandbox starts programs all the same, and every report \
                will say so";
    miette!(help = help, "programs cannot be kept in on this machine, so strangers' bots do not start")
}

fn end(args: &Args, setup: &Setup, db: &Db, over: bool) -> Result<ExitCode> {
    let lines = db.lines().map_err(|error| db_report(&error))?;
    output::print(&table(&names(setup), &lines, setup.config.points.as_deref()))?;
    let path = db.path().display();
    if !over {
        let (_, planned) = db.planned().map_err(|error| db_report(&error))?;
        output::note(&format!("\n{} of {planned} games are played. To go on:", lines.len()));
        let concurrency = args.concurrency.map_or_else(String::new, |games| format!(" --concurrency {games}"));
        output::note(&format!("  rxt arena run {} --db {path}{concurrency}", args.file.display()));
        return Ok(ExitCode::from(EXIT_INTERRUPTED));
    }
    let decisions = db.decisions().map_err(|error| db_report(&error))?;
    if let Some(last) = decisions.last().filter(|_| !args.quiet) {
        output::note(&format!("over: {}", last.note));
        output::note(&format!("games:  rxt arena results --db {path}"));
    }
    let aside = db.aside().map_err(|error| db_report(&error))?;
    for (game, why) in &aside {
        output::note(&format!("game {game} was set aside: {why}"));
    }
    Ok(if aside.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn names(setup: &Setup) -> Vec<String> {
    setup.bots.iter().map(|bot| bot.name.clone()).collect()
}

fn config_report(error: &ConfigError) -> miette::Report {
    let help = "`rxt arena run --help` shows a tournament";
    miette!(help = help, "{error}")
}

/// What is shown while games are played: a bar and the table above it, on a terminal only.
struct Live {
    bar: ProgressBar,
    names: Vec<String>,
    points: Option<Vec<f64>>,
    drawn: Instant,
    quiet: bool,
    /// What was last told about the queue, so that it is told once.
    trouble: String,
}

/// How often the table is drawn again.
const REDRAW: Duration = Duration::from_millis(500);

impl Live {
    fn new(setup: &Setup, quiet: bool) -> Self {
        let style = ProgressStyle::with_template("{msg}\n{bar:30} {pos}/{len} games, {eta} left, {prefix}")
            .expect("the template is checked by every run");
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0).with_style(style) };
        let drawn = Instant::now();
        Self { bar, names: names(setup), points: setup.config.points.clone(), drawn, quiet, trouble: String::new() }
    }

    fn show(&mut self, progress: &Progress<'_>) {
        match progress {
            Progress::Decided { note, planned, played } => {
                self.bar.set_length(*planned);
                self.bar.set_position(*played);
                self.bar.reset_eta();
                self.bar.set_prefix((*note).to_owned());
            }
            Progress::Played { lines, .. } => {
                self.bar.inc(1);
                if self.drawn.elapsed() >= REDRAW {
                    self.drawn = Instant::now();
                    self.bar.set_message(table(&self.names, lines, self.points.as_deref()));
                }
            }
            Progress::Lost { id, why } => {
                if !self.quiet {
                    self.bar.suspend(|| output::note(&format!("game {id} does not count: {why}")));
                }
            }
            Progress::NoQueue { why } => {
                if !self.quiet && self.trouble != *why {
                    self.bar.suspend(|| output::note(why));
                    self.trouble.clone_from(why);
                }
            }
            Progress::Worker { worker, tally } => {
                if !self.quiet {
                    self.bar.suspend(|| output::note(&tally_line(worker, tally)));
                }
            }
        }
    }
}

/// The plan in words.
fn dry_run(setup: &Setup, concurrency: usize) -> String {
    let config = &setup.config;
    let first = next_decision(setup, &Past { decisions: &[], lines: &[] });
    let games = planned_games(setup);
    let mut text = format!("{}: {} bots, {} maps\n", config.name, setup.bots.len(), setup.grounds.len());
    for bot in &setup.bots {
        let kind = if matches!(bot.mind, Mind::Engine(_)) { "engine " } else { "program" };
        let _ = writeln!(text, "  {kind}  {}: {}  ({})", bot.name, bot.description(), &bot.hash[..12]);
    }
    for ground in &setup.grounds {
        let map = &ground.map;
        let _ = writeln!(text, "  map      {}, {} players, {} tiles", ground.name, map.players(), map.tile_count());
    }
    let more = !matches!(config.format, Format::RoundRobin | Format::Gauntlet);
    let _ = writeln!(text, "first decision: {}, {} blocks", first.note, first.tables.len());
    for table in first.tables.iter().take(SHOWN) {
        let lineup: Vec<&str> = table.lineup.iter().map(|&bot| setup.bots[bot].name.as_str()).collect();
        let _ = writeln!(text, "  {}: {}", setup.grounds[table.ground].name, lineup.join(", "));
    }
    if first.tables.len() > SHOWN {
        let _ = writeln!(text, "  and {} more", first.tables.len() - SHOWN);
    }
    let about = if more { "about " } else { "" };
    let _ = writeln!(text, "games: {about}{games}");
    if let Some(time) = config.time {
        let tiles = setup.grounds.iter().map(|ground| ground.map.tile_count()).sum::<usize>() / setup.grounds.len();
        let seconds = games as f64 * tiles as f64 * time / concurrency as f64;
        let _ = writeln!(text, "time: at most about {} with {concurrency} games at once", duration(seconds));
    } else {
        text.push_str("time: as long as the positions take; there is no clock\n");
    }
    text
}

/// Blocks that a plan shows.
const SHOWN: usize = 10;

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 100.0 => format!("{seconds:.0} seconds"),
        seconds if seconds < 6000.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}
