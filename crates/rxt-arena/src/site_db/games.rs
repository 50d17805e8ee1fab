//! Games that were played or uploaded, and what programs printed in them.

use super::SiteDb;
use super::open::now;
use crate::db::DbError;
use crate::sandbox::Printed;
use rusqlite::{OptionalExtension, Row, params};

/// A game without its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its name.
    pub id: String,
    /// When it ended, in seconds since 1970.
    pub ended_at: u64,
    /// Whether lists for everybody have it.
    pub listed: bool,
    /// What lists say of it, as JSON.
    pub summary: String,
}

/// What a program printed in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputRow {
    /// Which player it was, from 1.
    pub player: u8,
    /// What it printed.
    pub printed: Printed,
}

impl SiteDb {
    /// Keeps a game, in the place of one with the same name; it is on the disk when this returns.
    pub fn keep_game(&self, game: &GameRow, record: &str, outputs: &[OutputRow]) -> Result<(), DbError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "INSERT INTO games VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ended_at = excluded.ended_at,
            listed = excluded.listed, summary = excluded.summary, record = excluded.record";
        let ended_at = game.ended_at.cast_signed();
        transaction.execute(sql, params![game.id, ended_at, game.listed, game.summary, record])?;
        transaction.execute("DELETE FROM outputs WHERE game = ?", [&game.id])?;
        for OutputRow { player, printed } in outputs {
            let cuts = serde_json::to_string(&printed.cuts).expect("numbers are JSON");
            let sql = "INSERT INTO outputs VALUES (?, ?, ?, ?)";
            transaction.execute(sql, params![game.id, player, printed.text, cuts])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// A game that lists need not have.
    pub fn game(&self, id: &str) -> Result<Option<GameRow>, DbError> {
        let sql = "SELECT id, ended_at, listed, summary FROM games WHERE id = ?";
        Ok(self.lock().query_row(sql, [id], game_row).optional()?)
    }

    /// The games that lists have, those with the latest ends, the oldest of them first.
    pub fn games(&self, most: usize) -> Result<Vec<GameRow>, DbError> {
        let connection = self.lock();
        let sql = "SELECT * FROM (SELECT id, ended_at, listed, summary FROM games WHERE listed ORDER BY ended_at DESC, id LIMIT ?)
            ORDER BY ended_at, id DESC";
        let mut statement = connection.prepare(sql)?;
        Ok(statement.query_map([most as i64], game_row)?.collect::<Result<_, _>>()?)
    }

    /// The record of a game.
    pub fn game_record(&self, id: &str) -> Result<Option<String>, DbError> {
        let sql = "SELECT record FROM games WHERE id = ?";
        Ok(self.lock().query_row(sql, [id], |row| row.get(0)).optional()?)
    }

    /// What programs printed in a game.
    pub fn game_outputs(&self, id: &str) -> Result<Vec<OutputRow>, DbError> {
        let connection = self.lock();
        let mut statement =
            connection.prepare("SELECT player, text, cuts FROM outputs WHERE game = ? ORDER BY player")?;
        let row = |row: &Row<'_>| {
            let cuts = serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default();
            Ok(OutputRow { player: row.get(0)?, printed: Printed { text: row.get(1)?, cuts } })
        };
        Ok(statement.query_map([id], row)?.collect::<Result<_, _>>()?)
    }

    /// The present time as games have it.
    pub fn time() -> u64 {
        now().cast_unsigned()
    }
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        ended_at: row.get::<_, i64>(1)?.cast_unsigned(),
        listed: row.get(2)?,
        summary: row.get(3)?,
    })
}
