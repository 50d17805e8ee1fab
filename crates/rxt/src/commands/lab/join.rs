//! `rxt lab join`: several runs of one experiment as one.

use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_lab::{RunInfo, experiments, join, page};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Join several runs of one experiment
///
/// The rows of all runs, each once, in a new folder with a report of its own. The runs must have the same seed, maps and
/// engines. The folder of a published page counts as a run, so that a later one can add to it.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folders of runs
    #[arg(value_name = "RUN", num_args = 2.., required = true)]
    runs: Vec<PathBuf>,
    /// Folder for what is joined; it must not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab join docs/experiments/search-per-players lab/20261117-230000-search-per-players --out lab/joined
  rxt lab report lab/joined --publish docs/experiments";

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if args.out.exists() {
        let help = "choose another --out, or remove it";
        return Err(miette!(help = help, "`{}` exists already", args.out.display()));
    }
    let no_run = "name folders of runs; `rxt lab run` prints them";
    let first = RunInfo::read(&args.runs[0]).map_err(|error| miette!(help = no_run, "{error}"))?;
    let help = "`rxt lab list` lists the experiments of this version";
    let experiment =
        experiments::find(&first.what).ok_or_else(|| miette!(help = help, "`{}` is no experiment", first.what))?;
    let runs: Vec<&Path> = args.runs.iter().map(PathBuf::as_path).collect();
    let info = join(&runs, experiment.tables(), &args.out).into_diagnostic()?;
    page::write_report(experiment, &args.out, &info, true).into_diagnostic()?;
    output::print(&format!("{}: {} jobs in {}\n", info.what, info.jobs, args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}
