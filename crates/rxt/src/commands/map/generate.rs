//! `rxt map generate`: Make a random map.

use miette::{Result, miette};
use std::process::ExitCode;

/// Make a random map
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
