//! Runs long proofs, part by part.

use super::part::Ending;
use super::proofs::{PROOFS, Plan, Proof};
use super::state::{Done, State};
use super::table::{self, Row};
use super::tally::Tally;
use crate::workspace::{self, Workspace};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Run the long proofs
///
/// A proof consists of parts. An interrupted run goes on behind the last part that it finished, as long as the code is
/// the same. The last line is `N passed, M failed, K skipped` and counts proofs.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// List the proofs and do nothing
    #[arg(long)]
    list: bool,
    /// Run only this proof; can be repeated
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(PROOFS.map(|proof| proof.name)))]
    only: Vec<String>,
    /// Append a row for each proof to docs/proofs.md
    #[arg(long)]
    record: bool,
    /// Forget what earlier runs have finished
    #[arg(long)]
    fresh: bool,
    /// Maps that each test of `twins` plays on
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(super) cases: u32,
    /// Games of `faults`
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) fault_games: u32,
    /// Games of `soak`
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(super) soak_games: u32,
    /// How often `kills` kills a tournament
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(super) kills: u32,
    /// Games of `workers`
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(super) worker_games: u32,
    /// How often `workers` kills something
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(super) worker_kills: u32,
    /// Seconds for each target in `fuzz`
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub(super) fuzz_seconds: u32,
}

/// How long a proof may run at a time.
const LIMIT: Duration = Duration::from_mins(90);

/// Runs the proofs; returns whether none failed.
pub(crate) fn run(options: &Options) -> io::Result<bool> {
    if options.list {
        for proof in &PROOFS {
            println!("{:<8} {}", proof.name, proof.what);
        }
        return Ok(true);
    }
    let workspace = Workspace::read()?;
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for proof in
        PROOFS.iter().filter(|proof| options.only.is_empty() || options.only.iter().any(|name| name == proof.name))
    {
        match run_proof(proof, &workspace, options)? {
            Verdict::Passed => passed += 1,
            Verdict::Failed => failed += 1,
            Verdict::Skipped => skipped += 1,
        }
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0)
}

enum Verdict {
    Passed,
    Failed,
    Skipped,
}

fn run_proof(proof: &Proof, workspace: &Workspace, options: &Options) -> io::Result<Verdict> {
    println!("== {}: {}", proof.name, proof.what);
    let (tally, seconds, trouble) = match (proof.plan)(workspace, options)? {
        Plan::Skip(reason) => {
            println!("SKIPPED: {}: {reason}\n", proof.name);
            return Ok(Verdict::Skipped);
        }
        Plan::Parts(parts) => run_parts(proof.name, parts, workspace, options.fresh)?,
    };
    let result = match &trouble {
        None => format!("passed in {seconds:.0} s"),
        Some(trouble) => format!("FAILED: {trouble}"),
    };
    println!("proof: {}: {tally}: {result}\n", proof.name);
    if options.record {
        let commit = workspace::commit(&workspace.root);
        let command = format!("./test --long --only {}{}", proof.name, (proof.settings)(options));
        table::append(
            &workspace.root,
            &Row { commit: &commit, command: &command, count: &tally.to_string(), result: &result },
        )?;
    }
    Ok(if trouble.is_none() { Verdict::Passed } else { Verdict::Failed })
}

/// Runs the parts that are not finished yet: what was counted in all, in how many seconds, and what went wrong.
fn run_parts(
    proof: &str,
    parts: Vec<super::part::Part>,
    workspace: &Workspace,
    fresh: bool,
) -> io::Result<(Tally, f32, Option<String>)> {
    let folder = workspace.target.join("long");
    fs::create_dir_all(&folder)?;
    let mut state = State::read(&folder, proof, &workspace::version(&workspace.root));
    if fresh {
        state.clear();
    }
    let deadline = Instant::now() + LIMIT;
    let (mut tally, mut seconds) = (Tally::default(), 0.0);
    for mut part in parts {
        if let Some(done) = state.get(&part.name) {
            println!("{}: {} (earlier)", part.name, done.tally);
        } else {
            let log = folder.join(format!("{proof}-{}.log", file_name(&part.name)));
            print!("{}: ", part.name);
            io::stdout().flush()?;
            let start = Instant::now();
            if let Some(trouble) = trouble(part.run(&log, deadline)?, &mut state, &part.name, start)? {
                println!("{trouble}; see {}", shown(workspace, &log));
                return Ok((tally, seconds, Some(format!("{}: {trouble}", part.name))));
            }
        }
        if let Some(done) = state.get(&part.name) {
            tally.add(&done.tally);
            seconds += done.seconds;
        }
    }
    Ok((tally, seconds, None))
}

/// Takes note of how a part ended; returns what went wrong.
fn trouble(ending: Ending, state: &mut State, part: &str, start: Instant) -> io::Result<Option<String>> {
    match ending {
        Ending::Passed(tally) => {
            let seconds = start.elapsed().as_secs_f32();
            println!("{tally} in {seconds:.1} s");
            state.finish(part, Done { tally, seconds })?;
            Ok(None)
        }
        Ending::Failed(reason) => Ok(Some(reason)),
        Ending::OutOfTime => Ok(Some(format!("no end after {} minutes, run again to go on", LIMIT.as_secs() / 60))),
    }
}

/// The name of a part as part of a file name.
fn file_name(part: &str) -> String {
    part.chars().map(|char| if char.is_alphanumeric() || char == '.' { char } else { '-' }).collect()
}

fn shown(workspace: &Workspace, log: &Path) -> String {
    log.strip_prefix(&workspace.root).unwrap_or(log).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_become_names_of_files() {
        assert_eq!(file_name("seed 1, 20 cases"), "seed-1--20-cases");
        assert_eq!(file_name("a/../b.gz"), "a-..-b.gz");
    }
}
