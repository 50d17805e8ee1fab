//! Submissions: programs of strangers, and how far their trials are.

use super::SiteDb;
use super::open::now;
use crate::db::DbError;
use crate::submission::Manifest;
use rusqlite::{OptionalExtension, Row, params};

/// How far the trial of a submission is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Others are tried first.
    Waiting,
    /// It is being tried.
    Running,
    /// It was tried.
    Done,
    /// It could not be tried.
    Failed,
}

impl State {
    /// In a word, as the database has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Self {
        match word {
            "waiting" => Self::Waiting,
            "running" => Self::Running,
            "done" => Self::Done,
            _ => Self::Failed,
        }
    }
}

/// A submission that was unpacked.
#[derive(Clone, Copy, Debug)]
pub struct NewSubmission<'a> {
    /// Its name, which is also that of its folder.
    pub id: &'a str,
    /// Whose it is.
    pub token: i64,
    /// What it says of itself.
    pub manifest: &'a Manifest,
    /// How many files it has.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
}

/// A submission.
#[derive(Clone, PartialEq, Debug)]
pub struct SubmissionRow {
    /// Its name.
    pub id: String,
    /// Whose it is.
    pub token: i64,
    /// The student or the team.
    pub owner: String,
    /// What it says of itself.
    pub manifest: Manifest,
    /// How many files it has.
    pub files: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// When it came, in seconds since 1970.
    pub created_at: i64,
    /// How far its trial is.
    pub state: State,
    /// How often its trial was begun.
    pub starts: u32,
    /// Seconds that its trial took so far.
    pub seconds: f64,
    /// What else is to be said.
    pub note: String,
    /// Exercises that it passed, and all that it did.
    pub exercises: (u32, u32),
}

const COLUMNS: &str = "SELECT s.id, s.token, t.name, s.manifest, s.files, s.bytes, s.created_at, s.state, s.starts,
    s.seconds, s.note,
    (SELECT count(*) FROM trials r WHERE r.submission = s.id AND r.kind = 'exercise' AND r.passed),
    (SELECT count(*) FROM trials r WHERE r.submission = s.id AND r.kind = 'exercise')
    FROM submissions s JOIN tokens t ON t.id = s.token";

impl SiteDb {
    /// Adds a submission; it waits for its trial.
    pub fn add_submission(&self, new: &NewSubmission<'_>) -> Result<(), DbError> {
        let manifest = serde_json::to_string(new.manifest).expect("a manifest has only string keys");
        let sql = "INSERT INTO submissions VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', 0, 0, '')";
        let bytes = new.bytes.cast_signed();
        let values = params![new.id, new.token, new.manifest.name, manifest, new.files as i64, bytes, now()];
        self.lock().execute(sql, values)?;
        Ok(())
    }

    /// A submission.
    pub fn submission(&self, id: &str) -> Result<Option<SubmissionRow>, DbError> {
        Ok(self.lock().query_row(&format!("{COLUMNS} WHERE s.id = ?"), [id], submission_row).optional()?)
    }

    /// The newest submissions first, of one token or of all.
    pub fn submissions(&self, token: Option<i64>, most: usize) -> Result<Vec<SubmissionRow>, DbError> {
        let connection = self.lock();
        let sql =
            format!("{COLUMNS} WHERE ?1 IS NULL OR s.token = ?1 ORDER BY s.created_at DESC, s.rowid DESC LIMIT ?2");
        let mut statement = connection.prepare(&sql)?;
        Ok(statement.query_map(params![token, most as i64], submission_row)?.collect::<Result<_, _>>()?)
    }

    /// How many submissions wait or are being tried: of a token, and of all.
    pub fn queued(&self, token: i64) -> Result<(u64, u64), DbError> {
        let sql = "SELECT coalesce(sum(token = ?), 0), count(*) FROM submissions WHERE state IN ('waiting', 'running')";
        let row = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?.cast_unsigned()));
        Ok(self.lock().query_row(sql, [token], row)?)
    }

    /// How many submissions a token made in the last `seconds`.
    pub fn submitted_within(&self, token: i64, seconds: i64) -> Result<u64, DbError> {
        let sql = "SELECT count(*) FROM submissions WHERE token = ? AND created_at > ?";
        let count: i64 = self.lock().query_row(sql, params![token, now() - seconds], |row| row.get(0))?;
        Ok(count.cast_unsigned())
    }

    /// The submission whose turn it is; one whose trial was interrupted comes first.
    pub fn next_submission(&self) -> Result<Option<SubmissionRow>, DbError> {
        let sql = format!(
            "{COLUMNS} WHERE s.state IN ('waiting', 'running') ORDER BY s.state = 'waiting', s.created_at, s.rowid LIMIT 1"
        );
        Ok(self.lock().query_row(&sql, [], submission_row).optional()?)
    }

    /// Notes that a trial begins, or begins again.
    pub fn begin_trial(&self, id: &str) -> Result<(), DbError> {
        let sql = "UPDATE submissions SET state = 'running', starts = starts + 1 WHERE id = ?";
        self.lock().execute(sql, [id])?;
        Ok(())
    }

    /// Notes how a trial ended.
    pub fn end_trial(&self, id: &str, state: State, note: &str) -> Result<(), DbError> {
        let sql = "UPDATE submissions SET state = ?, note = ? WHERE id = ?";
        self.lock().execute(sql, params![state.as_str(), note, id])?;
        Ok(())
    }

    /// The names of submissions of a token beyond its newest `keep` that nobody needs: not queued, in no tournament.
    pub fn outdated(&self, token: i64, keep: usize) -> Result<Vec<String>, DbError> {
        let connection = self.lock();
        let sql = "SELECT id FROM (SELECT * FROM submissions WHERE token = ? ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)
            WHERE state IN ('done', 'failed') AND id NOT IN (SELECT submission FROM entrants)";
        let mut statement = connection.prepare(sql)?;
        Ok(statement.query_map(params![token, keep as i64], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// Forgets a submission with its games.
    pub fn forget_submission(&self, id: &str) -> Result<(), DbError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "DELETE FROM games WHERE id IN (SELECT game FROM trials WHERE submission = ?)";
        transaction.execute(sql, [id])?;
        transaction.execute("DELETE FROM submissions WHERE id = ?", [id])?;
        transaction.commit()?;
        Ok(())
    }
}

fn submission_row(row: &Row<'_>) -> rusqlite::Result<SubmissionRow> {
    let manifest = row.get::<_, String>(3)?;
    let unreadable = |error| rusqlite::Error::FromSqlConversionFailure(3, rusqlite::types::Type::Text, Box::new(error));
    Ok(SubmissionRow {
        id: row.get(0)?,
        token: row.get(1)?,
        owner: row.get(2)?,
        manifest: serde_json::from_str(&manifest).map_err(unreadable)?,
        files: row.get::<_, i64>(4)?.cast_unsigned(),
        bytes: row.get::<_, i64>(5)?.cast_unsigned(),
        created_at: row.get(6)?,
        state: State::parse(&row.get::<_, String>(7)?),
        starts: row.get(8)?,
        seconds: row.get(9)?,
        note: row.get(10)?,
        exercises: (row.get(11)?, row.get(12)?),
    })
}
