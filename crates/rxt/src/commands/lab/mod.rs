//! `rxt lab`: experiments, their data, plots and pages.

mod check;
mod join;
mod list;
pub(crate) mod measured;
mod plot;
mod report;
mod run;

use clap::Subcommand;
use miette::{Result, miette};
use rxt_lab::Experiment;
use std::process::ExitCode;

/// Run experiments, draw what they measured, check the pages that tell of them
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::Args),
    Run(run::Args),
    Join(join::Args),
    Report(report::Args),
    Plot(plot::Args),
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::List(args) => list::run(args),
        Command::Run(args) => run::run(args),
        Command::Join(args) => join::run(args),
        Command::Report(args) => report::run(args),
        Command::Plot(args) => plot::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// Experiments by name; all of them for `all` or for no name.
fn experiments(names: &[String]) -> Result<Vec<&'static dyn Experiment>> {
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(rxt_lab::experiments::all());
    }
    let found = names.iter().map(|name| {
        let help = "`rxt lab list` lists them";
        rxt_lab::experiments::find(name).ok_or_else(|| miette!(help = help, "`{name}` is no experiment"))
    });
    found.collect()
}
