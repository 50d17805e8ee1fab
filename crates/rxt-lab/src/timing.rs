//! Times pieces of work by two clocks, in an order that is fair to all of them.

use rxt_measure::{monotonic_ns, thread_cpu_ns};
use std::hint::black_box;

/// How long something took, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Took {
    pub(crate) wall_ns: f64,
    pub(crate) cpu_ns: f64,
}

/// Does something and tells how long it took.
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (Took, R) {
    let cpu = thread_cpu_ns();
    let wall = monotonic_ns();
    let result = black_box(work());
    let wall_ns = (monotonic_ns() - wall) as f64;
    let cpu_ns = (thread_cpu_ns() - cpu) as f64;
    (Took { wall_ns, cpu_ns }, result)
}

/// CPU nanoseconds of one call: the middle of several rounds, after one that does not count. A round repeats the call
/// until it takes long enough for the clock.
pub(crate) fn per_call(rounds: usize, mut work: impl FnMut() -> u64) -> f64 {
    const LONG_ENOUGH_NS: f64 = 40_000.0;
    const MOST: u32 = 4096;
    let mut calls = 1_u32;
    loop {
        let (took, _) = timed(|| (0..calls).fold(0_u64, |sum, _| sum.wrapping_add(work())));
        if took.cpu_ns >= LONG_ENOUGH_NS || calls >= MOST {
            break;
        }
        calls *= 4;
    }
    let mut found: Vec<f64> = (0..rounds.max(1))
        .map(|_| timed(|| (0..calls).fold(0_u64, |sum, _| sum.wrapping_add(work()))).0.cpu_ns / f64::from(calls))
        .collect();
    found.sort_by(f64::total_cmp);
    found[found.len() / 2]
}

/// The order in which `count` ways take their turns in round `number`: forwards, then backwards, so that nobody always
/// comes first (A B B A).
pub(crate) fn turns(count: usize, number: u32) -> Vec<usize> {
    if number.is_multiple_of(2) { (0..count).collect() } else { (0..count).rev().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_comes_first_as_often_as_last() {
        assert_eq!([turns(2, 0), turns(2, 1)].concat(), [0, 1, 1, 0]);
        assert_eq!(turns(3, 5), [2, 1, 0]);
    }

    #[test]
    fn work_takes_time() {
        let (took, sum) = timed(|| (0..10_000_u64).map(black_box).sum::<u64>());
        assert_eq!(sum, 49_995_000);
        assert!(took.wall_ns > 0.0 && took.cpu_ns > 0.0);
        assert!(per_call(3, || black_box(1)) < 1e6);
    }
}
