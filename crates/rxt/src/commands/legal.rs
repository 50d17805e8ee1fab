//! `rxt legal`: List the legal moves of a position.

use miette::{Result, miette};
use std::process::ExitCode;

/// List the legal moves of a position
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
