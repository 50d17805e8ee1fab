//! `rxt perft`: Count the leaves of the game tree.

use miette::{Result, miette};
use std::process::ExitCode;

/// Count the leaves of the game tree
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
