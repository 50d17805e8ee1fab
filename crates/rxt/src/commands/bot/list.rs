//! `rxt bot list`: the programs that are known.

use super::registry;
use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_arena::tournament::BotConfig;
use std::fmt::Write;
use std::process::ExitCode;

/// List the programs that are known by name
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt bot list
  rxt bot list --json";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let registry = registry()?;
    if args.json {
        output::print(&(serde_json::to_string(registry.bots()).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(registry.bots()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(bots: &[BotConfig]) -> String {
    let width = bots.iter().map(|bot| bot.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for bot in bots {
        let what = match (&bot.engine, &bot.command) {
            (Some(engine), _) => format!("engine {engine}"),
            (None, command) => command.clone().unwrap_or_default(),
        };
        let folder = bot.folder.as_ref().map_or_else(String::new, |folder| format!("  (in {})", folder.display()));
        let _ = writeln!(text, "{:width$}  {what}{folder}", bot.name);
    }
    text
}
