//! `rxt selfplay`: games to learn from.

use super::queue::{HostArgs, owner, tally_line};
use crate::output;
use crate::process::{EXIT_INTERRUPTED, cores, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_arena::queue::{LEASE, Queue};
use rxt_arena::remote::{HostOptions, SelfplayNews, selfplay};
use rxt_arena::store::Store;
use rxt_arena::training::{GameLine, Progress, SelfplayPlan, run as run_games};
use rxt_engine::Spec;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let engines play against themselves, to fit weights to the games
///
/// Each game is played on a map of its own, drawn at random: sizes, holes, transitions, special tiles, stocks. It begins with
/// random moves, and now and then a random move is made. Of positions on the way, what the default evaluation counts is
/// noted, with the points at the end. Finished games are kept, so that the same command goes on where it stopped, and with
/// more games adds to them; `rxt fit` makes weights of them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder for the games
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Positions per move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of maps, engines and random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many players the maps have: a number, or a range
    #[arg(long, value_name = "FROM-TO", default_value = "2-8", value_parser = players)]
    players: RangeInclusive<u8>,
    /// Who plays; given several times, each seat draws one of them
    #[arg(long = "engine", value_name = "SPEC", default_values_t = ENGINES.map(str::to_owned))]
    engines: Vec<String>,
    /// How many of 100 moves are random
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=100))]
    random: u32,
    /// Games at once; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrent: Option<u16>,
    #[command(flatten)]
    workers: HostArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Different searches, so that games differ; overrides are spared, as strong players do.
const ENGINES: [&str; 3] =
    ["pvs,eval=default,overrides=spare", "brs+,eval=default,overrides=spare", "mcts,eval=default,overrides=spare"];

const EXAMPLES: &str = "\
Examples:
  rxt selfplay --out games --games 2000
  rxt selfplay --out duels --players 2 --nodes 1000 --engine pvs,eval=default
  rxt selfplay --out games --games 5000 --concurrent 1 --json
  rxt selfplay --out games --games 100000 --queue nats://lab-server:4222

The same options give the same games on any machine, in whichever order they end. With --queue they are played by
`rxt worker`, each record is replayed here before it counts, and positions are noted here.

Exit codes: 0 all games were played, 1 some could not be played, 2 wrong use, 130 interrupted.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let plan = plan(args)?;
    keep_plan(&args.out, &plan_json(args))?;
    let mut store: Store<GameLine> = Store::open(&args.out.join(GAMES)).into_diagnostic()?;
    let interrupt = interrupt()?;
    let workers = args.concurrent.map_or_else(cores, usize::from);
    let bar = progress_bar(args.games, store.lines().len() as u64);
    let mut observe = |progress: Progress| show(&bar, progress);
    let complete = match args.workers.open(LEASE)? {
        Some(queue) => elsewhere(args, &plan, &mut store, &*queue, &interrupt, &bar)?,
        None => run_games(&plan, &mut store, workers, &interrupt, &mut observe).into_diagnostic()?,
    };
    bar.finish_and_clear();
    report(args, store.lines(), complete)?;
    Ok(match complete {
        true => ExitCode::SUCCESS,
        false if interrupt.load(Ordering::Relaxed) => ExitCode::from(EXIT_INTERRUPTED),
        false => ExitCode::FAILURE,
    })
}

/// Has the games played by workers; tells at the end what each did.
fn elsewhere(
    args: &Args,
    plan: &SelfplayPlan,
    store: &mut Store<GameLine>,
    queue: &dyn Queue,
    interrupt: &AtomicBool,
    bar: &ProgressBar,
) -> Result<bool> {
    let mut last = String::new();
    let mut observe = |news: SelfplayNews| match news {
        SelfplayNews::Played(progress) => show(bar, progress),
        SelfplayNews::Refused(what) | SelfplayNews::Trouble(what) if what != last => {
            bar.suspend(|| output::note(&what));
            last = what;
        }
        SelfplayNews::Refused(_) | SelfplayNews::Trouble(_) => {}
    };
    let host = HostOptions { queue, repeat: args.workers.repeat };
    let played = selfplay(plan, store, host, &owner(&args.out), interrupt, &mut observe);
    let (complete, tallies) = played.into_diagnostic()?;
    for (worker, tally) in &tallies {
        bar.suspend(|| output::note(&tally_line(worker, tally)));
    }
    Ok(complete)
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_position(progress.games);
    bar.set_message(format!("{} positions", progress.samples));
}

/// The file of the games in their folder.
pub(super) const GAMES: &str = "games.jsonl";
/// The file of the options they were played with.
pub(super) const PLAN: &str = "selfplay.json";

fn plan(args: &Args) -> Result<SelfplayPlan> {
    let engine = |text: &String| {
        let help = "`rxt engines` lists what there is";
        Spec::parse(text).map_err(|error| miette!(help = help, "`{text}`: {error}"))
    };
    Ok(SelfplayPlan {
        seed: args.seed,
        games: args.games,
        nodes: args.nodes,
        players: args.players.clone(),
        engines: args.engines.iter().map(engine).collect::<Result<_>>()?,
        random_percent: args.random,
    })
}

/// What decides which games are played, but for how many.
fn plan_json(args: &Args) -> Value {
    json!({
        "seed": args.seed,
        "nodes": args.nodes,
        "players": format!("{}-{}", args.players.start(), args.players.end()),
        "engines": args.engines,
        "random": args.random,
    })
}

/// Keeps the options with the games, and refuses to add games of other options.
fn keep_plan(folder: &Path, plan: &Value) -> Result<()> {
    let path = folder.join(PLAN);
    let text = format!("{plan:#}\n");
    match fs::read_to_string(&path) {
        Ok(found) if found == text => Ok(()),
        Ok(found) => {
            let help = "name another folder with `--out`, or give the same options";
            Err(miette!(help = help, "`{}` has games with other options:\n{found}", folder.display()))
        }
        Err(_) => fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .into_diagnostic()
            .wrap_err_with(|| format!("cannot write `{}`", path.display())),
    }
}

fn report(args: &Args, lines: &[GameLine], complete: bool) -> Result<()> {
    let samples: usize = lines.iter().map(|line| line.samples.len()).sum();
    if args.json {
        output::print(&format!("{}\n", json!({ "games": lines.len(), "positions": samples, "complete": complete })))?;
    } else {
        output::print(&format!("{} games, {samples} positions\n", lines.len()))?;
    }
    if !complete {
        output::note(&format!("{} of {} games are played; the same command goes on", lines.len(), args.games));
    }
    Ok(())
}

/// A number of players, or a range of them.
pub(super) fn players(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (2..=8).contains(number));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(from..=to),
        _ => Err("expected a number from 2 to 8, or a range such as 2-4".to_owned()),
    }
}

/// A bar on standard error if that is a terminal.
fn progress_bar(games: u64, played: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(games).with_style(style).with_position(played);
    bar.reset_eta();
    bar
}
