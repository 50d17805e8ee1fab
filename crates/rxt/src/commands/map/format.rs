//! `rxt map format`: Write a map in the usual form.

use miette::{Result, miette};
use std::process::ExitCode;

/// Write a map in the usual form
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
