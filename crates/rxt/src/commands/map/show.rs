//! `rxt map show`: Show a map in the terminal.

use crate::commands::show::{ColourChoice, print};
use crate::input;
use miette::Result;
use std::process::ExitCode;

/// Show a map in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt map show arena.map
  rxt map show game.rxt@0
  rxt map show arena.map --color always | less -RS")]
pub(crate) struct Args {
    /// A map, a position, a record, or RECORD@PLY; `-` is standard input
    #[arg(value_name = "MAP")]
    map: String,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN")]
    color: ColourChoice,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    print(&input::read_position(&args.map)?, args.color)?;
    Ok(ExitCode::SUCCESS)
}
