//! `rxt bot add`: remembers a program or an engine by name.

use super::{registry, registry_report};
use crate::output;
use miette::{Result, miette};
use rxt_arena::registry::Registry;
use rxt_arena::tournament::BotConfig;
use rxt_engine::Spec;
use std::path::PathBuf;
use std::process::ExitCode;

/// Remember a program by name
///
/// A tournament then needs only `name = "..."` for it. Commands are started in the folder, or in the present one.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What it is called
    #[arg(value_name = "NAME")]
    name: String,
    /// How to start it, with {host} and {port}
    #[arg(value_name = "COMMAND", required_unless_present = "engine", conflicts_with = "engine")]
    command: Option<String>,
    /// A built-in engine instead
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// The folder that the program may read; without it, the present one
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  rxt bot add group-7 'java -jar client.jar {host} {port}' --folder groups/7
  rxt bot add ours --engine pvs";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if let Some(command) = args.command.as_ref().filter(|command| !command.contains("{port}")) {
        let help = "for example: rxt bot add me './client {host} {port}'";
        return Err(miette!(help = help, "the command `{command}` has no {{port}}; expected where the port goes"));
    }
    if let Some(engine) = &args.engine {
        let help = "`rxt engines` lists what there is";
        Spec::parse(engine).map_err(|error| miette!(help = help, "`{engine}`: {error}"))?;
    }
    let folder = args.folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let help = "--folder names the folder of the program";
    let folder =
        folder.canonicalize().map_err(|error| miette!(help = help, "the folder `{}`: {error}", folder.display()))?;
    let bot = BotConfig {
        name: args.name.clone(),
        engine: args.engine.clone(),
        command: args.command.clone(),
        folder: args.engine.is_none().then_some(folder),
    };
    registry()?.add(bot).map_err(|error| registry_report(&error))?;
    output::note(&format!("`{}` is known, in {}", args.name, Registry::default_path().display()));
    Ok(ExitCode::SUCCESS)
}
