//! What submissions did in their trials, step by step.

use super::SiteDb;
use crate::db::DbError;
use rusqlite::{Row, params};

/// What a step of a trial is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialKind {
    /// It has to be passed.
    Exercise,
    /// A game against engines.
    Game,
}

impl TrialKind {
    /// In a word, as the database has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exercise => "exercise",
            Self::Game => "game",
        }
    }
}

/// A step of a trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialRow {
    /// Which step, from 1.
    pub number: u32,
    /// What it is for.
    pub kind: TrialKind,
    /// What it is called.
    pub name: String,
    /// What a program has to know for it.
    pub about: String,
    /// The player that the program was, from 1.
    pub seat: u8,
    /// Whether it played to the end.
    pub passed: bool,
    /// In words, what happened.
    pub what: String,
    /// What to look at.
    pub hint: String,
    /// The game, if there was one.
    pub game: Option<String>,
}

impl SiteDb {
    /// Writes a step down, with the seconds that it took.
    pub fn add_trial(&self, submission: &str, step: &TrialRow, seconds: f64) -> Result<(), DbError> {
        let TrialRow { number, kind, name, about, seat, passed, what, hint, game } = step;
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        transaction.execute(
            "INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![submission, number, kind.as_str(), name, about, seat, passed, what, hint, game],
        )?;
        transaction
            .execute("UPDATE submissions SET seconds = seconds + ? WHERE id = ?", params![seconds, submission])?;
        transaction.commit()?;
        Ok(())
    }

    /// All steps of a trial that were done.
    pub fn trials(&self, submission: &str) -> Result<Vec<TrialRow>, DbError> {
        let connection = self.lock();
        let sql = "SELECT number, kind, name, about, seat, passed, what, hint, game FROM trials WHERE submission = ?
            ORDER BY number";
        let mut statement = connection.prepare(sql)?;
        let row = |row: &Row<'_>| {
            Ok(TrialRow {
                number: row.get(0)?,
                kind: if row.get::<_, String>(1)? == "game" { TrialKind::Game } else { TrialKind::Exercise },
                name: row.get(2)?,
                about: row.get(3)?,
                seat: row.get(4)?,
                passed: row.get(5)?,
                what: row.get(6)?,
                hint: row.get(7)?,
                game: row.get(8)?,
            })
        };
        Ok(statement.query_map([submission], row)?.collect::<Result<_, _>>()?)
    }
}
