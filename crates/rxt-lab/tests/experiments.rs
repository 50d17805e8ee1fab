//! Every experiment as small as it can be: it runs, it can be interrupted, and what it leaves is sound. One test for all of
//! them, because there is one recorder of measurements for the whole process.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rxt_arena::queue::{LEASE, Queue, SqliteQueue};
use rxt_arena::remote::{Contests, WorkerOptions, work};
use rxt_arena::tournament::House;
use rxt_engine::Spec;
use rxt_engine::bench::{CASES, SPECS, measure};
use rxt_lab::check::{Checked, check};
use rxt_lab::{Experiment, Lab, RunInfo, Table, experiments, page, run};
use rxt_measure::Clocks;
use rxt_rules::moves::{Kernel, Level};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn tiny() -> Lab {
    Lab { tiny: true, ..Lab::new(1) }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Looks at the tables, the plots and the report of a run; returns the number of rows.
fn inspect(experiment: &dyn Experiment, folder: &Path) -> usize {
    let name = experiment.about().name;
    let mut rows = 0;
    for schema in experiment.tables() {
        let table = Table::parse(&read(&folder.join(format!("{}.csv", schema.name)))).unwrap();
        let columns: Vec<&str> = table.columns().iter().map(String::as_str).collect();
        assert_eq!(columns, [&["job"], schema.columns].concat(), "{name}");
        rows += table.len();
    }
    assert!(rows > 0, "{name} leaves rows");
    let report = read(&folder.join("report.md"));
    for part in ["## What the report claimed", "## What we found", "## How sure we are", "## How it was made", ".svg)"]
    {
        assert!(report.contains(part), "{name}: {part}");
    }
    assert!(!report.contains("NaN") || rows < 400, "{name}: not a number in the report");
    let html = read(&folder.join("report.html"));
    let pictures = report.matches(".svg)").count();
    assert_eq!(html.matches("<svg ").count(), pictures, "{name}: all plots are in the page");
    let plots: Vec<PathBuf> = fs::read_dir(folder.join("plots")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(plots.len(), pictures, "{name}: a file for each plot");
    for plot in plots.iter().filter(|plot| plot.extension().is_some_and(|found| found == "svg")) {
        let svg = read(plot);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{}", plot.display());
    }
    rows
}

#[test]
fn every_experiment_runs_small_and_what_it_leaves_is_sound() {
    let (out, docs) = (folder("lab"), folder("lab-docs"));
    let mut rows = 0;
    for experiment in experiments::all() {
        let name = experiment.about().name;
        let outcome = run::run(experiment, &tiny(), &out, None, "a test", &mut |_| {}).unwrap();
        assert_eq!(outcome.info.jobs, outcome.info.jobs_of, "{name}");
        rows += inspect(experiment, &outcome.folder);
        page::publish(experiment, &outcome.folder, &docs).unwrap();
        let fingerprint = run::engine_fingerprint();
        assert_eq!(check(experiment, &docs, fingerprint).unwrap(), Checked::Right, "{name}");
        assert_eq!(check(experiment, &docs, fingerprint + 1).unwrap(), Checked::Stale, "{name}");
    }
    let count = experiments::all().len();
    println!("proof: {count} experiments, run small, {rows} rows, published, and their pages checked");
    let positions = visited_while_measuring();
    println!("proof: {positions} positions visited, the same while measuring");
}

/// The positions that searches visit are the same while everything is measured.
fn visited_while_measuring() -> u64 {
    let visited = |on: bool| -> u64 {
        if on {
            rxt_measure::start(Clocks::Wall);
        }
        let mut visited = 0;
        for case in &CASES[..3] {
            let position = case.position(Kernel::Best, Level::detect()).unwrap();
            for spec in SPECS {
                let counters = measure(&Spec::parse(spec).unwrap(), &position, case.depth.min(3)).counters;
                visited += counters.nodes + counters.probes;
            }
        }
        assert_eq!(rxt_measure::stop().is_empty(), !on);
        visited
    };
    let (off, on) = (visited(false), visited(true));
    assert_eq!(off, on);
    on
}

#[test]
fn a_run_that_was_interrupted_goes_on_and_ends_with_the_same_rows() {
    let experiment = experiments::find("stockpiling").unwrap();
    let whole = run::run(experiment, &tiny(), &folder("lab-whole"), None, "", &mut |_| {}).unwrap();
    let out = folder("lab-parts");
    let interrupt = Arc::new(AtomicBool::new(false));
    let lab = Lab { interrupt: Arc::clone(&interrupt), ..tiny() };
    let first = run::run(experiment, &lab, &out, None, "", &mut |progress| {
        interrupt.store(progress.done >= 2, Ordering::Relaxed);
    })
    .unwrap();
    // Jobs that were done beside the second one count, too.
    assert!((2..whole.info.jobs).contains(&first.info.jobs), "{} of {}", first.info.jobs, whole.info.jobs);
    // As if the next job had been cut off while it was written.
    let path = first.folder.join("strength.csv");
    fs::write(&path, read(&path) + &format!("{},half a row", first.info.jobs)).unwrap();
    let second = run::run(experiment, &tiny(), &out, None, "", &mut |_| {}).unwrap();
    assert_eq!((second.folder.clone(), second.info.jobs), (first.folder, whole.info.jobs));
    assert_eq!(read(&second.folder.join("strength.csv")), read(&whole.folder.join("strength.csv")));
    // A complete run is not continued.
    let third = run::run(experiment, &tiny(), &out, None, "", &mut |_| {}).unwrap();
    assert_ne!(third.folder, second.folder);
}

#[test]
fn workers_play_the_games_that_would_have_been_played_here() {
    let here = folder("lab-workers");
    let queue = || -> Box<dyn Queue> { Box::new(SqliteQueue::open(&here.join("jobs.sqlite"), LEASE).unwrap()) };
    let finish = AtomicBool::new(false);
    let rows = thread::scope(|scope| {
        for name in ["one", "two"] {
            let (house, heartbeat, patience) = (House::default(), Duration::from_secs(1), None);
            let (cache, slots) = (here.join(name), 1);
            let options =
                WorkerOptions { name: name.to_owned(), slots, cache, house, heartbeat, patience, finish: &finish };
            let queue = queue();
            scope.spawn(move || work(&*queue, &options, &|_| {}));
        }
        let contests = Arc::new(Contests::open(queue(), 0.5, "a test", Arc::default(), |what| panic!("{what}")));
        let (mut rows, mut tables) = (0, Vec::new());
        for name in ["stockpiling", "placements", "beam"] {
            let experiment = experiments::find(name).unwrap();
            let local = run::run(experiment, &tiny(), &here.join("here"), None, "", &mut |_| {}).unwrap();
            let lab = Lab { elsewhere: Some(Arc::clone(&contests)), ..tiny() };
            let remote = run::run(experiment, &lab, &here.join("there"), None, "", &mut |_| {}).unwrap();
            let blocks = [local, remote].map(|run| read(&run.folder.join("strength.csv")));
            rows += blocks[0].lines().count() - 1;
            tables.push((name, blocks));
        }
        let tallies = contests.close();
        finish.store(true, Ordering::Relaxed);
        for (name, [here, there]) in tables {
            assert_eq!(here, there, "{name}");
        }
        assert!(tallies.values().map(|tally| tally.games).sum::<u64>() > 10, "{tallies:?}");
        assert!(tallies.values().map(|tally| tally.repeated).sum::<u64>() > 0, "{tallies:?}");
        assert!(tallies.values().all(|tally| (tally.refused, tally.different) == (0, 0)), "{tallies:?}");
        rows
    });
    println!("proof: {rows} rows of experiments, the same when workers play the games");
}

#[test]
fn a_page_that_says_something_else_than_its_tables_is_found() {
    let experiment = experiments::find("coin-walk").unwrap();
    let (out, docs) = (folder("lab-coin"), folder("lab-coin-docs"));
    let outcome = run::run(experiment, &tiny(), &out, None, "", &mut |_| {}).unwrap();
    assert_eq!(check(experiment, &docs, 0).unwrap(), Checked::Missing);
    page::publish(experiment, &outcome.folder, &docs).unwrap();
    let path = docs.join("coin-walk.md");
    let page = read(&path);
    fs::write(&path, page.replacen("79.8", "80.8", 1)).unwrap();
    let found = check(experiment, &docs, run::engine_fingerprint()).unwrap();
    assert!(matches!(&found, Checked::Differs(what) if what.contains("79.8")), "{found:?}");
    fs::write(&path, page).unwrap();
    fs::write(docs.join("coin-walk/walks.svg"), "<svg></svg>").unwrap();
    assert!(matches!(check(experiment, &docs, 0).unwrap(), Checked::Differs(_)));
}

/// The pages of this repository are what their tables say. That the engines have changed since is no failure here.
#[test]
fn the_published_pages_say_what_their_tables_say() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments");
    let mut checked = 0;
    for experiment in experiments::all() {
        let name = experiment.about().name;
        let Ok(info) = RunInfo::read(&docs.join(name)) else { panic!("{name} has no page in docs/experiments") };
        let found = check(experiment, &docs, info.fingerprint).unwrap();
        let older = check(experiment, &docs, info.fingerprint + 1).unwrap();
        assert!(
            found == Checked::Right || older == Checked::Right,
            "{name}: {found:?}; `rxt lab check --write` repairs it"
        );
        checked += 1;
    }
    println!("proof: {checked} pages of experiments made again from their tables");
}
