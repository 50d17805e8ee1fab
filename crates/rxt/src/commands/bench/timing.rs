//! Times two ways of doing the same thing in turns, so that what else the machine does hits both. What counts is the time on
//! the CPU: on a busy machine the slower way would be interrupted more often.

use rxt_measure::thread_cpu_ns;
use serde::Serialize;
use std::hint::black_box;
use std::time::Duration;

/// Nanoseconds per item of the fast way and of the naive way.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Pair {
    pub(crate) fast_ns: f64,
    pub(crate) naive_ns: f64,
    /// How many times as long the naive way takes.
    pub(crate) ratio: f64,
}

/// Times `fast` and `naive` in turns until the budget is used up, at least twice each, and keeps the shortest time of
/// each. Both return a number that must be equal, and work on `items` items per call.
pub(crate) fn compare(
    budget: Duration,
    items: usize,
    mut fast: impl FnMut() -> u64,
    mut naive: impl FnMut() -> u64,
) -> Pair {
    const LEAST_ROUNDS: u32 = 2;
    assert_eq!(fast(), naive(), "both ways find the same");
    let start = thread_cpu_ns();
    let (mut best_fast, mut best_naive) = (Duration::MAX, Duration::MAX);
    let mut rounds = 0;
    while rounds < LEAST_ROUNDS || u128::from(thread_cpu_ns() - start) < budget.as_nanos() {
        // The naive way takes longer, so the fast one gets more tries.
        for _ in 0..4 {
            best_fast = best_fast.min(timed(&mut fast).0);
        }
        best_naive = best_naive.min(timed(&mut naive).0);
        rounds += 1;
    }
    let per_item = |time: Duration| time.as_nanos() as f64 / items.max(1) as f64;
    let (fast_ns, naive_ns) = (per_item(best_fast), per_item(best_naive));
    Pair { fast_ns, naive_ns, ratio: naive_ns / fast_ns.max(f64::MIN_POSITIVE) }
}

/// The time of one call, and what it returned.
pub(crate) fn timed(mut work: impl FnMut() -> u64) -> (Duration, u64) {
    let start = thread_cpu_ns();
    let found = black_box(work());
    (Duration::from_nanos(thread_cpu_ns() - start), found)
}
