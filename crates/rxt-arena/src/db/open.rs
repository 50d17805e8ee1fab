//! Opening a database.

use super::connect::{PATIENCE, connect, version};
use super::schema::MIGRATIONS;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
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
    #[error("`{}` is in use: another rxt works with it", .0.display())]
    Busy(PathBuf),
}

impl Db {
    /// Opens a database to play with; it is made if there is none. Nobody else can play with it meanwhile.
    pub fn open(path: &Path) -> Result<Self, DbError> {
        let (connection, lock) = connect(path, &MIGRATIONS)?;
        Ok(Self { connection, path: path.to_owned(), _lock: Some(lock) })
    }

    /// Opens a database to look at, whether or not somebody plays with it.
    pub fn look(path: &Path) -> Result<Self, DbError> {
        fs::metadata(path).map_err(|source| DbError::File { path: path.to_owned(), source })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .or_else(|_| Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        connection.busy_timeout(PATIENCE)?;
        let db = Self { connection, path: path.to_owned(), _lock: None };
        let version = version(&db.connection)?;
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
}
