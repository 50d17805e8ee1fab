//! Attempts at games: each start is written down, and how it ended if it did.

use super::open::{Db, DbError};
use super::plan::now;
use rusqlite::{Row, params};

/// How an attempt ended without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttemptEnd {
    /// The host was too busy for the result to be fair.
    Spoilt(String),
    /// The record does not stand up to the rules.
    Refused(String),
    /// The game could not be played here.
    Failed(String),
}

/// An attempt at a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Which game.
    pub game: u64,
    /// When it started, in seconds since 1970.
    pub started_at: i64,
    /// `counted`, `spoilt`, `refused` or `failed`; `None` of one that runs or was broken off.
    pub outcome: Option<String>,
    /// Why.
    pub detail: Option<String>,
}

impl Db {
    /// Writes down that a game starts. Returns the number of the attempt.
    pub fn start(&mut self, game: u64) -> Result<i64, DbError> {
        self.connection
            .execute("INSERT INTO attempts (game, started_at) VALUES (?, ?)", params![game as i64, now()])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Writes down that an attempt came to nothing. Returns how many of this game did so far.
    pub fn give_up(&mut self, game: u64, attempt: i64, end: &AttemptEnd) -> Result<u32, DbError> {
        let (outcome, detail) = match end {
            AttemptEnd::Spoilt(why) => ("spoilt", why),
            AttemptEnd::Refused(why) => ("refused", why),
            AttemptEnd::Failed(why) => ("failed", why),
        };
        self.connection.execute(
            "UPDATE attempts SET ended_at = ?, outcome = ?, detail = ? WHERE id = ?",
            params![now(), outcome, detail, attempt],
        )?;
        self.lost(game)
    }

    /// How many attempts at a game were spoilt by the host.
    pub fn spoilt(&self, game: u64) -> Result<u32, DbError> {
        let sql = "SELECT count(*) FROM attempts WHERE game = ? AND outcome = 'spoilt'";
        Ok(self.connection.query_row(sql, [game as i64], |row| row.get(0))?)
    }

    /// How many attempts at a game came to nothing, as far as somebody saw it.
    pub fn lost(&self, game: u64) -> Result<u32, DbError> {
        let sql = "SELECT count(*) FROM attempts WHERE game = ? AND outcome IN ('spoilt', 'refused', 'failed')";
        Ok(self.connection.query_row(sql, [game as i64], |row| row.get(0))?)
    }

    /// Sets a game aside that cannot be played.
    pub fn set_aside(&mut self, game: u64, why: &str) -> Result<(), DbError> {
        self.connection.execute("UPDATE games SET aside = ? WHERE id = ?", params![why, game as i64])?;
        Ok(())
    }

    /// Games that were set aside, and why.
    pub fn aside(&self) -> Result<Vec<(u64, String)>, DbError> {
        let mut statement =
            self.connection.prepare("SELECT id, aside FROM games WHERE aside IS NOT NULL ORDER BY id")?;
        let row = |row: &Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }

    /// All attempts, in the order of their starts.
    pub fn attempts(&self) -> Result<Vec<Attempt>, DbError> {
        let mut statement =
            self.connection.prepare("SELECT game, started_at, outcome, detail FROM attempts ORDER BY id")?;
        let row = |row: &Row<'_>| {
            let game = row.get::<_, i64>(0)? as u64;
            Ok(Attempt { game, started_at: row.get(1)?, outcome: row.get(2)?, detail: row.get(3)? })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }
}
