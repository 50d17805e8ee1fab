//! `rxt map check`: Check maps and list all their problems.

use miette::{Result, miette};
use std::process::ExitCode;

/// Check maps and list all their problems
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
