//! `rxt engine`: an engine that other programs drive by lines of text.

mod command;
mod read;
mod session;
mod think;

use miette::Result;
use session::Session;
use std::process::ExitCode;

/// Think for another program, by lines of text
///
/// Reads commands from standard input and answers on standard output, one line each: `hello`, `option`, `position`,
/// `moves`, `go`, `stop`, `quit` and a few more. docs/text-mode.md describes all of them. A line that is not understood is
/// answered by a line that begins with `error`, and nothing else happens.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Who thinks, until `option engine` says otherwise
    #[arg(long, value_name = "SPEC", default_value = super::client::DEFAULT_ENGINE)]
    engine: String,
    /// Seed of engines that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  rxt engine
  printf 'position file maps/standard-8x8.map\\ngo nodes 1000\\n' | rxt engine --engine pvs";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    Session::new(&args.engine, args.seed)?.run()?;
    Ok(ExitCode::SUCCESS)
}
