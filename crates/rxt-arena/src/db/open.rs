//! Opening a database.

use super::file_system::network_file_system;
use super::schema::MIGRATIONS;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// An open database.
#[derive(Debug)]
pub struct Db {
    pub(super) connection: Connection,
    path: PathBuf,
    /// Held by whoever plays; the system lets go of it however the program ends.
    _lock: Option<File>,
}

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum DbError {
    /// A file.
    #[error("`{}`: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The database itself.
    #[error("the database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// It lies on a network file system.
    #[error("`{}` lies on a network file system ({kind}), where locks do not hold and results could be lost", path.display())]
    Network {
        /// Which file.
        path: PathBuf,
        /// Which file system.
        kind: String,
    },
    /// It belongs to somebody else.
    #[error("{0}")]
    Other(String),
    /// Another program plays with it.
    #[error("`{}` is in use: another `rxt arena run` plays with it", .0.display())]
    Busy(PathBuf),
}

/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(20);

impl Db {
    /// Opens a database to play with; it is made if there is none. Nobody else can play with it meanwhile.
    pub fn open(path: &Path) -> Result<Self, DbError> {
        let failed = |source| DbError::File { path: path.to_owned(), source };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(failed)?;
        refuse_network(&folder, path)?;
        let lock_path = path.with_added_extension("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path).map_err(failed)?;
        if lock.try_lock().is_err() {
            return Err(DbError::Busy(path.to_owned()));
        }
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        // Results survive a power cut: the log is written and waited for at every commit.
        let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
        if mode != "wal" {
            return Err(DbError::Other(format!("`{}`: no write-ahead log here, but `{mode}`", path.display())));
        }
        connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        let mut db = Self { connection, path: path.to_owned(), _lock: Some(lock) };
        db.migrate()?;
        Ok(db)
    }

    /// Opens a database to look at, whether or not somebody plays with it.
    pub fn look(path: &Path) -> Result<Self, DbError> {
        fs::metadata(path).map_err(|source| DbError::File { path: path.to_owned(), source })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .or_else(|_| Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        connection.busy_timeout(PATIENCE)?;
        let db = Self { connection, path: path.to_owned(), _lock: None };
        let version = db.version()?;
        if version != MIGRATIONS.len() {
            let found = format!("`{}` has version {version} of the tables", path.display());
            return Err(DbError::Other(format!(
                "{found}; `rxt arena run` of this rxt makes it version {}",
                MIGRATIONS.len()
            )));
        }
        Ok(db)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn version(&self) -> Result<usize, DbError> {
        Ok(self.connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// Brings the tables of an older rxt up to date.
    fn migrate(&mut self) -> Result<(), DbError> {
        let version = self.version()?;
        if version > MIGRATIONS.len() {
            let path = self.path.display();
            return Err(DbError::Other(format!("`{path}` was made by a newer rxt; use that one")));
        }
        for (number, sql) in MIGRATIONS.iter().enumerate().skip(version) {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "user_version", number as i64 + 1)?;
            transaction.commit()?;
        }
        Ok(())
    }
}

fn refuse_network(folder: &Path, path: &Path) -> Result<(), DbError> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    match network_file_system(&mounts, folder) {
        Some(kind) => Err(DbError::Network { path: path.to_owned(), kind }),
        None => Ok(()),
    }
}
