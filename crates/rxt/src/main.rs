//! `rxt`: the platform for `ReversiXT` in one binary.
//!
//! Exit codes: 0 yes, 1 no (a check failed), 2 wrong use or bad input, 70 a bug of ours; `rxt serve` has those of the
//! course's server, 0 and 255.

mod cli;
mod commands;
mod game;
mod input;
mod output;
mod process;
mod tui;

use clap::Parser;
use std::io;
use std::process::ExitCode;

/// A bug of ours, `EX_SOFTWARE` of sysexits.
pub(crate) const EXIT_BUG: u8 = 70;
const EXIT_USER: u8 = 2;

fn main() -> ExitCode {
    // The arena starts this program again beside every bot; that is nothing for people, nor for the command line.
    match std::env::args_os().nth(1) {
        Some(word) if word == rxt_arena::sandbox::WARDEN => return rxt_arena::sandbox::warden_main(),
        Some(word) if word == rxt_arena::sandbox::CAGE => return rxt_arena::sandbox::cage_main(),
        _ => {}
    }
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    match std::panic::catch_unwind(|| cli::run(&cli)) {
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

/// Prints help, or what is wrong with the command line. Scripts that know the course's server expect its exit code.
fn misused(error: &clap::Error) -> ExitCode {
    // Whoever closed the terminal does not need the message.
    let _ = error.print();
    let serves = std::env::args_os().nth(1).is_some_and(|command| command == "serve");
    match (error.use_stderr(), serves) {
        (false, _) => ExitCode::SUCCESS,
        (true, true) => ExitCode::from(commands::serve::EXIT_FAILED),
        (true, false) => ExitCode::from(EXIT_USER),
    }
}

/// Whoever reads our output may stop reading, as `head` does.
fn is_broken_pipe(report: &miette::Report) -> bool {
    let mut causes = report.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
