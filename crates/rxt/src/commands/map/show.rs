//! `rxt map show`: Show a map in the terminal.

use miette::{Result, miette};
use std::process::ExitCode;

/// Show a map in the terminal
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
