//! What measuring itself costs.

use crate::clock::{monotonic_ns, thread_cpu_ns};
use std::hint::black_box;

/// The cost of measuring on this machine, in nanoseconds: the middle of many tries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Overhead {
    /// Reading the clock on the wall.
    pub wall_clock_ns: f64,
    /// Reading the thread's CPU clock.
    pub cpu_clock_ns: f64,
    /// A span in its present state: next to nothing while nothing is measured.
    pub span_ns: f64,
}

/// Measures it. Spans that this adds, if measuring is on, are in the series `measure.overhead`.
pub fn overhead() -> Overhead {
    Overhead {
        wall_clock_ns: middle(|| {
            black_box(monotonic_ns());
        }),
        cpu_clock_ns: middle(|| {
            black_box(thread_cpu_ns());
        }),
        span_ns: middle(|| drop(black_box(crate::span("measure.overhead")))),
    }
}

/// The median over rounds of the mean within a round.
fn middle(mut act: impl FnMut()) -> f64 {
    const ROUNDS: usize = 41;
    const CALLS: u32 = 64;
    let mut rounds = [0.0; ROUNDS];
    for round in &mut rounds {
        let start = monotonic_ns();
        for _ in 0..CALLS {
            act();
        }
        *round = (monotonic_ns() - start) as f64 / f64::from(CALLS);
    }
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}
