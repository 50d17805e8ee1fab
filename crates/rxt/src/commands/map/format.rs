//! `rxt map format`: Write a map in the usual form.

use crate::input;
use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_rules::map::{Map, MapFile};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a map in the usual form
///
/// The usual form has players, override stones, bombs with their strength, and the size on four lines, then a line per row
/// and a line per transition, with single blanks and LF line ends. Numbers that the course's server reads in an odd way are
/// written as they are read. Transitions keep their order.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  rxt map format my.map                  print it
  rxt map format my.map -o tidy.map      write it elsewhere
  rxt map format --in-place maps/*.map   rewrite files that need it
  rxt map format --check maps/*.map      exit code 1 if some file needs it")]
pub(crate) struct Args {
    /// Map files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT", conflicts_with_all = ["check", "in_place"])]
    output: Option<PathBuf>,

    /// Only name the files that are not in the usual form; exit code 1 if there are any
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// Rewrite the files themselves
    #[arg(short, long)]
    in_place: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if args.files.len() > 1 && !args.check && !args.in_place {
        return Err(miette!("several files; expected one, or --check, or --in-place"));
    }
    let mut out = output::stdout();
    let mut all_formatted = true;
    for path in &args.files {
        let bytes = input::read_bytes(path, MapFile::MAX_BYTES)?;
        let (map, _) = Map::parse(&bytes).map_err(|errors| input::map_report(path, &bytes, &errors))?;
        let text = map.file().to_string();
        let formatted = text.as_bytes() == bytes;
        if args.check {
            all_formatted &= formatted;
            if !formatted {
                writeln!(out, "{}", path.display()).into_diagnostic()?;
            }
        } else if args.in_place {
            if !formatted {
                replace(path, &text)?;
            }
        } else if let Some(path) = &args.output {
            write(path, &text)?;
        } else {
            out.write_all(text.as_bytes()).into_diagnostic()?;
        }
    }
    out.flush().into_diagnostic()?;
    Ok(ExitCode::from(u8::from(!all_formatted)))
}

/// Writes a file anew.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).into_diagnostic().wrap_err_with(|| format!("cannot write `{}`", path.display()))
}

fn replace(path: &Path, text: &str) -> Result<()> {
    if path == Path::new("-") {
        return Err(miette!("standard input cannot be rewritten in place; leave out --in-place"));
    }
    let replaced = output::replace(path, text.as_bytes());
    replaced.into_diagnostic().wrap_err_with(|| format!("cannot rewrite `{}`", path.display()))
}
