//! `rxt map info`: Describe a map in numbers.

mod report;

use crate::input;
use crate::output;
use miette::{IntoDiagnostic, Result};
use report::Report;
use rxt_rules::map::survey::survey;
use std::io::Write;
use std::process::ExitCode;

/// Describe a map in numbers
///
/// Contents, lines, reachability, symmetries and who is asked first. Reachable tiles are those that might hold a player's
/// stone at some time; the number is never too small. With --json the fields are stable: new ones may come, none change.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  rxt map info maps/standard-8x8.map
  rxt map info --json my.map | jq .lines.longest")]
pub(crate) struct Args {
    /// A map, or a position or record of which the map is described; `-` is standard input
    #[arg(value_name = "MAP")]
    map: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (map, warnings) = input::read_map_of(&args.map)?;
    let report = Report::new(&map, &survey(&map), &warnings);
    let mut out = output::stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report).into_diagnostic()?;
        writeln!(out).into_diagnostic()?;
    } else {
        report.print(&mut out).into_diagnostic()?;
    }
    out.flush().into_diagnostic()?;
    Ok(ExitCode::SUCCESS)
}
