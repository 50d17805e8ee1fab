//! `rxt lab run`: runs experiments into time-stamped folders.

use super::experiments;
use crate::commands::matches::fields;
use crate::commands::queue::{HostArgs, owner, tally_line};
use crate::output;
use crate::process::{EXIT_INTERRUPTED, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::queue::LEASE;
use rxt_arena::remote::Contests;
use rxt_lab::{Experiment, Lab, run as lab_run};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Run experiments
///
/// Each run is a folder with the time in its name: run.json, tables as CSV, plots, and a report as Markdown and as one HTML
/// file. A run that was not complete goes on when the same command is given again; its budget is added.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Experiments, or `all`
    #[arg(value_name = "NAME", num_args = 1.., required = true)]
    names: Vec<String>,
    /// How long it may take in all, as in 90s, 25m or 2h; without it, until all jobs are done
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maps in place of the experiment's own, or folders of maps
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    maps: Vec<PathBuf>,
    /// A folder of further maps for experiments that look for one by its name
    #[arg(long, value_name = "FOLDER")]
    more_maps: Option<PathBuf>,
    /// Play with this limit alone, of an experiment that has several, such as 100000 of search-per-players
    #[arg(long, value_name = "LIMIT")]
    limit: Option<String>,
    /// Folder for the runs
    #[arg(long, value_name = "DIR", default_value = "lab")]
    out: PathBuf,
    #[command(flatten)]
    workers: HostArgs,
    /// Print one JSON array of what was done
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt lab run coin-walk
  rxt lab run beam aspiration --budget 10m --seed 7
  rxt lab run all --budget 25m --out lab
  rxt lab run search-per-players --limit 100000 --budget 2h
  rxt lab run placements stockpiling --queue nats://lab-server:4222

Games without a clock are played on all cores, or with --queue by `rxt worker`, each record replayed here before it
counts. Whatever measures time is done here, with nothing beside it.

Exit codes: 0 done, also if the budget was used up; 2 wrong use, 130 interrupted.";

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let experiments = experiments(&args.names)?;
    if let Some(limit) = &args.limit {
        check_limit(&experiments, limit)?;
    }
    let interrupt = interrupt()?;
    let maps = if args.maps.is_empty() { Vec::new() } else { fields(&args.maps)? };
    let elsewhere = elsewhere(args, &interrupt)?;
    let lab = Lab {
        maps,
        limit: args.limit.clone(),
        more_maps: args.more_maps.clone(),
        interrupt: Arc::clone(&interrupt),
        elsewhere: elsewhere.clone(),
        ..Lab::new(args.seed)
    };
    let share = args.budget.map(|budget| budget / experiments.len() as u32);
    let mut done = Vec::new();
    for experiment in experiments {
        if interrupt.load(Ordering::Relaxed) {
            break;
        }
        let name = experiment.about().name;
        if lab.elsewhere.is_some() {
            tell_what_stays(experiment, &lab);
        }
        let bar = progress_bar(name);
        let outcome = lab_run::run(experiment, &lab, &args.out, share, &command(args, name), &mut |progress| {
            bar.set_length(progress.of.into());
            bar.set_position(progress.done.into());
            bar.set_message(format!("{} s left", progress.left.as_secs()));
        });
        bar.finish_and_clear();
        let outcome = outcome.into_diagnostic()?;
        let info = &outcome.info;
        if !args.json {
            let folder = outcome.folder.display();
            output::print(&format!(
                "{name}: {} of {} jobs in {:.0} s, {folder}\n",
                info.jobs, info.jobs_of, info.seconds
            ))?;
        }
        if info.jobs == 0 {
            output::note(&format!("{name}: it ended before its first job was done; give it a longer --budget"));
        }
        done.push(json!({
            "experiment": name, "folder": outcome.folder, "jobs": info.jobs, "jobs_of": info.jobs_of, "seconds": info.seconds,
        }));
    }
    for (worker, tally) in elsewhere.map(|contests| contests.close()).unwrap_or_default() {
        output::note(&tally_line(&worker, &tally));
    }
    if args.json {
        output::print(&(serde_json::to_string_pretty(&done).into_diagnostic()? + "\n"))?;
    }
    Ok(if interrupt.load(Ordering::Relaxed) { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn check_limit(experiments: &[&'static dyn Experiment], limit: &str) -> Result<()> {
    for experiment in experiments {
        let (name, limits) = (experiment.about().name, experiment.limits());
        if !limits.contains(&limit) {
            let help = if limits.is_empty() {
                "leave --limit out, or name search-per-players".to_owned()
            } else {
                format!("expected one of {}", limits.join(", "))
            };
            return Err(miette!(help = help, "`{name}` has no games with the limit `{limit}`"));
        }
    }
    Ok(())
}

/// Where games are played, if workers do it.
fn elsewhere(args: &Args, interrupt: &Arc<AtomicBool>) -> Result<Option<Arc<Contests>>> {
    let Some(queue) = args.workers.open(LEASE)? else { return Ok(None) };
    let mut last = String::new();
    let trouble = move |what: &str| {
        if what != last {
            output::note(what);
            what.clone_into(&mut last);
        }
    };
    let owner = owner(&args.out);
    Ok(Some(Arc::new(Contests::open(queue, args.workers.repeat, &owner, Arc::clone(interrupt), trouble))))
}

/// Says which jobs are done here although there are workers.
fn tell_what_stays(experiment: &dyn Experiment, lab: &Lab) {
    let (name, jobs) = (experiment.about().name, experiment.jobs(lab).min(FIRST));
    let here = (0..jobs).filter(|&job| experiment.measures_time(lab, job)).count();
    if here > 0 {
        let of = format!("{name}: of the first {jobs} jobs");
        output::note(&format!("{of}, {here} measure time and are done here, one after the other"));
    }
}

/// The first jobs are a small version of all.
const FIRST: u32 = 60;

/// The command that repeats the run of one experiment.
fn command(args: &Args, name: &str) -> String {
    let mut words = vec![format!("rxt lab run {name} --seed {}", args.seed)];
    if let Some(budget) = args.budget {
        let share = if args.names.len() == 1 && args.names[0] != "all" {
            budget
        } else {
            budget / experiments(&args.names).map_or(1, |all| all.len() as u32)
        };
        words.push(format!("--budget {}s", share.as_secs()));
    }
    if !args.maps.is_empty() {
        words.push("--maps".to_owned());
        words.extend(args.maps.iter().map(|map| map.display().to_string()));
    }
    if let Some(limit) = &args.limit {
        words.push(format!("--limit {limit}"));
    }
    if args.more_maps.is_some() {
        words.push("--more-maps FOLDER".to_owned());
    }
    words.join(" ")
}

/// Shown on a terminal only.
fn progress_bar(name: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:<24} {bar:30} {pos}/{len} jobs, {msg}")
        .expect("the template is checked by every run");
    ProgressBar::new(0).with_style(style).with_prefix(name.to_owned())
}

fn duration(text: &str) -> Result<Duration> {
    let help = "for example: --budget 25m";
    let wrong = || miette!(help = help, "`{text}` is no time; expected a number and s, m or h");
    let (number, unit) =
        text.split_at(text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len()));
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" | "" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_units() {
        for (text, seconds) in [("90s", 90), ("25m", 1500), ("2h", 7200), ("0.5m", 30), ("7", 7)] {
            assert_eq!(duration(text).unwrap(), Duration::from_secs(seconds), "{text}");
        }
        assert!(duration("soon").is_err() && duration("5d").is_err());
    }
}
