//! `rxt doctor`: what this machine can do for a tournament.

use crate::output;
use crate::process::cores;
use miette::{IntoDiagnostic, Result};
use rxt_arena::sandbox::{CageKind, Launcher, Probe, is_installed, kernel_limits, probe};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Say what this machine can enforce for strangers' programs
///
/// Tries from within the sandbox what a stranger's program must not do, and looks at what else a tournament needs.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt doctor
  rxt doctor --json

Exit codes: 0 strangers' programs can be kept in, 1 they cannot, 2 wrong use.";

#[derive(Serialize)]
struct Findings {
    sandbox: bool,
    checks: Vec<Finding>,
    trouble: Option<String>,
    memory: String,
    cores: usize,
    runtimes: Vec<String>,
}

#[derive(Serialize)]
struct Finding {
    what: String,
    refused: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let launcher = Launcher { program: std::env::current_exe().into_diagnostic()?, cage: CageKind::Landlock };
    let probe = probe(&launcher);
    let findings = findings(&probe);
    if args.json {
        output::print(&(serde_json::to_string(&findings).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&findings))?;
    }
    Ok(if findings.sandbox { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn findings(probe: &Probe) -> Findings {
    let check = |check: &rxt_arena::sandbox::Check| Finding { what: check.what.clone(), refused: check.refused };
    Findings {
        sandbox: probe.enforced(),
        checks: probe.checks.iter().map(check).collect(),
        trouble: probe.trouble.clone(),
        memory: kernel_limits(),
        cores: cores(),
        runtimes: RUNTIMES.iter().filter(|name| is_installed(name)).map(|name| (*name).to_owned()).collect(),
    }
}

/// Programs that bots are written for.
const RUNTIMES: [&str; 7] = ["java", "python3", "node", "mono", "dotnet", "bash", "ghc"];

fn text(findings: &Findings) -> String {
    let mut text = String::new();
    if findings.sandbox {
        text.push_str("Strangers' programs can be kept in (Landlock and a filter of system calls):\n");
    } else {
        text.push_str("Strangers' programs CANNOT be kept in; they start only with --no-sandbox:\n");
    }
    for check in &findings.checks {
        let _ = writeln!(text, "  {}  {}", if check.refused { "refused" } else { "ALLOWED" }, check.what);
    }
    if let Some(trouble) = &findings.trouble {
        let _ = writeln!(
            text,
            "  {trouble}\n  Landlock with TCP rules needs Linux 6.7 or newer, and `landlock` among the security modules"
        );
    }
    let _ = writeln!(text, "\nMemory and processes: {}", findings.memory);
    let _ = writeln!(text, "Cores: {}; as many games with programs at once are a good start", findings.cores);
    let _ = writeln!(text, "Runtimes: {}", findings.runtimes.join(", "));
    text
}
