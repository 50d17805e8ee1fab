//! `rxt serve`: a server for the course's clients.

mod desk;
mod files;
mod plan;
mod run;
mod talk;

use clap::ArgAction;
use miette::Result;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a server for clients of the course
///
/// Takes the options of the course's server with their meaning, so that scripts go on working, and writes the same
/// result file and the same game log. Exit codes are those of the course's server too: 0 when the games were played,
/// 255 otherwise.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "the course's server has as many switches")]
pub(crate) struct Args {
    /// The map; `-` is standard input
    #[arg(short, long, value_name = "FILE")]
    map: PathBuf,
    /// Seconds credited to a player with each request, 0.2 or more; without it, time is not limited
    #[arg(short = 't', long = "timelimit", value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Depth sent with each request; without it 0 if there is a time limit, else 1
    #[arg(short = 'd', long = "depthlimit", value_name = "N")]
    depth: Option<u32>,
    /// Write the result to this file, and keep it up to date as the game goes on
    #[arg(short, long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Port; the next free one is taken if it is in use; 0 takes any
    #[arg(short, long = "baseport", value_name = "PORT", default_value_t = 7777)]
    port: u16,
    /// Give up when not all clients are there after this many seconds
    #[arg(short = 'z', value_name = "SECONDS")]
    gather: Option<f64>,
    /// Do not mark legal moves, and do not list them
    #[arg(short = 'M', long = "hide-moves")]
    hide_moves: bool,
    /// Print boards without blanks, marks and colours
    #[arg(short = 's')]
    compact: bool,
    /// No colours
    #[arg(short = 'C')]
    no_colours: bool,
    /// Print results and disqualifications only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print requests as well
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
    /// Write the record of each game to this file; with several games, its number is put before the ending
    #[arg(long, value_name = "FILE.rxt")]
    record: Option<PathBuf>,
    /// How many games to play, one after the other unless --concurrent says otherwise
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How many games may run at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=2000))]
    concurrent: u16,
    /// Address to listen at; other machines reach 0.0.0.0
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Let spectators follow the games on this port, as lines of JSON
    #[arg(long, value_name = "PORT")]
    spectators: Option<u16>,
    /// Print one JSON object per line for all that happens
    #[arg(long, conflicts_with_all = ["quiet", "verbose", "compact"])]
    json: bool,
    /// Behave like the course's server, weaknesses included
    #[arg(long)]
    like_course: bool,
    /// In a game without a time limit, how many seconds a player may think
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    patience: f64,
    /// Folder of the game logs and of what is saved about disqualifications; without it, the working folder
    #[arg(long, value_name = "DIR")]
    log_dir: Option<PathBuf>,
    /// Write no game log, and save nothing about disqualifications
    #[arg(long)]
    no_log: bool,
}

const EXAMPLES: &str = "\
Press Ctrl-C once to let the games that run be finished, twice to end them. SIGTERM ends
them at once. What was played until then is written in any case.

Examples:
  rxt serve -m maps/standard-8x8.map -t 1           wait for clients on port 7777
  rxt serve -m my.map -t 2 -r result.txt --record game.rxt
  rxt serve -m my.map -t 1 --like-course            rehearse the real thing
  rxt serve -m my.map -t 1 --games 100 --concurrent 4 --bind 0.0.0.0 -q
  rxt serve -m my.map -t 1 --spectators 7800        nc localhost 7800 follows the game

Exit codes: 0 the games were played, 255 a refused map or option, clients that did not
come, or games that were broken off.";

/// What the course's server ends with when something is wrong.
pub(crate) const EXIT_FAILED: u8 = 255;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match plan::plan(args).and_then(|plan| plan.map_or(Ok(ExitCode::SUCCESS), |plan| run::run(args, plan))) {
        Err(report) => {
            crate::output::error(&report);
            let missing = args.map != std::path::Path::new("-") && !args.map.exists();
            crate::output::note(if missing { "FAILED: No such file or directory" } else { "FAILED: Invalid argument" });
            Ok(ExitCode::from(EXIT_FAILED))
        }
        outcome => outcome,
    }
}
