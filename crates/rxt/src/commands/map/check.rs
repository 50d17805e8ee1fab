//! `rxt map check`: Check maps and list all their problems.

use crate::input;
use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_rules::map::{Map, MapFile, MapWarning};
use rxt_rules::{Phase, Position};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Check maps and list all their problems
///
/// Prints a line per map that can be played, its warnings, and a summary. Each problem is shown in place on standard error.
/// A map on which nobody can do anything, so that a server refuses to open it, is a warning.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  rxt map check maps/*.map
  rxt map check --deny-warnings my.map
  rxt map generate --players 3 | rxt map check -

Exit codes:
  0  every file is a map
  1  some file is no map (or has warnings, with --deny-warnings)
  2  some file could not be read")]
pub(crate) struct Args {
    /// Map files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Treat maps with warnings like maps with problems
    #[arg(long)]
    deny_warnings: bool,

    /// Print only problems, warnings and the summary
    #[arg(short, long)]
    quiet: bool,
}

/// How many files came out which way.
#[derive(Default)]
struct Tally {
    fine: usize,
    warned: usize,
    broken: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut out = output::stdout();
    let mut tally = Tally::default();
    for path in &args.files {
        check(path, args.quiet, &mut tally, &mut out)?;
    }
    writeln!(out, "{tally}").into_diagnostic()?;
    out.flush().into_diagnostic()?;
    Ok(ExitCode::from(match tally {
        Tally { unreadable: 1.., .. } => 2,
        Tally { broken: 1.., .. } => 1,
        Tally { warned: 1.., .. } if args.deny_warnings => 1,
        _ => 0,
    }))
}

fn check(path: &Path, quiet: bool, tally: &mut Tally, out: &mut impl Write) -> Result<()> {
    let bytes = match input::read_bytes(path, MapFile::MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(report) => {
            tally.unreadable += 1;
            return report_in_order(&report, out);
        }
    };
    let (map, warnings) = match Map::parse(&bytes) {
        Ok(read) => read,
        Err(errors) => {
            tally.broken += 1;
            return report_in_order(&input::map_report(path, &bytes, &errors), out);
        }
    };
    let name = path.display();
    let warnings = all_warnings(Arc::new(map), &warnings);
    if warnings.is_empty() {
        tally.fine += 1;
        return if quiet { Ok(()) } else { writeln!(out, "ok       {name}").into_diagnostic() };
    }
    tally.warned += 1;
    warnings.iter().try_for_each(|warning| writeln!(out, "warning  {name}: {warning}").into_diagnostic())
}

/// The warnings of the parser, and one if the map is final.
fn all_warnings(map: Arc<Map>, warnings: &[MapWarning]) -> Vec<String> {
    let mut all: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    if Position::new(map).phase() == Phase::Over {
        all.push("the map is final: nobody can move and nobody has a bomb".to_owned());
    }
    all
}

/// Prints a report, after what was printed before it.
fn report_in_order(report: &miette::Report, out: &mut impl Write) -> Result<()> {
    out.flush().map_err(|error| miette!(error))?;
    output::error(report);
    Ok(())
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { fine, warned, broken, unreadable } = self;
        let count = fine + warned + broken + unreadable;
        let files = if count == 1 { "file" } else { "files" };
        write!(f, "{count} {files}: {fine} ok, {warned} with warnings, {broken} with problems, {unreadable} unreadable")
    }
}
