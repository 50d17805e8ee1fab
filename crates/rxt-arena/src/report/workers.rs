//! What each worker did in a tournament, and how far its games are from those of others.

use crate::db::{Db, DbError, ResultRow};
use std::collections::BTreeMap;

/// How an incident begins that says who played a game.
pub(crate) const PLAYED_BY: &str = "played by the worker ";

/// Whether an incident only says who played a game.
pub fn is_worker_note(what: &str) -> bool {
    what.starts_with(PLAYED_BY)
}

/// One worker.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerRow {
    /// Who.
    pub worker: String,
    /// Games that count.
    pub games: u64,
    /// The mean time of one.
    pub seconds: f64,
    /// How long its games took, with 1 for the mean of all games of the same bots on the same map.
    pub pace: f64,
    /// Players who lost by the clock in them.
    pub timeouts: u64,
    /// Games that its host may have decided.
    pub suspect: u64,
    /// Games that went another way at another worker.
    pub different: u64,
}

/// All workers of a tournament, by name.
pub fn workers(db: &Db) -> Result<Vec<WorkerRow>, DbError> {
    let (mut of_game, mut different) = (BTreeMap::new(), Vec::new());
    for incident in db.incidents()? {
        match (incident.game, incident.what.strip_prefix(PLAYED_BY)) {
            (Some(game), Some(worker)) => _ = of_game.insert(game, worker.to_owned()),
            _ if incident.what.starts_with("a game went") => different.push(incident.what),
            _ => {}
        }
    }
    let outs = db.disqualifications()?;
    let results = db.results()?;
    let expected = expected_seconds(&results);
    let mut rows: BTreeMap<&str, WorkerRow> = BTreeMap::new();
    for row in &results {
        let Some(worker) = of_game.get(&row.id) else { continue };
        let own = rows.entry(worker).or_insert_with(|| WorkerRow { worker: worker.clone(), ..WorkerRow::default() });
        own.games += 1;
        own.seconds += row.seconds;
        own.pace += row.seconds / expected[&kind(row)].max(f64::MIN_POSITIVE);
        own.timeouts += outs.iter().filter(|out| out.game == row.id && out.reason == "timeout").count() as u64;
        own.suspect += u64::from(row.suspect.is_some());
    }
    let finish = |mut row: WorkerRow| {
        row.seconds /= row.games as f64;
        row.pace /= row.games as f64;
        let (first, second) = (format!(" at {} and ", row.worker), format!(" at {}: ", row.worker));
        let names = |what: &&String| what.contains(&first) || what.contains(&second);
        row.different = different.iter().filter(names).count() as u64;
        row
    };
    Ok(rows.into_values().map(finish).collect())
}

/// Which bots played on which map, whoever sat where.
fn kind(row: &ResultRow) -> (String, Vec<usize>) {
    let mut seats = row.line.seats.clone();
    seats.sort_unstable();
    (row.line.map.clone(), seats)
}

fn expected_seconds(results: &[ResultRow]) -> BTreeMap<(String, Vec<usize>), f64> {
    let mut sums: BTreeMap<(String, Vec<usize>), (f64, f64)> = BTreeMap::new();
    for row in results {
        let sum = sums.entry(kind(row)).or_default();
        sum.0 += row.seconds;
        sum.1 += 1.0;
    }
    sums.into_iter().map(|(kind, (sum, games))| (kind, sum / games)).collect()
}
