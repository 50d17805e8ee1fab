//! Tournaments: databases of the arena in a folder, looked at by everybody and run by the organiser.

use crate::desk::{Desk, lost};
use crate::failure::{Failure, Outcome};
use crate::library::is_id;
use rxt_arena::db::Db;
use rxt_arena::report::{Summary, summarise};
use rxt_arena::site_db::SiteDb;
use rxt_arena::tournament::{Config, House, Mind, RunOptions, Setup, run};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Draws for the intervals of ratings: enough to look at.
const DRAWS: u32 = 200;
/// How long a summary is good; while games are played it is made anew then.
const FRESH: Duration = Duration::from_secs(5);
/// Games of a tournament that are played at once, so that the site has a core left.
const CONCURRENCY: usize = 1;
/// Tournaments that are kept.
const MOST: usize = 500;

/// All tournaments.
pub(crate) struct Cups {
    folder: PathBuf,
    db: Arc<SiteDb>,
    running: Arc<Mutex<BTreeMap<String, Arc<AtomicBool>>>>,
    known: Mutex<BTreeMap<String, (Instant, Arc<Summary>)>>,
}

impl Cups {
    pub(crate) fn open(folder: &Path, db: Arc<SiteDb>) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), db, running: Arc::default(), known: Mutex::default() })
    }

    /// The names of all tournaments.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let name = |path: PathBuf| {
            let is_database = path.extension().is_some_and(|extension| extension == "sqlite");
            path.file_stem().and_then(|name| name.to_str()).filter(|name| is_database && is_id(name)).map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(|entry| name(entry.ok()?.path())).take(MOST).collect();
        names.sort();
        names
    }

    /// Whether its games are being played here.
    pub(crate) fn is_running(&self, name: &str) -> bool {
        self.running.lock().expect("nobody panics while looking").contains_key(name)
    }

    /// A tournament summed up.
    pub(crate) fn summary(&self, name: &str) -> Outcome<Arc<Summary>> {
        let known = self.known.lock().expect("nobody panics while looking").get(name).cloned();
        if let Some((_, summary)) = known.filter(|(made, _)| made.elapsed() < FRESH) {
            return Ok(summary);
        }
        let summary = Arc::new(summarise(&self.look(name)?, DRAWS).map_err(unusable)?);
        let made = (Instant::now(), Arc::clone(&summary));
        self.known.lock().expect("nobody panics while looking").insert(name.to_owned(), made);
        Ok(summary)
    }

    /// The record of a game as text.
    pub(crate) fn record(&self, name: &str, game: u64) -> Outcome<String> {
        let missing = |_| Failure::missing(format_args!("game {game} in `{name}`"));
        self.look(name)?.record(game).map_err(missing)
    }

    fn look(&self, name: &str) -> Outcome<Db> {
        let path = self.path(name);
        if !is_id(name) || !path.exists() {
            return Err(Failure::missing(format_args!("tournament `{name}`")));
        }
        Db::look(&path).map_err(unusable)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.sqlite"))
    }

    /// Where the maps of a tournament are put.
    pub(crate) fn map_folder(&self) -> PathBuf {
        self.folder.join("maps")
    }

    /// Begins a tournament in which these submissions play, among others.
    pub(crate) fn start(&self, name: &str, config: Config, submissions: &[String], desk: &Desk) -> Outcome<()> {
        if !is_id(name) {
            return Err(Failure::unusable(format_args!(
                "`{name}` is no name; expected lower-case letters, digits and `-`"
            )));
        }
        if self.path(name).exists() {
            return Err(Failure::conflict(format_args!("there is a tournament `{name}` already")));
        }
        self.play(name, config, submissions, desk)
    }

    /// Goes on with a tournament that was paused or interrupted.
    pub(crate) fn resume(&self, name: &str, desk: &Desk) -> Outcome<()> {
        let summary = self.summary(name)?;
        if summary.over {
            return Err(Failure::conflict(format_args!("`{name}` is over")));
        }
        self.play(name, summary.config.clone(), &[], desk)
    }

    /// Begins no further game.
    pub(crate) fn pause(&self, name: &str) -> Outcome<()> {
        let running = self.running.lock().expect("nobody panics while looking");
        let finish =
            running.get(name).ok_or_else(|| Failure::conflict(format_args!("`{name}` is not being played")))?;
        finish.store(true, Ordering::Relaxed);
        self.db.set_playing(name, false).map_err(lost)
    }

    /// Goes on with all tournaments that were being played when the site ended.
    pub(crate) fn go_on(&self, desk: &Desk) {
        for name in self.db.playing().unwrap_or_default() {
            if self.resume(&name, desk).is_err() {
                // Whoever wants it to go on sees that it does not, and is told why.
                let _ = self.db.set_playing(&name, false);
            }
        }
    }

    /// The site ends: no further game is begun, and tournaments go on when it is back.
    pub(crate) fn close(&self) {
        let running = self.running.lock().expect("nobody panics while looking");
        running.values().for_each(|finish| finish.store(true, Ordering::Relaxed));
    }

    fn play(&self, name: &str, config: Config, submissions: &[String], desk: &Desk) -> Outcome<()> {
        let setup = Setup::new(config, &self.folder).map_err(Failure::unusable)?;
        let programs = setup.bots.iter().any(|bot| matches!(bot.mind, Mind::Program(_)));
        if setup.bots.iter().any(|bot| matches!(&bot.mind, Mind::Program(program) if !desk.has(program))) {
            let message =
                "other programs play where `rxt arena run` is started; the site plays engines and submissions";
            return Err(Failure::unusable(message));
        }
        let launcher = if programs { Some(desk.launcher()?) } else { None };
        let finish = Arc::new(AtomicBool::new(false));
        let mut running = self.running.lock().expect("nobody panics while looking");
        if running.contains_key(name) {
            return Err(Failure::conflict(format_args!("`{name}` is being played")));
        }
        let mut db = Db::open(&self.path(name)).map_err(unusable)?;
        self.db.add_tournament(name, submissions).map_err(lost)?;
        running.insert(name.to_owned(), Arc::clone(&finish));
        drop(running);
        let (running, name, site) = (Arc::clone(&self.running), name.to_owned(), Arc::clone(&self.db));
        std::thread::spawn(move || {
            let house = House { launcher, ..House::default() };
            let options = RunOptions { concurrency: CONCURRENCY, finish: &finish, house, remote: None };
            // What went wrong is in the database, and whoever resumes is told.
            let outcome = run(&setup, &mut db, &options, &mut |_| {});
            if !matches!(outcome, Ok(false)) {
                let _ = site.set_playing(&name, false);
            }
            running.lock().expect("nobody panics while looking").remove(&name);
        });
        Ok(())
    }
}

fn unusable(error: impl std::fmt::Display) -> Failure {
    Failure::conflict(format_args!("the tournament cannot be read: {error}"))
}
