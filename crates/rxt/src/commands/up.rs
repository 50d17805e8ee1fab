//! `rxt up`: brings rxt up.

use miette::Result;
use std::process::ExitCode;

/// Play a demonstration game
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
