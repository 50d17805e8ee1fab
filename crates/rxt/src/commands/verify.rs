//! `rxt verify`: replays recorded games and reports every disagreement with the rules.

use crate::output;
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result};
use rxt_record::verify::{Disagreement, Summary, VerifyError, verify_reader};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay recorded games and report every disagreement
///
/// Replays records (`.rxt` or their JSON), game logs of the course's server and conformance vectors (`.jsonl`,
/// `.jsonl.gz`), and compares at every step whatever the file contains: whose turn it is, phase, stocks, legal tiles,
/// changed tiles, board, disqualifications, end and points. The kind of file is told from its contents.
///
/// The last line on standard output is `N games, M moves, K disagreements`. The exit code is 0 if K is 0, 1 if it is
/// not, and 2 if a file cannot be read.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files with games; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a summary as JSON instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt verify game.rxt                    one record
  rxt verify log_game_*.txt              logs of the course's server
  rxt verify --json games.jsonl.gz       packed vectors, for scripts";

/// Disagreements that `--json` lists; a broken file can have one for every move.
const LISTED: usize = 1000;
const EXIT_DISAGREEMENT: u8 = 1;
const EXIT_UNREADABLE: u8 = 2;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut outcome = Outcome::default();
    for file in &args.files {
        let bar = progress_bar(file);
        match verify_file(file, &bar, args.json, &mut outcome) {
            Ok(()) => {}
            Err(Failure::Output(error)) => return Err(error).into_diagnostic(),
            Err(Failure::Unreadable(error)) => {
                let message = format!("`{}`: {error}", file.display());
                let _ = bar.suspend(|| writeln!(io::stderr(), "{message}"));
                outcome.unreadable.push(message);
            }
        }
        bar.finish_and_clear();
    }
    if args.json {
        outcome.print_json()?;
    } else {
        let mut out = output::stdout();
        let skipped = outcome.summary.skipped_lines();
        skipped.iter().try_for_each(|line| writeln!(out, "{line}")).into_diagnostic()?;
        writeln!(out, "{}", outcome.summary).and_then(|()| out.flush()).into_diagnostic()?;
    }
    Ok(outcome.exit_code())
}

#[derive(Default)]
struct Outcome {
    summary: Summary,
    listed: Vec<serde_json::Value>,
    unreadable: Vec<String>,
}

impl Outcome {
    fn exit_code(&self) -> ExitCode {
        match (self.unreadable.is_empty(), self.summary.disagreements) {
            (false, _) => ExitCode::from(EXIT_UNREADABLE),
            (true, 0) => ExitCode::SUCCESS,
            (true, _) => ExitCode::from(EXIT_DISAGREEMENT),
        }
    }

    fn list(&mut self, file: &str, disagreement: &Disagreement) {
        if self.listed.len() < LISTED {
            let mut entry = json!(disagreement);
            entry["file"] = json!(file);
            self.listed.push(entry);
        }
    }

    fn print_json(&self) -> Result<()> {
        let mut summary = json!(self.summary);
        summary["listed"] = json!(self.listed);
        summary["unreadable"] = json!(self.unreadable);
        let mut out = output::stdout();
        serde_json::to_writer_pretty(&mut out, &summary).into_diagnostic()?;
        writeln!(out).and_then(|()| out.flush()).into_diagnostic()
    }
}

/// Why a file was not verified to its end.
enum Failure {
    Unreadable(VerifyError),
    Output(io::Error),
}

impl<E: Into<VerifyError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Unreadable(error.into())
    }
}

fn verify_file(file: &Path, bar: &ProgressBar, json: bool, outcome: &mut Outcome) -> Result<(), Failure> {
    let name = file.display().to_string();
    let source: Box<dyn Read> = if name == "-" { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) };
    let reader: Box<dyn BufRead> = Box::new(BufReader::with_capacity(1 << 16, bar.wrap_read(source)));
    let short = file.file_name().map_or_else(|| name.clone(), |name| name.to_string_lossy().into_owned());
    for report in verify_reader(&short, reader)? {
        let report = report?;
        outcome.summary.add(&report);
        bar.set_message(outcome.summary.to_string());
        for disagreement in &report.disagreements {
            if json {
                outcome.list(&name, disagreement);
            } else {
                let prefix = if disagreement.game == short { String::new() } else { format!("{short}: ") };
                let written = bar.suspend(|| writeln!(output::stdout(), "{prefix}{disagreement}\n"));
                written.map_err(Failure::Output)?;
            }
        }
    }
    Ok(())
}

/// A bar on standard error if that is a terminal, of the bytes read.
fn progress_bar(file: &Path) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:30} {percent:>3}% {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(file.metadata().map_or(0, |metadata| metadata.len())).with_style(style)
}
