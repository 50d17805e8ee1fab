//! `rxt man`: Write manual pages.

use crate::cli::Cli;
use crate::output;
use clap::CommandFactory;
use clap_mangen::Man;
use miette::{IntoDiagnostic, Result, WrapErr};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write manual pages
///
/// Prints the page of rxt itself, or writes a page for every command into a folder: rxt.1, rxt-map.1, rxt-map-check.1
/// and so on.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt man > rxt.1 && man ./rxt.1
  rxt man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write all pages into this folder, which is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.out {
        None => {
            let mut out = output::stdout();
            let command = Cli::command().disable_help_subcommand(true); // It has no page.
            Man::new(command).render(&mut out).and_then(|()| out.flush()).into_diagnostic()?;
        }
        Some(folder) => write_all(folder).wrap_err_with(|| format!("cannot write to `{}`", folder.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_all(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).into_diagnostic()?;
    clap_mangen::generate_to(Cli::command(), folder).into_diagnostic()
}
