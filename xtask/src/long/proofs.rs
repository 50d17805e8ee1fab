//! The list of long proofs.
//!
//! A new proof is a function that returns a [`Plan`], and a line in [`PROOFS`]. Its parts should take minutes, not hours:
//! an interrupted run goes on behind the last part that was finished.

use super::fuzz;
use super::part::{Part, last_line};
use super::run::Options;
use super::tally::Tally;
use crate::gate::{PROOF, TestLog};
use crate::workspace::{self, Workspace, cargo, output_of};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A long proof.
pub(super) struct Proof {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    /// The options that it depends on, so that the table of proofs says how to repeat it.
    pub(super) settings: fn(&Options) -> String,
    pub(super) plan: fn(&Workspace, &Options) -> io::Result<Plan>,
}

/// What there is to do.
pub(super) enum Plan {
    Parts(Vec<Part>),
    /// It cannot be done here, and why.
    Skip(String),
}

/// All of them.
pub(super) const PROOFS: [Proof; 9] = [
    Proof {
        name: "vectors",
        what: "every game recorded from the course's server agrees with the rules",
        settings: |_| String::new(),
        plan: vectors,
    },
    Proof {
        name: "perft",
        what: "leaves of the game tree of plain Reversi, with passes as plies and without",
        settings: |_| String::new(),
        plan: perft,
    },
    Proof {
        name: "twins",
        what: "fast code and its slow twins agree on many generated maps and games",
        settings: |options| format!(" --cases {}", options.cases),
        plan: twins,
    },
    Proof {
        name: "faults",
        what: "a bad network costs nobody a game but those whose connection it ends",
        settings: |options| format!(" --fault-games {}", options.fault_games),
        plan: faults,
    },
    Proof {
        name: "soak",
        what: "our client is not disqualified, on a busy machine neither",
        settings: |options| format!(" --soak-games {}", options.soak_games),
        plan: soak,
    },
    Proof {
        name: "soak-threads",
        what: "the same with two threads and a large table, in half of the games thinking in the others' time",
        settings: |options| format!(" --soak-games {}", options.soak_games),
        plan: soak_threads,
    },
    Proof {
        name: "kills",
        what: "a tournament that is killed again and again ends as if it had not been",
        settings: |options| format!(" --kills {}", options.kills),
        plan: kills,
    },
    Proof {
        name: "workers",
        what: "workers, server and host are killed, and the games come out as without (a NATS server)",
        settings: |options| format!(" --worker-games {} --worker-kills {}", options.worker_games, options.worker_kills),
        plan: workers,
    },
    Proof {
        name: "fuzz",
        what: "no bytes and no moves lead to a panic (cargo-fuzz)",
        settings: |options| format!(" --fuzz-seconds {}", options.fuzz_seconds),
        plan: fuzz::plan,
    },
];

/// Games that were recorded elsewhere stand beside the repository, if at all.
fn vectors(workspace: &Workspace, _: &Options) -> io::Result<Plan> {
    let Ok(entries) = fs::read_dir(workspace.root.join("../shared/vectors")) else {
        return Ok(Plan::Skip("../shared is absent".to_owned()));
    };
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.to_string_lossy().contains(".jsonl"));
    files.sort();
    build_rxt()?;
    let part = |file: &PathBuf| {
        let mut command = Command::new(workspace.rxt());
        command.arg("verify").arg(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Part { name, command, judge: Box::new(no_disagreements) }
    };
    Ok(Plan::Parts(files.iter().map(part).collect()))
}

fn no_disagreements(output: &str) -> Result<Tally, String> {
    let last = last_line(output);
    match Tally::parse(last) {
        Some(tally) if tally.get("disagreements") == 0 && tally.get("games") > 0 => Ok(tally),
        _ => Err(last.to_owned()),
    }
}

/// Depth and leaves of the standard board.
const PERFT_DEPTH: &str = "11";
const PERFT_LEAVES: u64 = 212_260_880;
const PERFT_LEAVES_WITH_PASSES: u64 = 212_258_800;

fn perft(workspace: &Workspace, _: &Options) -> io::Result<Plan> {
    build_rxt()?;
    let part = |name: &str, options: &[&str], leaves: u64| {
        let mut command = Command::new(workspace.rxt());
        command.arg("perft").arg(workspace.root.join("maps/standard-8x8.map")).arg(PERFT_DEPTH).args(options);
        let judge = move |output: &str| match last_line(output) {
            last if last == leaves.to_string() => Ok(Tally::of(leaves, "leaves")),
            last => Err(format!("{leaves} leaves expected, found `{last}`")),
        };
        Part { name: name.to_owned(), command, judge: Box::new(judge) }
    };
    let silent = part("passes are no plies", &[], PERFT_LEAVES);
    let counted = part("passes are plies", &["--passes"], PERFT_LEAVES_WITH_PASSES);
    Ok(Plan::Parts(vec![silent, counted]))
}

/// Runs each property test with more cases, which it takes from the environment:
///
/// ```ignore
/// /// How many maps are played on: `RXT_CASES`, or else the default.
/// fn cases(default: u64) -> u64 {
///     std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
/// }
/// ```
///
/// A test says what it has compared in a line such as `proof: 4800 moves made and taken back on 300 maps`.
fn twins(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    let folder = workspace.root.join("crates/rxt-rules");
    if !folder.join("tests/twins.rs").exists() && !folder.join("tests/twins/main.rs").exists() {
        return Ok(Plan::Skip("there is no test `twins`".to_owned()));
    }
    let executable = build_test("rxt-rules", "twins")?;
    let list = output_of(Command::new(&executable).arg("--list"))?;
    let part = |test: &str| {
        let mut command = Command::new(&executable);
        command.args(["--exact", test, "--show-output"]).current_dir(&folder);
        command.env("RXT_CASES", options.cases.to_string());
        Part { name: format!("{test} ({} cases)", options.cases), command, judge: Box::new(all_tests_pass) }
    };
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(Plan::Parts(tests.map(part).collect()))
}

/// Games that one part of `faults` plays.
const FAULT_GAMES_AT_ONCE: u32 = 100;

/// Runs the seeded games of the test `faults` in parts, each from another seed on.
fn faults(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    let folder = workspace.root.join("crates/rxt-net");
    let executable = build_test("rxt-net", "server")?;
    let part = |games: std::ops::Range<u32>| {
        let mut command = Command::new(&executable);
        command.args(["faults::", "--show-output"]).current_dir(&folder);
        command.env("RXT_FAULT_SEED", (games.start + 1).to_string());
        command.env("RXT_FAULT_GAMES", games.len().to_string());
        let name = format!("seeds {} to {}", games.start + 1, games.end);
        Part { name, command, judge: Box::new(all_tests_pass) }
    };
    Ok(Plan::Parts(in_parts(options.fault_games, FAULT_GAMES_AT_ONCE).map(part).collect()))
}

/// Cuts the numbers below `all` into ranges of at most `size`.
fn in_parts(all: u32, size: u32) -> impl Iterator<Item = std::ops::Range<u32>> {
    (0..all).step_by(size as usize).map(move |start| start..all.min(start + size))
}

fn all_tests_pass(output: &str) -> Result<Tally, String> {
    let mut log = TestLog::default();
    output.lines().for_each(|line| _ = log.read(line));
    if log.failed > 0 || log.passed() == 0 {
        return Err(format!("{} tests failed, {} passed", log.failed, log.passed()));
    }
    let mut tally = Tally::of(log.passed() as u64, "tests");
    let counts = log.proofs.iter().filter_map(|line| line.trim_start_matches(PROOF).trim().split_once(' '));
    for (count, what) in counts {
        tally.add(&count.parse().map_or_else(|_| Tally::default(), |count| Tally::of(count, what)));
    }
    Ok(tally)
}

/// Games of a part of the soak, a few minutes long.
const SOAK_PART: u32 = 50;
/// The same where it is to be seen whether a process needs more and more memory.
const LONG_SOAK_PART: u32 = 200;
/// How much more memory the last quarter of a long part may need than any before it: games in the middle of which others
/// end differ by as much.
const MOST_GROWTH: f64 = 1.25;

/// Plays whole parts of the soak, each with a seed of its own; a part that was interrupted goes on too.
fn soak(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    soak_parts(workspace, options, "soak", SOAK_PART, |_| None)
}

/// Two threads and the largest table, with what was found before each move, and every other part thinks all the time.
fn soak_threads(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    const ENGINE: &str = "default,early=off,threads=2,memory=512,reuse=on";
    let engine = |seed: u32| Some(format!("{ENGINE},ponder={}", if seed.is_multiple_of(2) { "on" } else { "off" }));
    soak_parts(workspace, options, "soak-threads", LONG_SOAK_PART, engine)
}

fn soak_parts(
    workspace: &Workspace,
    options: &Options,
    name: &str,
    games: u32,
    engine: impl Fn(u32) -> Option<String>,
) -> io::Result<Plan> {
    build_rxt()?;
    let folder = workspace.target.join("long").join(format!("{name}-{}", workspace::commit(&workspace.root)));
    let part = |seed: u32| {
        let mut command = Command::new(workspace.rxt());
        command.args(["soak", "--games", &games.to_string(), "--seed", &seed.to_string(), "--out"]);
        command.arg(folder.join(format!("seed-{seed}")));
        let engine = engine(seed);
        command.args(engine.iter().flat_map(|engine| ["--engine", engine]));
        let name =
            format!("seed {seed}, {games} games{}", engine.map_or_else(String::new, |engine| format!(", {engine}")));
        Part { name, command, judge: Box::new(move |output| nobody_disqualified(output, games)) }
    };
    Ok(Plan::Parts((1..=options.soak_games.div_ceil(games)).map(part).collect()))
}

fn nobody_disqualified(output: &str, games: u32) -> Result<Tally, String> {
    let last = last_line(output);
    if games >= LONG_SOAK_PART {
        let memory = output.lines().find(|line| line.starts_with("Memory by quarters"));
        let memory = memory.ok_or_else(|| "nothing is said about memory".to_owned())?;
        if !is_flat(memory) {
            return Err(memory.to_owned());
        }
    }
    match Tally::parse(last) {
        Some(tally) if tally.get("disqualifications") == 0 && tally.get("games") >= games.into() => Ok(tally),
        _ => Err(last.to_owned()),
    }
}

/// Whether the last of the four numbers of a line is about as small as the others.
fn is_flat(memory: &str) -> bool {
    let numbers = memory.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok());
    let numbers: Vec<f64> = numbers.collect();
    let [before @ .., last] = &numbers[..] else { return false };
    before.len() == 3 && *last <= before.iter().copied().fold(0.0, f64::max) * MOST_GROWTH
}

/// Has games played by workers of a NATS server while processes are killed.
fn workers(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    if std::env::var_os("RXT_NATS_SERVER").is_none() {
        return Ok(Plan::Skip("RXT_NATS_SERVER names no nats-server".to_owned()));
    }
    let executable = build_test("rxt", "worker_commands")?;
    let mut command = Command::new(&executable);
    command.arg("--show-output").current_dir(workspace.root.join("crates/rxt"));
    command.env("RXT_WORKER_GAMES", options.worker_games.to_string());
    command.env("RXT_WORKER_KILLS", options.worker_kills.to_string());
    let name = format!("{} games, {} kills", options.worker_games, options.worker_kills);
    Ok(Plan::Parts(vec![Part { name, command, judge: Box::new(all_tests_pass) }]))
}

/// Runs the test that kills a tournament, with many kills.
fn kills(workspace: &Workspace, options: &Options) -> io::Result<Plan> {
    let executable = build_test("rxt", "arena")?;
    let mut command = Command::new(&executable);
    command.args(["kills::", "--show-output"]).current_dir(workspace.root.join("crates/rxt"));
    command.env("RXT_KILLS", options.kills.to_string());
    let name = format!("{} kills", options.kills);
    Ok(Plan::Parts(vec![Part { name, command, judge: Box::new(all_tests_pass) }]))
}

fn build_rxt() -> io::Result<()> {
    output_of(cargo().args(["build", "--quiet", "--release", "--package", "rxt"])).map(drop)
}

/// Builds a test in release and returns the binary, which unlike cargo can be stopped.
fn build_test(package: &str, test: &str) -> io::Result<PathBuf> {
    let args = ["test", "--release", "--package", package, "--test", test, "--no-run", "--message-format=json"];
    let messages = output_of(cargo().args(args))?;
    executable(&messages, test).ok_or_else(|| io::Error::other(format!("cargo built no test `{test}`")))
}

/// The binary of a test; programs of the same package are built beside it.
fn executable(messages: &str, test: &str) -> Option<PathBuf> {
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let built = messages.find(|message| message["target"]["name"] == test && message["executable"].is_string())?;
    Some(Path::new(built["executable"].as_str()?).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_without_disagreement_are_a_proof() {
        assert!(no_disagreements("(4 cases skipped)\n185 games, 900 moves, 0 disagreements\n").is_ok());
        assert!(no_disagreements("185 games, 900 moves, 1 disagreements").is_err());
        assert!(no_disagreements("0 games, 0 moves, 0 disagreements").is_err());
        assert!(no_disagreements("").is_err());
    }

    #[test]
    fn a_soak_is_a_proof_if_it_is_complete_and_nobody_was_disqualified() {
        let tally = nobody_disqualified("all  50\n50 games, 2000 answers, 0 disqualifications\n", 50).unwrap();
        assert_eq!(tally.get("answers"), 2000);
        assert!(nobody_disqualified("50 games, 2000 answers, 1 disqualifications", 50).is_err());
        assert!(nobody_disqualified("49 games, 2000 answers, 0 disqualifications", 50).is_err());
    }

    #[test]
    fn a_long_soak_is_a_proof_if_its_memory_does_not_grow() {
        let soak = |memory: &str| {
            nobody_disqualified(&format!("{memory}\n200 games, 9000 answers, 0 disqualifications"), 200).is_ok()
        };
        assert!(soak("Memory by quarters of the games: 300, 400, 350, 480 MiB."));
        assert!(!soak("Memory by quarters of the games: 300, 400, 350, 520 MiB."));
        assert!(!soak("Memory by quarters of the games: 300, 400, 350 MiB."));
        assert!(!soak(""));
    }

    const PROOFS_OF_A_TEST: &str = "proof: 12 moves on 3 maps\nproof: 4 hashes\nproof: all fine";

    #[test]
    fn tests_are_a_proof_if_all_pass() {
        let log = |result| format!("successes:\n---- a stdout ----\n{PROOFS_OF_A_TEST}\n\ntest result: {result}");
        let tally = all_tests_pass(&log("ok. 2 passed; 0 failed; 0 ignored")).unwrap();
        assert_eq!(tally.to_string(), "2 tests; 12 moves on 3 maps; 4 hashes");
        assert!(all_tests_pass(&log("FAILED. 2 passed; 1 failed; 0 ignored")).is_err());
        assert!(all_tests_pass("").is_err());
    }

    #[test]
    fn parts_cover_all_and_are_not_too_large() {
        assert_eq!(in_parts(250, 100).collect::<Vec<_>>(), [0..100, 100..200, 200..250]);
        assert_eq!(in_parts(0, 100).count(), 0);
    }

    #[test]
    fn the_built_test_is_found_among_the_messages_of_cargo() {
        let messages = r#"{"reason":"a","target":{"name":"twins"},"executable":null}
            {"target":{"name":"twins"},"executable":"/x/twins-1"}
            {"target":{"name":"rxt"},"executable":"/x/rxt"}
            {"success":true}"#;
        assert_eq!(executable(messages, "twins"), Some("/x/twins-1".into()));
        assert_eq!(executable(messages, "kills"), None);
        assert_eq!(executable("", "twins"), None);
    }
}
