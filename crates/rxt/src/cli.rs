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
}

pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Up(args) => commands::up::run(&args),
    }
}
