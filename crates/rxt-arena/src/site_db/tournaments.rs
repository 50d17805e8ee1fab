//! Tournaments that the site plays; each has a database of its own besides.

use super::SiteDb;
use super::open::now;
use crate::db::DbError;
use rusqlite::params;

impl SiteDb {
    /// Notes a tournament that begins, and which submissions play in it.
    pub fn add_tournament(&self, name: &str, submissions: &[String]) -> Result<(), DbError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "INSERT INTO tournaments VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET playing = 1";
        transaction.execute(sql, params![name, now()])?;
        for submission in submissions {
            let sql = "INSERT INTO entrants VALUES (?, ?) ON CONFLICT DO NOTHING";
            transaction.execute(sql, params![name, submission])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Notes whether a tournament is to go on after a restart.
    pub fn set_playing(&self, name: &str, playing: bool) -> Result<(), DbError> {
        self.lock().execute("UPDATE tournaments SET playing = ? WHERE name = ?", params![playing, name])?;
        Ok(())
    }

    /// The names of tournaments that were being played.
    pub fn playing(&self) -> Result<Vec<String>, DbError> {
        let connection = self.lock();
        let mut statement = connection.prepare("SELECT name FROM tournaments WHERE playing ORDER BY created_at")?;
        Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }
}
