//! Opening a database, and its settings.

use super::schema::MIGRATIONS;
use crate::db::{DbError, connect};
use rusqlite::{Connection, OptionalExtension, params};
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

/// The open database of a site.
#[derive(Debug)]
pub struct SiteDb {
    connection: Mutex<Connection>,
    _lock: File,
}

impl SiteDb {
    /// Opens a database; it is made if there is none. No other site can use it meanwhile.
    pub fn open(path: &Path) -> Result<Self, DbError> {
        let (connection, lock) = connect(path, &MIGRATIONS)?;
        Ok(Self { connection: Mutex::new(connection), _lock: lock })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("nobody panics while holding the database")
    }

    /// What a setting is, if it was ever made.
    pub fn setting(&self, name: &str) -> Result<Option<String>, DbError> {
        let sql = "SELECT value FROM settings WHERE name = ?";
        Ok(self.lock().query_row(sql, [name], |row| row.get(0)).optional()?)
    }

    /// Makes a setting.
    pub fn set(&self, name: &str, value: &str) -> Result<(), DbError> {
        let sql = "INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
        self.lock().execute(sql, params![name, value])?;
        Ok(())
    }
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |time| time.as_secs().cast_signed())
}
