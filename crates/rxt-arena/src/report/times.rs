//! How long bots think.

use crate::db::ResultRow;
use crate::stats::quantile;

/// How long a bot takes for a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TimeUse {
    /// Moves.
    pub moves: usize,
    /// On average.
    pub mean_ms: f64,
    /// Half of the moves took no longer.
    pub median_ms: f64,
    /// One in a hundred took longer.
    pub slow_ms: f64,
    /// The longest.
    pub longest_ms: f64,
}

/// How long every bot takes.
pub fn time_use(competitors: usize, rows: &[ResultRow]) -> Vec<TimeUse> {
    let mut times: Vec<Vec<u64>> = vec![Vec::new(); competitors];
    for row in rows {
        for &(player, microseconds) in &row.times {
            if let Some(&competitor) = row.line.seats.get(usize::from(player).wrapping_sub(1)) {
                times[competitor].push(microseconds);
            }
        }
    }
    times.into_iter().map(one).collect()
}

fn one(mut times: Vec<u64>) -> TimeUse {
    times.sort_unstable();
    let at = |part| quantile(&times, part).unwrap_or(0) as f64 / 1000.0;
    let sum: u64 = times.iter().sum();
    TimeUse {
        moves: times.len(),
        mean_ms: sum as f64 / 1000.0 / times.len().max(1) as f64,
        median_ms: at(0.5),
        slow_ms: at(0.99),
        longest_ms: at(1.0),
    }
}
