//! What the command line looks like; each subcommand is a file in `commands`.

use crate::commands;
use clap::{Parser, Subcommand};
use miette::Result;
use std::process::ExitCode;

/// The platform for ReversiXT: Reversi for two to eight players on any map.
#[derive(Parser, Debug)]
#[command(name = "rxt", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Up(commands::up::Args),
    Map(commands::map::Args),
    Show(commands::show::Args),
    Legal(commands::legal::Args),
    Replay(commands::replay::Args),
    Render(commands::render::Args),
    Verify(commands::verify::Args),
    Perft(commands::perft::Args),
    Bench(commands::bench::Args),
}

pub(crate) fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.command {
        Command::Up(args) => commands::up::run(args),
        Command::Map(args) => commands::map::run(args),
        Command::Show(args) => commands::show::run(args),
        Command::Legal(args) => commands::legal::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Bench(args) => commands::bench::run(args),
    }
}
