//! A connection to a database that is ours alone, with its tables up to date.

use super::file_system::network_file_system;
use super::open::DbError;
use rusqlite::Connection;
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// How long to wait for another program that writes.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Connects to a database; it is made if there is none. Nobody else can connect like this as long as the file, a lock, is
/// held; the system lets go of it however the program ends.
pub(crate) fn connect(path: &Path, migrations: &[&str]) -> Result<(Connection, File), DbError> {
    let failed = |source| DbError::File { path: path.to_owned(), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(failed)?;
    refuse_network(&folder, path)?;
    let lock_path = path.with_added_extension("lock");
    let lock = File::options().create(true).truncate(false).write(true).open(&lock_path).map_err(failed)?;
    if lock.try_lock().is_err() {
        return Err(DbError::Busy(path.to_owned()));
    }
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    // Results survive a power cut: the log is written and waited for at every commit.
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(DbError::Other(format!("`{}`: no write-ahead log here, but `{mode}`", path.display())));
    }
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
    migrate(&mut connection, path, migrations)?;
    Ok((connection, lock))
}

/// Which tables a database has.
pub(super) fn version(connection: &Connection) -> Result<usize, DbError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))? as usize)
}

/// Brings the tables of an older rxt up to date.
fn migrate(connection: &mut Connection, path: &Path, migrations: &[&str]) -> Result<(), DbError> {
    let version = version(connection)?;
    if version > migrations.len() {
        return Err(DbError::Other(format!("`{}` was made by a newer rxt; use that one", path.display())));
    }
    for (number, sql) in migrations.iter().enumerate().skip(version) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", number as i64 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

fn refuse_network(folder: &Path, path: &Path) -> Result<(), DbError> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    match network_file_system(&mounts, folder) {
        Some(kind) => Err(DbError::Network { path: path.to_owned(), kind }),
        None => Ok(()),
    }
}
