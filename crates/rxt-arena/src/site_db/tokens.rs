//! Tokens: who may submit.

use super::SiteDb;
use super::open::now;
use crate::db::DbError;
use rusqlite::{OptionalExtension, Row, params};

/// A token; of the word itself only the hash is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Its number.
    pub id: i64,
    /// The student or the team.
    pub name: String,
    /// When it was made, in seconds since 1970.
    pub created_at: i64,
    /// Whether it still opens anything.
    pub valid: bool,
    /// How many submissions it made.
    pub submissions: u64,
}

const COLUMNS: &str = "SELECT t.id, t.name, t.created_at, t.revoked_at IS NULL,
    (SELECT count(*) FROM submissions s WHERE s.token = t.id) FROM tokens t";

impl SiteDb {
    /// Adds a token. Returns its number.
    pub fn add_token(&self, name: &str, hash: &str) -> Result<i64, DbError> {
        let connection = self.lock();
        let sql = "INSERT INTO tokens (name, hash, created_at) VALUES (?, ?, ?)";
        connection.execute(sql, params![name, hash, now()])?;
        Ok(connection.last_insert_rowid())
    }

    /// All tokens, the oldest first.
    pub fn tokens(&self) -> Result<Vec<TokenRow>, DbError> {
        let connection = self.lock();
        let mut statement = connection.prepare(&format!("{COLUMNS} ORDER BY t.id"))?;
        Ok(statement.query_map([], token_row)?.collect::<Result<_, _>>()?)
    }

    /// The valid token with this hash.
    pub fn token(&self, hash: &str) -> Result<Option<TokenRow>, DbError> {
        let sql = format!("{COLUMNS} WHERE t.hash = ? AND t.revoked_at IS NULL");
        Ok(self.lock().query_row(&sql, [hash], token_row).optional()?)
    }

    /// Makes a token worthless; what waits for its trial is refused. Returns whether it was valid.
    pub fn revoke_token(&self, id: i64) -> Result<bool, DbError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL";
        let changed = transaction.execute(sql, params![now(), id])?;
        let sql = "UPDATE submissions SET state = 'failed', note = 'its token was revoked' WHERE token = ? AND state = 'waiting'";
        transaction.execute(sql, [id])?;
        transaction.commit()?;
        Ok(changed == 1)
    }
}

fn token_row(row: &Row<'_>) -> rusqlite::Result<TokenRow> {
    Ok(TokenRow {
        id: row.get(0)?,
        name: row.get(1)?,
        created_at: row.get(2)?,
        valid: row.get(3)?,
        submissions: row.get::<_, i64>(4)?.cast_unsigned(),
    })
}
