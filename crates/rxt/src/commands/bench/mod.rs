//! `rxt bench`: measures speed, always two things side by side in one run.

mod arena;
mod moves;
mod othello;
mod queue;
mod reports;
mod sample;
mod scratch;
mod search;
mod server;
mod site;
mod timing;

use miette::Result;
use std::process::ExitCode;

/// Measure speed
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Arena(arena::Args),
    Moves(moves::Args),
    Queue(queue::Args),
    Reports(reports::Args),
    Search(search::Args),
    Server(server::Args),
    Site(site::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Arena(args) => arena::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Queue(args) => queue::run(args),
        Command::Reports(args) => reports::run(args),
        Command::Search(args) => search::run(args),
        Command::Server(args) => server::run(args),
        Command::Site(args) => site::run(args),
    }
}
