//! Two clocks: one that never goes back, and the time that this thread has spent on a CPU.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Nanoseconds of a clock that never goes back and that all threads share.
pub fn monotonic_ns() -> u64 {
    nanoseconds(clock_gettime(ClockId::Monotonic))
}

/// Nanoseconds that this thread has spent on a CPU. The system is asked, which takes far longer than for the other clock.
pub fn thread_cpu_ns() -> u64 {
    nanoseconds(clock_gettime(ClockId::ThreadCPUTime))
}

fn nanoseconds(time: Timespec) -> u64 {
    time.tv_sec.max(0) as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_takes_time_but_no_cpu() {
        let (wall, cpu) = (monotonic_ns(), thread_cpu_ns());
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(monotonic_ns() - wall >= 20_000_000);
        assert!(thread_cpu_ns() - cpu < 10_000_000);
    }
}
