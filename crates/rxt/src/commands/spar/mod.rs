//! `rxt spar`: a student's program against engines, in one line.

mod bot;
mod bout;
mod report;
mod script;

use crate::input;
use bout::Bout;
use miette::{Result, miette};
use rxt_engine::Spec;
use rxt_rules::{Map, MapFile};
use script::Script;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Let your program play against engines
///
/// Starts a server, your program and its opponents, shows the game move by move with what your program prints beside
/// it, and ends with the result, a record and a page for the browser. Your program is told where the server is: {host}
/// and {port} in the command are replaced.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to start your program, as you would type it, with {host} and {port}
    #[arg(value_name = "COMMAND")]
    command: String,
    /// An opponent; given several times, the seats are filled in turn
    #[arg(long, value_name = "ENGINE", default_value = rxt_engine::DEFAULT.name)]
    against: Vec<String>,
    /// The map; without it, the standard board for two
    #[arg(long, value_name = "MAP")]
    map: Option<PathBuf>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
    /// Which player your program is
    #[arg(long, value_name = "N", default_value_t = 1)]
    seat: u8,
    /// How many seconds your program may take to connect
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    patience: u64,
    /// Behave like the course's server, weaknesses included
    #[arg(long)]
    like_course: bool,
    /// Seed of the opponents
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder for the record, the page and the output; without it, `spar-` and the time
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result only
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt spar 'java -jar my.jar {host} {port}'
  rxt spar './client -s {host} -p {port}' --against trivial --map my.map --time 2
  rxt spar 'python3 bot.py {port}' --seat 2 --against random --like-course

Exit codes: 0 your program finished the game, 1 it was disqualified or did not come,
2 wrong use.";

/// The shortest time limit that the course's server takes.
const SHORTEST: f64 = 0.2;
const LONGEST: f64 = 1e6;
const STANDARD: &[u8] = include_bytes!("../../../../../maps/standard-8x8.map");

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let script = Script::new(&args.command)?;
    let (map_name, map_bytes) = match &args.map {
        Some(path) => {
            let name = path.file_name().map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
            (name, input::read_bytes(path, MapFile::MAX_BYTES)?)
        }
        None => ("standard-8x8.map".to_owned(), STANDARD.to_vec()),
    };
    let path = args.map.clone().unwrap_or_default();
    let map = Map::parse(&map_bytes).map_err(|errors| input::map_report(&path, &map_bytes, &errors))?.0;
    if !(SHORTEST..=LONGEST).contains(&args.time) {
        return Err(miette!("--time {} is no time per move; expected {SHORTEST} seconds or more", args.time));
    }
    if args.seat == 0 || args.seat > map.players() {
        return Err(miette!("--seat {}: the map has players 1 to {}", args.seat, map.players()));
    }
    let opponents = args.against.iter().map(|text| {
        let help = "`rxt engines` lists what there is";
        Spec::parse(text).map_err(|error| miette!(help = help, "`--against {text}`: {error}"))
    });
    let bout = Bout {
        script,
        opponents: opponents.collect::<Result<_>>()?,
        map: Arc::new(map),
        map_bytes,
        map_name,
        time: Duration::from_secs_f64(args.time),
        seat: usize::from(args.seat),
        patience: Duration::from_secs(args.patience),
        like_course: args.like_course,
        seed: args.seed,
        quiet: args.quiet,
    };
    let folder = report::folder(args.out.as_deref())?;
    let ended = bout::fight(&bout)?;
    report::write(&bout, &ended, &folder)
}
