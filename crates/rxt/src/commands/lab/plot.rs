//! `rxt lab plot`: a plot for each series of a CSV file.

use crate::{input, output};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_lab::series::plot_text;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a plot for each series of a CSV file
///
/// Takes the tables that --measure and `rxt lab run` write: tidy ones with a column `series`, and wide ones with one column
/// for each series. Nothing is measured again.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The table
    #[arg(value_name = "FILE.csv")]
    table: PathBuf,
    /// Folder for the plots; without it, beside the table
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw PNG as well as SVG
    #[arg(long)]
    png: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab plot measured/20261116-040000-match/wide.csv
  rxt lab plot times.csv --png --out plots";

const LONGEST: usize = 256 << 20;

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let bytes = input::read_bytes(&args.table, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let plots = plot_text(&text).map_err(|error| miette!("`{}`: {error}", args.table.display()))?;
    if plots.is_empty() {
        let help = "expected columns of numbers, with their names in the first line";
        return Err(miette!(help = help, "there is nothing to draw in `{}`", args.table.display()));
    }
    let beside = || args.table.with_extension("plots");
    let folder = args.out.clone().unwrap_or_else(beside);
    let write = |name: String, contents: Vec<u8>| {
        let path = folder.join(name);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, contents))
            .into_diagnostic()
            .wrap_err_with(|| format!("cannot write `{}`", path.display()))?;
        output::print(&format!("{}\n", path.display()))
    };
    for (name, plot) in &plots {
        write(format!("{name}.svg"), plot.svg().into_bytes())?;
        if args.png {
            write(format!("{name}.png"), plot.png().into_diagnostic()?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
