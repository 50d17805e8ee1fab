//! `rxt map show`: Show a map in the terminal.

use crate::commands::show::{ColourChoice, print};
use crate::input;
use miette::Result;
use rxt_rules::Position;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Show a map in the terminal
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt map show arena.map
  rxt map show arena.map --color always | less -RS")]
pub(crate) struct Args {
    /// The map; `-` reads standard input
    file: PathBuf,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN")]
    color: ColourChoice,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (map, _) = input::read_map(&args.file)?;
    print(&Position::new(Arc::new(map)), args.color)?;
    Ok(ExitCode::SUCCESS)
}
