//! `rxt lab list`: all experiments.

use crate::output;
use miette::{IntoDiagnostic, Result};
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;

/// List all experiments
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab list
  rxt lab list --json";

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let abouts = rxt_lab::experiments::all().into_iter().map(rxt_lab::Experiment::about);
    if args.json {
        let list: Vec<_> = abouts
            .map(|about| json!({"name": about.name, "question": about.question, "source": about.source, "timed": about.timed}))
            .collect();
        output::print(&(serde_json::to_string_pretty(&list).into_diagnostic()? + "\n"))?;
    } else {
        let mut text = String::new();
        for about in abouts {
            let _ = writeln!(text, "{:<26} {}", about.name, about.question);
        }
        output::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}
