//! Two clocks: that of the wall, and the time that this thread has spent on a CPU.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// Which clock a time limit is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Clock {
    /// The time that passes for everybody.
    #[default]
    Wall,
    /// The CPU time of the searching thread: what else the machine does is not charged.
    Cpu,
}

/// A clock that was started.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopwatch {
    Wall(Instant),
    Cpu(Duration),
}

impl Stopwatch {
    pub(crate) fn start(clock: Clock) -> Self {
        match clock {
            Clock::Wall => Self::Wall(Instant::now()),
            Clock::Cpu => Self::Cpu(thread_time()),
        }
    }

    /// The time since the start. A CPU clock has to be read in the thread that started it.
    pub(crate) fn elapsed(self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Cpu(start) => thread_time().saturating_sub(start),
        }
    }
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_costs_wall_time_but_no_cpu_time() {
        let (wall, cpu) = (Stopwatch::start(Clock::Wall), Stopwatch::start(Clock::Cpu));
        std::thread::sleep(Duration::from_millis(20));
        assert!(wall.elapsed() >= Duration::from_millis(20));
        assert!(cpu.elapsed() < Duration::from_millis(10));
    }

    #[test]
    fn working_costs_cpu_time() {
        let cpu = Stopwatch::start(Clock::Cpu);
        let mut rng = rxt_rules::rng::Rng::new(1);
        while cpu.elapsed() < Duration::from_millis(2) {
            std::hint::black_box(rng.next_u64());
        }
    }
}
