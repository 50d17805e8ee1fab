//! `rxt lab report`: makes the report of a run again, or publishes it as the page of its experiment.

use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_lab::{RunInfo, experiments, page};
use std::path::PathBuf;
use std::process::ExitCode;

/// Make the report of a run again from its tables, or publish it as a page
///
/// Nothing is measured again. With --publish, the tables, the plots and the page of the experiment are written into a
/// folder of pages, where `rxt lab check` looks for them.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folders of runs
    #[arg(value_name = "RUN", num_args = 1.., required = true)]
    runs: Vec<PathBuf>,
    /// Folder of pages to publish in
    #[arg(long, value_name = "DIR")]
    publish: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab report lab/20261116-040000-beam
  rxt lab report lab/* --publish docs/experiments";

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    for folder in &args.runs {
        let no_run = "name the folder of a run; `rxt lab run` prints it";
        let info = RunInfo::read(folder).map_err(|error| miette!(help = no_run, "{error}"))?;
        let help = "`rxt lab list` lists the experiments of this version";
        let experiment = experiments::find(&info.what)
            .ok_or_else(|| miette!(help = help, "`{}`: `{}` is no experiment", folder.display(), info.what))?;
        page::write_report(experiment, folder, &info, true).into_diagnostic()?;
        let mut told = folder.join("report.html");
        if let Some(docs) = &args.publish {
            page::publish(experiment, folder, docs).into_diagnostic()?;
            told = docs.join(format!("{}.md", info.what));
        }
        output::print(&format!("{}\n", told.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
