//! A queue in a file, for workers on one machine.

use super::{Done, Job, Lease, MOST_ATTEMPTS, Queue, QueueError, QueueState};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A queue in a file. Several processes may use the same file.
#[derive(Debug)]
pub struct SqliteQueue {
    connection: Mutex<Connection>,
}

const TABLES: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS jobs (
    number   INTEGER PRIMARY KEY,
    key      TEXT NOT NULL UNIQUE,
    payload  BLOB NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting',  -- waiting, leased, done, confirmed, aside
    attempt  INTEGER NOT NULL DEFAULT 0,
    token    TEXT,
    worker   TEXT,
    until_ms INTEGER,
    result   BLOB,
    why      TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (state, number);
";
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(20);

impl From<rusqlite::Error> for QueueError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Queue(error.to_string())
    }
}

impl SqliteQueue {
    /// Opens a queue; it is made if there is none.
    pub fn open(path: &Path) -> Result<Self, QueueError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch(TABLES)?;
        Ok(Self { connection: Mutex::new(connection) })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("nobody panics while holding the queue")
    }

    /// Does something to the job of a lease that is not over.
    fn held(&self, lease: &Lease, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), QueueError> {
        let lost = || QueueError::Lost(lease.job.key.clone());
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let held = "SELECT 1 FROM jobs WHERE key = ? AND token = ? AND state = 'leased'";
        transaction.query_row(held, params![lease.job.key, lease.token], |_| Ok(())).optional()?.ok_or_else(lost)?;
        transaction.execute(sql, values)?;
        Ok(transaction.commit()?)
    }
}

impl Queue for SqliteQueue {
    fn submit(&self, jobs: &[Job]) -> Result<usize, QueueError> {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut fresh = 0;
        for job in jobs {
            let sql = "INSERT INTO jobs (key, payload) VALUES (?, ?) ON CONFLICT DO NOTHING";
            fresh += transaction.execute(sql, params![job.key, job.payload])?;
        }
        transaction.commit()?;
        Ok(fresh)
    }

    fn lease(&self, worker: &str, most: usize, time: Duration) -> Result<Vec<Lease>, QueueError> {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now = now_ms();
        let worn_out = "UPDATE jobs SET state = 'aside', why = coalesce(why, 'its workers were lost')
            WHERE state = 'leased' AND until_ms <= ? AND attempt >= ?";
        transaction.execute(worn_out, params![now, MOST_ATTEMPTS])?;
        let jobs = free_jobs(&transaction, now, most)?;
        let mut leases = Vec::new();
        for (job, before) in jobs {
            let attempt = before + 1;
            let token = format!("{worker} {attempt} {now}");
            let sql =
                "UPDATE jobs SET state = 'leased', attempt = ?, token = ?, worker = ?, until_ms = ? WHERE key = ?";
            transaction.execute(sql, params![attempt, token, worker, after(now, time), job.key])?;
            leases.push(Lease { job, attempt, token });
        }
        transaction.commit()?;
        Ok(leases)
    }

    fn heartbeat(&self, lease: &Lease, time: Duration) -> Result<(), QueueError> {
        let sql = "UPDATE jobs SET until_ms = ? WHERE key = ?";
        self.held(lease, sql, &[&after(now_ms(), time), &lease.job.key])
    }

    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError> {
        let sql = "UPDATE jobs SET state = 'done', result = ?, payload = x'' WHERE key = ?";
        self.held(lease, sql, &[&result, &lease.job.key])
    }

    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError> {
        let state = if lease.attempt >= MOST_ATTEMPTS { "aside" } else { "waiting" };
        self.held(lease, "UPDATE jobs SET state = ?, why = ? WHERE key = ?", &[&state, &why, &lease.job.key])
    }

    fn collect(&self, most: usize) -> Result<Vec<Done>, QueueError> {
        let connection = self.lock();
        let sql = "SELECT key, result, worker FROM jobs WHERE state = 'done' ORDER BY number LIMIT ?";
        let mut statement = connection.prepare(sql)?;
        let done = |row: &rusqlite::Row<'_>| Ok(Done { key: row.get(0)?, result: row.get(1)?, worker: row.get(2)? });
        Ok(statement.query_map([most as i64], done)?.collect::<Result<_, _>>()?)
    }

    fn confirm(&self, done: &Done) -> Result<(), QueueError> {
        let sql = "UPDATE jobs SET state = 'confirmed', result = NULL WHERE key = ? AND state = 'done'";
        self.lock().execute(sql, [&done.key])?;
        Ok(())
    }

    fn state(&self) -> Result<QueueState, QueueError> {
        let connection = self.lock();
        let count = |state: &str| -> Result<u64, QueueError> {
            let sql = "SELECT count(*) FROM jobs WHERE state = ?";
            Ok(connection.query_row(sql, [state], |row| row.get::<_, i64>(0))? as u64)
        };
        let mut statement =
            connection.prepare("SELECT key, coalesce(why, '') FROM jobs WHERE state = 'aside' ORDER BY number")?;
        let aside = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(QueueState { waiting: count("waiting")?, leased: count("leased")?, done: count("done")?, aside })
    }
}

/// The oldest jobs that nobody has, or whose lease is over, with how often they were handed out.
fn free_jobs(transaction: &Transaction<'_>, now: i64, most: usize) -> Result<Vec<(Job, u32)>, QueueError> {
    let sql = "SELECT key, payload, attempt FROM jobs
        WHERE state = 'waiting' OR (state = 'leased' AND until_ms <= ?) ORDER BY number LIMIT ?";
    let mut statement = transaction.prepare(sql)?;
    let job = |row: &rusqlite::Row<'_>| Ok((Job { key: row.get(0)?, payload: row.get(1)? }, row.get(2)?));
    Ok(statement.query_map(params![now, most as i64], job)?.collect::<Result<_, _>>()?)
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

fn after(now: i64, time: Duration) -> i64 {
    now.saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::conformance;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_queue_in_a_file_is_a_queue() {
        let folder = std::env::temp_dir().join(format!("rxt-queue-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let number = AtomicU32::new(0);
        let make = || -> Box<dyn Queue> {
            let name = format!("{}.sqlite", number.fetch_add(1, Ordering::Relaxed));
            Box::new(SqliteQueue::open(&folder.join(name)).unwrap())
        };
        // A lease of no time at all is over at once.
        let proof = conformance(&make, Duration::ZERO, &|| {});
        println!("proof: {} properties of a queue, {} jobs", proof.properties, proof.jobs);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
