//! `rxt lab check`: do the pages say what their tables say?

use super::experiments;
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_lab::check::{Checked, check};
use rxt_lab::{page, run as lab_run};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make the pages of experiments again and compare
///
/// Every figure of a page comes from the tables beside it. A page whose engines have changed since its run has to say so;
/// --write adds that, and makes pages new after a change of how they are written.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Experiments; without names, all
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Folder of the pages
    #[arg(long, value_name = "DIR", default_value = "docs/experiments")]
    docs: PathBuf,
    /// Write the pages anew
    #[arg(long)]
    write: bool,
    /// Fail if a page does not say that the engines have changed
    #[arg(long)]
    strict: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab check
  rxt lab check beam --strict
  rxt lab check --write

Exit codes: 0 all pages are right, 1 one differs or is missing, 2 wrong use.";

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let fingerprint = lab_run::engine_fingerprint();
    let mut failed = false;
    let mut list = Vec::new();
    for experiment in experiments(&args.names)? {
        let name = experiment.about().name;
        let mut found = check(experiment, &args.docs, fingerprint).into_diagnostic()?;
        if args.write && found != Checked::Missing {
            page::write_page(experiment, &args.docs, fingerprint).into_diagnostic()?;
            found = check(experiment, &args.docs, fingerprint).into_diagnostic()?;
        }
        let (word, fails) = match &found {
            Checked::Right => ("right".to_owned(), false),
            Checked::Stale => {
                ("older engine, and the page does not say so; `rxt lab check --write` adds it".to_owned(), args.strict)
            }
            Checked::Missing => {
                ("there is no page; `rxt lab run` and `rxt lab report --publish` make it".to_owned(), true)
            }
            Checked::Differs(what) => (what.clone(), true),
        };
        failed |= fails;
        if !args.json {
            output::print(&format!("{name}: {word}\n"))?;
        }
        list.push(json!({"experiment": name, "state": word, "fails": fails}));
    }
    if args.json {
        output::print(&(serde_json::to_string_pretty(&list).into_diagnostic()? + "\n"))?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
