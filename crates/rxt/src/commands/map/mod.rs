//! `rxt map`: everything about map files.

mod check;
mod format;
mod generate;
mod info;
pub(crate) mod render;
mod seats;
mod show;

use miette::Result;
use std::process::ExitCode;

/// Check, describe, show, draw, format and generate maps, and measure how fair they are
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Check(check::Args),
    Info(info::Args),
    Show(show::Args),
    Render(render::Args),
    Format(format::Args),
    Generate(generate::Args),
    Seats(seats::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Info(args) => info::run(args),
        Command::Show(args) => show::run(args),
        Command::Render(args) => render::run(args),
        Command::Format(args) => format::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Seats(args) => seats::run(args),
    }
}
