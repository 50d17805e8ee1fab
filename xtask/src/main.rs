//! Development tasks: `cargo xtask ci`, `tidy`, `long` and `release`. People start them with `./test`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a task tells on the terminal what it does")]

mod console;
mod gate;
mod long;
mod release;
mod tidy;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Development tasks of rxt
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Ci(gate::Options),
    /// Check what the compiler does not: dependencies, sources, maps and links
    Tidy,
    Long(long::Options),
    /// Make an archive of the program, the maps and the documents
    Release,
}

fn main() -> ExitCode {
    let passed = match Cli::parse().task {
        Task::Ci(options) => gate::run(&options),
        Task::Tidy => tidy::run(),
        Task::Long(options) => long::run(&options),
        Task::Release => release::run(),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(2)
        }
    }
}
