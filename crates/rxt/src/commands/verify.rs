//! `rxt verify`: Replay recorded games and report every disagreement.

use miette::{Result, miette};
use std::process::ExitCode;

/// Replay recorded games and report every disagreement
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
