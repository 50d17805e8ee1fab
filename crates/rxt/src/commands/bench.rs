//! `rxt bench`: Measure speed.

use miette::{Result, miette};
use std::process::ExitCode;

/// Measure speed
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
