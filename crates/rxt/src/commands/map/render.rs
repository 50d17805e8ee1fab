//! `rxt map render`: Draw a map as SVG or PNG.

use miette::{Result, miette};
use std::process::ExitCode;

/// Draw a map as SVG or PNG
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<ExitCode> {
    Err(miette!("not built yet"))
}
