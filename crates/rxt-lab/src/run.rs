//! Runs an experiment: one job after the other into a folder, until the time is used up.

use crate::experiment::{Experiment, Lab, Lines};
use crate::folder::{self, FolderError, RunInfo, stamp};
use crate::machine::{Machine, Moment};
use crate::page;
use rxt_arena::pool;
use rxt_engine::bench::{SPECS, fingerprint_of};
use rxt_rules::moves::{Kernel, Level};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Jobs that are done, those of earlier runs included.
    pub done: u32,
    /// Jobs of a full run.
    pub of: u32,
    /// About how much longer it will take.
    pub left: Duration,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its folder.
    pub folder: PathBuf,
    /// All about it.
    pub info: RunInfo,
}

/// Does the jobs of an experiment that are not done yet, for as long as the budget lasts, and writes the report. A run of
/// the same experiment that is not complete goes on if it was made with the same seed, maps and engines.
pub fn run(
    experiment: &dyn Experiment,
    lab: &Lab,
    out: &Path,
    budget: Option<Duration>,
    command: &str,
    observe: &mut dyn FnMut(Progress),
) -> Result<Outcome, FolderError> {
    let schemas = experiment.tables();
    let fresh = describe(experiment, lab, command);
    let (folder, mut info) = match unfinished(out, &fresh) {
        Some(found) => found,
        None => (unused(out, &fresh), fresh),
    };
    folder::begin(&folder, schemas, info.jobs)?;
    info.write(&folder)?;
    let (start, before, done_before) = (Instant::now(), Moment::now(), info.jobs);
    let spent_before = info.seconds;
    let ended = || lab.interrupt.load(Ordering::Relaxed) || budget.is_some_and(|budget| start.elapsed() >= budget);
    while info.jobs < info.jobs_of && !ended() {
        let jobs = together(experiment, lab, info.jobs..info.jobs_of);
        in_order(experiment, lab, jobs, &ended, |lines| {
            folder::add(&folder, schemas, info.jobs, &lines)?;
            info.jobs += 1;
            info.seconds = spent_before + start.elapsed().as_secs_f64();
            info.noise = before.until(Moment::now());
            info.write(&folder)?;
            observe(progress(&info, info.jobs - done_before, start.elapsed(), budget));
            Ok(())
        })?;
    }
    info.seconds = (info.seconds * 10.0).round() / 10.0;
    info.write(&folder)?;
    page::write_report(experiment, &folder, &info, !lab.tiny)?;
    Ok(Outcome { folder, info })
}

/// Jobs that wait for other machines at the same time.
const AT_ONCE: usize = 64;

/// Jobs after which everything is waited for.
const TOGETHER: u32 = 512;

/// The next jobs that may be done at the same time: one that measures time, or all until the next of that kind.
fn together(experiment: &dyn Experiment, lab: &Lab, jobs: Range<u32>) -> Range<u32> {
    let alone = |job: &u32| experiment.measures_time(lab, *job);
    let jobs = jobs.start..jobs.end.min(jobs.start + TOGETHER);
    let end = jobs.clone().find(alone).unwrap_or(jobs.end);
    jobs.start..end.max(jobs.start + 1)
}

/// Does jobs, several at a time if there are several, and hands over what they leave in their order. Those that were
/// interrupted, and those behind them, leave nothing.
fn in_order(
    experiment: &dyn Experiment,
    lab: &Lab,
    jobs: Range<u32>,
    ended: &(dyn Fn() -> bool + Sync),
    mut keep: impl FnMut(Lines) -> Result<(), FolderError>,
) -> Result<(), FolderError> {
    let mut next = jobs.start;
    let mut early: BTreeMap<u32, Lines> = BTreeMap::new();
    let here = std::thread::available_parallelism().map_or(1, usize::from);
    let at_once = jobs.len().min(if lab.elsewhere.is_some() { AT_ONCE } else { here });
    let begun = jobs.take_while(|_| !ended());
    pool::each(
        begun,
        at_once,
        |job| (job, experiment.job(lab, job)),
        |(job, lines)| {
            if lab.interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            early.insert(job, lines);
            while let Some(lines) = early.remove(&next) {
                keep(lines)?;
                next += 1;
            }
            Ok(())
        },
    )
}

fn progress(info: &RunInfo, jobs: u32, elapsed: Duration, budget: Option<Duration>) -> Progress {
    let rest = elapsed.mul_f64(f64::from(info.jobs_of - info.jobs) / f64::from(jobs.max(1)));
    let left = budget.map_or(rest, |budget| rest.min(budget.saturating_sub(elapsed)));
    Progress { done: info.jobs, of: info.jobs_of, left }
}

fn describe(experiment: &dyn Experiment, lab: &Lab, command: &str) -> RunInfo {
    RunInfo {
        what: experiment.about().name.to_owned(),
        began: stamp(SystemTime::now()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit(),
        fingerprint: engine_fingerprint(),
        seed: lab.seed,
        command: command.to_owned(),
        maps: lab.maps.iter().map(|field| field.name.clone()).collect(),
        limit: lab.limit.clone(),
        jobs: 0,
        jobs_of: experiment.jobs(lab),
        seconds: 0.0,
        machine: Machine::this(),
        noise: crate::machine::Noise::default(),
    }
}

/// What the engines of this program visit in fixed cases.
pub fn engine_fingerprint() -> u64 {
    // Experiments use the default engine's evaluation but not its options, which are spelled out here so that a change of
    // those does not make their pages old.
    const EVALUATION: &str = "search=auto,overrides=keep,override-keep=3,order=mixed,table=deeper,reduce=4,crowd=48,\
                              reply-crowd=8,prior=eval,bias=1,exploration=0.1,eval=default";
    static FOUND: OnceLock<u64> = OnceLock::new();
    let of = |specs| fingerprint_of(specs, Kernel::Best, Level::detect()).unwrap_or(0);
    *FOUND.get_or_init(|| of(SPECS) + of(&[EVALUATION]))
}

/// The commit of the working folder, with `+` if it has been changed since; `unknown` where there is none.
pub fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return "unknown".to_owned() };
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "crates", "Cargo.toml"]);
    if changed.is_some_and(|list| !list.is_empty()) { commit + "+" } else { commit }
}

fn unused(out: &Path, info: &RunInfo) -> PathBuf {
    let name = format!("{}-{}", info.began, info.what);
    let numbered = (2..).map(|number| out.join(format!("{name}-{number}")));
    std::iter::once(out.join(&name)).chain(numbered).find(|path| !path.exists()).unwrap_or_else(|| out.join(name))
}

/// The latest run of the same experiment that can go on.
fn unfinished(out: &Path, fresh: &RunInfo) -> Option<(PathBuf, RunInfo)> {
    let mut folders: Vec<PathBuf> = fs::read_dir(out).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    folders.into_iter().rev().find_map(|folder| {
        let info = RunInfo::read(&folder).ok()?;
        let same = info.what == fresh.what && info.seed == fresh.seed && info.maps == fresh.maps;
        let same =
            same && info.fingerprint == fresh.fingerprint && info.jobs_of == fresh.jobs_of && info.limit == fresh.limit;
        (same && info.jobs < info.jobs_of).then_some((folder, info))
    })
}
