//! `rxt bot`: programs that play, known by name, and a driving test for them.

mod add;
mod check;
mod list;
mod remove;

use miette::{Report, Result, miette};
use rxt_arena::registry::{Registry, RegistryError};
use std::process::ExitCode;

/// Remember programs that play, and put them to the test
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Add(add::Args),
    List(list::Args),
    Remove(remove::Args),
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Add(args) => add::run(args),
        Command::List(args) => list::run(args),
        Command::Remove(args) => remove::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// The known bots of this user.
fn registry() -> Result<Registry> {
    Registry::open(&Registry::default_path()).map_err(|error| registry_report(&error))
}

fn registry_report(error: &RegistryError) -> Report {
    let help = "see whether you may write there; XDG_DATA_HOME names another folder";
    miette!(help = help, "{error}")
}
