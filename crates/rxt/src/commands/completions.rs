//! `rxt completions`: Print the completions of a shell.

use crate::cli::Cli;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;
use miette::{IntoDiagnostic, Result};
use std::io::Write;
use std::process::ExitCode;

/// Print completions for a shell
///
/// With them, the shell completes commands, options and file names of rxt when you press Tab. Where they belong depends
/// on the shell; the examples show the usual places.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt completions bash > ~/.local/share/bash-completion/completions/rxt
  rxt completions zsh > ~/.zfunc/_rxt                (a folder in your fpath)
  rxt completions fish > ~/.config/fish/completions/rxt.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // Written by hand rather than by clap, which panics when nobody reads what it prints.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "rxt", &mut script);
    let mut out = output::stdout();
    out.write_all(&script).and_then(|()| out.flush()).into_diagnostic()?;
    Ok(ExitCode::SUCCESS)
}
