//! Takes programs.

use crate::failure::{Failure, Outcome};
use crate::guard::{Bucket, Key, random_name};
use crate::library::Library;
use axum::http::StatusCode;
use rxt_arena::db::DbError;
use rxt_arena::sandbox::{Launcher, is_installed, probe};
use rxt_arena::site_db::{NewSubmission, SiteDb, TokenRow};
use rxt_arena::submission::{Bounds, Runtime, unpack};
use rxt_arena::tournament::Program;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::Duration;

/// The setting that says whether programs are taken.
const SETTING: &str = "submission";
/// Archives that may be sent with one token in a minute, good or bad.
const TRIES: u32 = 10;
/// Programs that one token may hand in within an hour.
const PER_HOUR: u64 = 12;
/// Programs of all tokens that may wait.
const WAITING: u64 = 40;
/// Programs of one token that are kept; older ones are forgotten unless they play in a tournament.
const KEPT: usize = 20;
/// Tokens that may exist.
const MOST_TOKENS: usize = 2000;
/// The longest name of a student or a team.
const LONGEST_NAME: usize = 60;

/// Where programs are handed in.
pub(crate) struct Desk {
    pub(super) db: Arc<SiteDb>,
    pub(super) folder: PathBuf,
    pub(super) launcher: Option<Launcher>,
    pub(crate) bounds: Bounds,
    open: AtomicBool,
    /// Whether programs can be kept in, once it was tried.
    enforced: OnceLock<Result<(), String>>,
    tries: Mutex<BTreeMap<i64, Bucket>>,
    /// Rung when there is something to do.
    bell: (Mutex<u64>, Condvar),
    closed: AtomicBool,
}

impl Desk {
    /// Opens a folder of programs; what no submission belongs to is removed.
    pub(crate) fn open(db: Arc<SiteDb>, folder: &Path, launcher: Option<Launcher>) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let known = path.file_name().and_then(|name| name.to_str()).map(|id| db.submission(id));
            if matches!(known, None | Some(Ok(None))) {
                let _ = fs::remove_dir_all(path);
            }
        }
        let open = db.setting(SETTING).ok().flatten().is_some_and(|value| value == "on");
        Ok(Self {
            db,
            open: AtomicBool::new(open),
            folder,
            launcher,
            bounds: Bounds::default(),
            enforced: OnceLock::new(),
            tries: Mutex::default(),
            bell: (Mutex::new(0), Condvar::new()),
            closed: AtomicBool::new(false),
        })
    }

    /// Whether the organiser lets programs be handed in.
    pub(crate) fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Turns handing in on or off; it stays like that after a restart.
    pub(crate) fn set_open(&self, open: bool) -> Outcome<()> {
        if open {
            self.enforced()?;
        }
        self.db.set(SETTING, if open { "on" } else { "off" }).map_err(lost)?;
        self.open.store(open, Ordering::Relaxed);
        Ok(())
    }

    /// Refuses to run anything where it cannot be kept in.
    pub(crate) fn enforced(&self) -> Outcome<()> {
        let told = self.enforced.get_or_init(|| {
            let Some(launcher) = &self.launcher else {
                return Err("this site was started without a program that keeps others in".to_owned());
            };
            let tried = probe(launcher);
            if tried.enforced() {
                return Ok(());
            }
            let allowed = tried.checks.iter().filter(|check| !check.refused && !check.optional);
            let allowed: Vec<&str> = allowed.map(|check| check.what.as_str()).collect();
            Err(tried.trouble.unwrap_or_else(|| format!("programs could {}", allowed.join(", "))))
        });
        let refuse = |why: &String| {
            Failure::conflict(format_args!("Programs cannot be kept in on this machine, so none is taken: {why}"))
        };
        told.as_ref().copied().map_err(refuse)
    }

    /// How programs are started; only where they can be kept in.
    pub(crate) fn launcher(&self) -> Outcome<Launcher> {
        self.enforced()?;
        self.launcher.clone().ok_or_else(|| Failure::conflict("programs cannot be started here"))
    }

    /// The folder of a program.
    pub(crate) fn folder_of(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }

    /// Whether a program was handed in here: it is started in a folder of ours and may read nothing else.
    pub(crate) fn has(&self, program: &Program) -> bool {
        let own = program.directory.parent() == Some(self.folder.as_path());
        own && program.readable == [program.directory.clone()]
    }

    /// Makes a token for a student or a team; the word itself is told here and never again.
    pub(crate) fn add_token(&self, name: &str) -> Outcome<(i64, Key)> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            let message = format_args!("the name is not as expected: one line of 1 to {LONGEST_NAME} characters");
            return Err(Failure::unusable(message));
        }
        if self.db.tokens().map_err(lost)?.len() >= MOST_TOKENS {
            return Err(Failure::conflict(format_args!("there are {MOST_TOKENS} tokens already")));
        }
        let key = Key::new();
        let id = self.db.add_token(name, &key.hash().to_string()).map_err(lost)?;
        Ok((id, key))
    }

    /// The token that a key is.
    pub(crate) fn token(&self, key: &Key) -> Outcome<TokenRow> {
        let known = self.db.token(&key.hash().to_string()).map_err(lost)?;
        known.ok_or_else(|| Failure::forbidden("this token is not known, or it was revoked; ask the organiser"))
    }

    /// Takes an archive; its program waits for its trial then. Returns its name.
    pub(crate) fn take(&self, token: &TokenRow, archive: &[u8], library: &Library) -> Outcome<String> {
        if !self.is_open() {
            return Err(Failure::conflict("programs are not taken at the moment; the organiser decides when"));
        }
        self.enforced()?;
        self.count(token)?;
        let id = random_name(12);
        let fresh = self.folder.join(format!(".{id}"));
        self.unpack(&id, &fresh, token, archive).inspect_err(|_| drop(fs::remove_dir_all(&fresh)))?;
        for old in self.db.outdated(token.id, KEPT).map_err(lost)? {
            self.db.forget_submission(&old).map_err(lost)?;
            library.forget(&format!("{old}-"));
            let _ = fs::remove_dir_all(self.folder_of(&old));
        }
        self.ring();
        Ok(id)
    }

    /// Refuses what is too much for one token, or for all.
    fn count(&self, token: &TokenRow) -> Outcome<()> {
        let mut tries = self.tries.lock().expect("nobody panics while counting");
        if !tries.entry(token.id).or_insert_with(|| Bucket::new(TRIES)).take() {
            return Err(Failure::busy(format_args!("too many archives; expected at most {TRIES} in a minute")));
        }
        drop(tries);
        let (own, all) = self.db.queued(token.id).map_err(lost)?;
        if own > 0 {
            return Err(Failure::busy("your last program is not through yet; wait for its verdict"));
        }
        if all >= WAITING {
            return Err(Failure::busy(format_args!("{WAITING} programs wait already; come back later")));
        }
        if self.db.submitted_within(token.id, 3600).map_err(lost)? >= PER_HOUR {
            return Err(Failure::busy(format_args!("expected at most {PER_HOUR} programs in an hour; wait a little")));
        }
        Ok(())
    }

    fn unpack(&self, id: &str, fresh: &Path, token: &TokenRow, archive: &[u8]) -> Outcome<()> {
        let unpacked = unpack(archive, fresh, &self.bounds).map_err(Failure::unusable)?;
        let missing = |what: &str| Failure::conflict(format_args!("`{what}` is not installed on this machine"));
        match unpacked.manifest.runtime {
            Runtime::Java if !is_installed("java") => return Err(missing("java")),
            Runtime::Python if !is_installed("python3") => return Err(missing("python3")),
            _ => {}
        }
        let kept = |error: io::Error| Failure::conflict(format_args!("the program cannot be kept: {error}"));
        fs::rename(fresh, self.folder_of(id)).map_err(kept)?;
        let (files, bytes) = (unpacked.files, unpacked.bytes);
        let new = NewSubmission { id, token: token.id, manifest: &unpacked.manifest, files, bytes };
        self.db.add_submission(&new).map_err(lost)
    }

    /// Wakes whoever tries programs.
    pub(crate) fn ring(&self) {
        *self.bell.0.lock().expect("nobody panics while ringing") += 1;
        self.bell.1.notify_all();
    }

    /// Waits until there may be something to do.
    pub(super) fn listen(&self, most: Duration) {
        let rung = self.bell.0.lock().expect("nobody panics while ringing");
        let before = *rung;
        let waited = self.bell.1.wait_timeout_while(rung, most, |now| *now == before && !self.is_closed());
        drop(waited.expect("nobody panics while ringing"));
    }

    /// Nothing more is begun.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.ring();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// The database does not do what it should.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(crate) fn lost(error: DbError) -> Failure {
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, format_args!("the site cannot use its database: {error}"))
}
