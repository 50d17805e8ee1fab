//! `rxt`: the platform for `ReversiXT` in one binary.
//!
//! Exit codes: 0 yes, 1 no (a check failed), 2 wrong use or bad input, 70 a bug of ours.

mod cli;
mod commands;
mod game;
mod input;
mod output;
mod tui;

use clap::Parser;
use std::io;
use std::process::ExitCode;

/// A bug of ours, `EX_SOFTWARE` of sysexits.
const EXIT_BUG: u8 = 70;
const EXIT_USER: u8 = 2;

fn main() -> ExitCode {
    match std::panic::catch_unwind(|| cli::run(&cli::Cli::parse())) {
        Ok(Ok(code)) => code,
        Ok(Err(report)) if is_broken_pipe(&report) => ExitCode::SUCCESS,
        Ok(Err(report)) => {
            output::error(&report);
            ExitCode::from(EXIT_USER)
        }
        Err(_) => {
            output::bug();
            ExitCode::from(EXIT_BUG)
        }
    }
}

/// Whoever reads our output may stop reading, as `head` does.
fn is_broken_pipe(report: &miette::Report) -> bool {
    let mut causes = report.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
