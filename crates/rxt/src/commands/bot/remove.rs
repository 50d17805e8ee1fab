//! `rxt bot remove`: forgets a program.

use super::{registry, registry_report};
use crate::output;
use miette::{Result, miette};
use std::process::ExitCode;

/// Forget a program
///
/// Its files and the results of tournaments stay.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What it is called
    #[arg(value_name = "NAME")]
    name: String,
}

const EXAMPLES: &str = "\
Examples:
  rxt bot remove group-7";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if !registry()?.remove(&args.name).map_err(|error| registry_report(&error))? {
        let help = "`rxt bot list` shows who is known";
        return Err(miette!(help = help, "no bot is called `{}`", args.name));
    }
    output::note(&format!("`{}` is forgotten", args.name));
    Ok(ExitCode::SUCCESS)
}
