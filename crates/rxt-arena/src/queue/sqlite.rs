//! A queue in a file, for workers on one machine.

use super::{Done, Job, Lease, MOST_ATTEMPTS, Queue, QueueError, QueueState, WorkerNews};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A queue in a file. Several processes may use the same file.
#[derive(Debug)]
pub struct SqliteQueue {
    connection: Mutex<Connection>,
    lease: Duration,
}

const TABLES: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS jobs (
    number   INTEGER PRIMARY KEY,
    run      TEXT NOT NULL,
    key      TEXT NOT NULL,
    payload  BLOB NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting',  -- waiting, leased, done, aside
    attempt  INTEGER NOT NULL DEFAULT 0,
    token    TEXT,
    worker   TEXT,
    until_ms INTEGER,
    result   BLOB,
    why      TEXT,
    UNIQUE (run, key)
) STRICT;
CREATE TABLE IF NOT EXISTS files (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS workers (name TEXT PRIMARY KEY, news TEXT NOT NULL, told_ms INTEGER NOT NULL) STRICT;
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
    /// Opens a queue; it is made if there is none. A job that makes no progress for `lease` is handed out again.
    pub fn open(path: &Path, lease: Duration) -> Result<Self, QueueError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.execute_batch(TABLES)?;
        Ok(Self { connection: Mutex::new(connection), lease })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("nobody panics while holding the queue")
    }

    /// Does something to the job of a lease that is not over.
    fn held(&self, lease: &Lease, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), QueueError> {
        let lost = || QueueError::Lost(lease.job.key.clone());
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let held = "SELECT 1 FROM jobs WHERE run = ? AND key = ? AND token = ? AND state = 'leased'";
        transaction
            .query_row(held, params![lease.job.run, lease.job.key, lease.token], |_| Ok(()))
            .optional()?
            .ok_or_else(lost)?;
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
            let sql = "INSERT INTO jobs (run, key, payload) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            fresh += transaction.execute(sql, params![job.run, job.key, job.payload])?;
        }
        transaction.commit()?;
        Ok(fresh)
    }

    fn lease(&self, worker: &str, most: usize) -> Result<Vec<Lease>, QueueError> {
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
            let sql = "UPDATE jobs SET state = 'leased', attempt = ?, token = ?, worker = ?, until_ms = ? WHERE run = ? AND key = ?";
            transaction.execute(sql, params![attempt, token, worker, after(now, self.lease), job.run, job.key])?;
            leases.push(Lease { job, attempt, token });
        }
        transaction.commit()?;
        Ok(leases)
    }

    fn heartbeat(&self, lease: &Lease) -> Result<(), QueueError> {
        let sql = "UPDATE jobs SET until_ms = ? WHERE run = ? AND key = ?";
        self.held(lease, sql, &[&after(now_ms(), self.lease), &lease.job.run, &lease.job.key])
    }

    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError> {
        let sql = "UPDATE jobs SET state = 'done', result = ?, payload = x'' WHERE run = ? AND key = ?";
        self.held(lease, sql, &[&result, &lease.job.run, &lease.job.key])
    }

    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError> {
        let state = if lease.attempt >= MOST_ATTEMPTS { "aside" } else { "waiting" };
        let sql = "UPDATE jobs SET state = ?, why = ? WHERE run = ? AND key = ?";
        self.held(lease, sql, &[&state, &why, &lease.job.run, &lease.job.key])
    }

    fn collect(&self, run: &str, most: usize) -> Result<Vec<Done>, QueueError> {
        let connection = self.lock();
        let sql = "SELECT key, result, worker FROM jobs WHERE run = ? AND state = 'done' ORDER BY number LIMIT ?";
        let mut statement = connection.prepare(sql)?;
        let done = |row: &rusqlite::Row<'_>| {
            Ok(Done { run: run.to_owned(), key: row.get(0)?, result: row.get(1)?, worker: row.get(2)? })
        };
        Ok(statement.query_map(params![run, most as i64], done)?.collect::<Result<_, _>>()?)
    }

    fn confirm(&self, done: &Done) -> Result<(), QueueError> {
        let sql = "DELETE FROM jobs WHERE run = ? AND key = ? AND state = 'done'";
        self.lock().execute(sql, [&done.run, &done.key])?;
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
        let again = "SELECT count(*) FROM jobs WHERE state = 'leased' AND attempt > 1";
        let again = connection.query_row(again, [], |row| row.get::<_, i64>(0))? as u64;
        let (waiting, leased) = (count("waiting")?, count("leased")?);
        Ok(QueueState { waiting, leased, again, done: count("done")?, aside })
    }

    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<(), QueueError> {
        let sql = "INSERT INTO files (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING";
        self.lock().execute(sql, params![hash, bytes])?;
        Ok(())
    }

    fn file(&self, hash: &str) -> Result<Vec<u8>, QueueError> {
        Ok(self.lock().query_row("SELECT bytes FROM files WHERE hash = ?", [hash], |row| row.get(0))?)
    }

    fn announce(&self, worker: &str, news: &str) -> Result<(), QueueError> {
        let sql = "INSERT OR REPLACE INTO workers (name, news, told_ms) VALUES (?, ?, ?)";
        self.lock().execute(sql, params![worker, news, now_ms()])?;
        Ok(())
    }

    fn workers(&self) -> Result<Vec<WorkerNews>, QueueError> {
        let (connection, now) = (self.lock(), now_ms());
        let mut statement = connection.prepare("SELECT name, news, told_ms FROM workers ORDER BY name")?;
        let news = |row: &rusqlite::Row<'_>| {
            let age = Duration::from_millis(now.saturating_sub(row.get(2)?).max(0) as u64);
            Ok(WorkerNews { worker: row.get(0)?, news: row.get(1)?, age })
        };
        Ok(statement.query_map([], news)?.collect::<Result<_, _>>()?)
    }
}

/// The oldest jobs that nobody has, or whose lease is over, with how often they were handed out.
fn free_jobs(transaction: &Transaction<'_>, now: i64, most: usize) -> Result<Vec<(Job, u32)>, QueueError> {
    let sql = "SELECT run, key, payload, attempt FROM jobs
        WHERE state = 'waiting' OR (state = 'leased' AND until_ms <= ?) ORDER BY number LIMIT ?";
    let mut statement = transaction.prepare(sql)?;
    let job =
        |row: &rusqlite::Row<'_>| Ok((Job { run: row.get(0)?, key: row.get(1)?, payload: row.get(2)? }, row.get(3)?));
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
        let make = |lease| -> Box<dyn Queue> {
            let name = format!("{}.sqlite", number.fetch_add(1, Ordering::Relaxed));
            Box::new(SqliteQueue::open(&folder.join(name), lease).unwrap())
        };
        let proof = conformance(&make);
        println!("proof: {} properties of a queue, {} jobs", proof.properties, proof.jobs);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
