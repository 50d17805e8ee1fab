//! `rxt map info`: Describe a map in numbers.

use miette::{Result, miette};
use std::process::ExitCode;

/// Describe a map in numbers
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
