//! `rxt bot check`: a driving test for a program.

use super::registry;
use crate::output;
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_arena::driving::{Exercise, Mark, examine, exercises};
use rxt_arena::sandbox::{CageKind, Launcher, probe};
use rxt_arena::tournament::{Program, ProgramLimits, program};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Put a program to the test, like a driving test
///
/// The program plays a game for every rule from every seat: each kind of tile, both phases, the clock, odd bytes in the
/// map, players who leave, and the habits of the course's server. The verdict says what it knows and what it does not,
/// and where it failed, the record shows how it came to that.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to start the program, with {host} and {port}, or the name of a known one
    #[arg(value_name = "COMMAND|NAME")]
    command: String,
    /// The folder that the program may read; without it, the files that the command names
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Folder for the records of games that went wrong
    #[arg(long, value_name = "DIR", default_value = "bot-check")]
    out: PathBuf,
    /// Only the exercises whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Start the program without a sandbox
    #[arg(long)]
    no_sandbox: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt bot check './client {host} {port}'
  rxt bot check 'java -jar my.jar -i {host} -p {port}' --folder build
  rxt bot check group-7 --only bomb

The program may use 1 GB of memory, 256 processes and threads, and has 30 seconds to connect.

Exit codes: 0 passed, 1 failed, 2 wrong use.";

#[derive(Serialize)]
struct Verdict {
    passed: bool,
    exercises: Vec<Marked>,
}

#[derive(Serialize)]
struct Marked {
    name: &'static str,
    about: &'static str,
    seat: u8,
    passed: bool,
    what: String,
    hint: &'static str,
    record: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let program = find_program(args)?;
    let cage = if args.no_sandbox { CageKind::Open } else { CageKind::Landlock };
    let launcher = Launcher { program: std::env::current_exe().into_diagnostic()?, cage };
    if !args.no_sandbox && !probe(&launcher).enforced() {
        let help = "`rxt doctor` says what this machine lacks; --no-sandbox starts the program all the same";
        return Err(miette!(help = help, "the program cannot be kept in on this machine"));
    }
    let chosen: Vec<Exercise> = exercises()
        .into_iter()
        .filter(|exercise| args.only.as_ref().is_none_or(|only| exercise.name.contains(only.as_str())))
        .collect();
    if chosen.is_empty() {
        let help = "without --only, all exercises are done";
        return Err(miette!(help = help, "no exercise has `{}` in its name", args.only.as_deref().unwrap_or_default()));
    }
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}").expect("the template is checked by every run");
    let bar = ProgressBar::new(chosen.len() as u64).with_style(style);
    let mut marked = Vec::new();
    for (number, exercise) in (1..).zip(&chosen) {
        bar.set_message(exercise.name);
        let mark = examine(exercise, &program, &ProgramLimits::default(), &launcher, number);
        bar.inc(1);
        marked.push(keep(exercise, mark, &args.out, number)?);
    }
    bar.finish_and_clear();
    let verdict = Verdict { passed: marked.iter().all(|mark| mark.passed), exercises: marked };
    if args.json {
        output::print(&(serde_json::to_string(&verdict).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&verdict))?;
    }
    Ok(if verdict.passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn find_program(args: &Args) -> Result<Program> {
    let help = "for example: rxt bot check './client {host} {port}'";
    let (command, folder) = if args.command.contains("{port}") {
        (args.command.clone(), args.folder.clone())
    } else {
        let registry = registry()?;
        let known = registry.find(&args.command);
        let known = known.ok_or_else(|| {
            miette!(help = help, "`{}` has no {{port}}, and no bot of that name is known", args.command)
        })?;
        let command = known.command.clone();
        (command.ok_or_else(|| miette!(help = help, "`{}` is a built-in engine", args.command))?, known.folder.clone())
    };
    let here = std::env::current_dir().into_diagnostic()?;
    program(&command, folder.as_deref(), &here).map_err(|error| miette!(help = help, "{error}"))
}

/// Keeps the record and the output of a game that went wrong.
fn keep(exercise: &Exercise, mark: Mark, out: &Path, number: u64) -> Result<Marked> {
    let mut path = None;
    if !mark.passed
        && let Some(record) = &mark.record
    {
        let name = format!("{number:02}-{}-player-{}", exercise.name.replace([' ', '\''], "-"), exercise.seat);
        let file = out.join(format!("{name}.rxt"));
        fs::create_dir_all(out)
            .and_then(|()| fs::write(&file, record.to_string()))
            .and_then(|()| fs::write(out.join(format!("{name}.txt")), &mark.output.text))
            .into_diagnostic()
            .wrap_err_with(|| format!("cannot write `{}`", file.display()))?;
        path = Some(file);
    }
    let Mark { passed, what, hint, .. } = mark;
    let Exercise { name, about, seat, .. } = *exercise;
    Ok(Marked { name, about, seat, passed, what, hint, record: path })
}

fn text(verdict: &Verdict) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for mark in &verdict.exercises {
        let sign = if mark.passed { "passed" } else { "FAILED" };
        let _ = writeln!(text, "{sign}  {} (player {}): {}", mark.name, mark.seat, mark.about);
        if !mark.passed {
            let _ = writeln!(text, "        {}", mark.what);
            let _ = writeln!(text, "        {}", mark.hint);
            if let Some(record) = &mark.record {
                let _ = writeln!(text, "        the game: rxt replay {}", record.display());
            }
        }
    }
    let passed = verdict.exercises.iter().filter(|mark| mark.passed).count();
    let all = verdict.exercises.len();
    let _ = match (verdict.passed, passed) {
        (true, _) => writeln!(text, "\nPassed: all {all} exercises. This program may take part."),
        (false, 0) => writeln!(text, "\nNot passed: none of {all} exercises. Begin with the first one above."),
        (false, _) => writeln!(text, "\nNot passed: {passed} of {all} exercises. What is missing stands above."),
    };
    text
}
