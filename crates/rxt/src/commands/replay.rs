//! `rxt replay`: Step through a record in the terminal.

use miette::{Result, miette};
use std::process::ExitCode;

/// Step through a record in the terminal
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
