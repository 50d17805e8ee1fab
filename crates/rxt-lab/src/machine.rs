//! On what a run was made, and whether something else disturbed it.

use serde::{Deserialize, Serialize};
use std::fs;

/// The machine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    /// The CPU, as the system calls it.
    pub cpu: String,
    /// How many threads it runs at once.
    pub cores: usize,
    /// The system.
    pub system: String,
}

impl Machine {
    /// This machine.
    pub fn this() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cpu = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
        Self {
            cpu: cpu.trim_start_matches([' ', '\t', ':']).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// What else went on during a run.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Noise {
    /// Threads that wanted to run, on average, when it began.
    pub load_before: f64,
    /// The same when it ended.
    pub load_after: f64,
    /// The part of the time that another guest of the same machine was given, in percent.
    pub steal_percent: f64,
}

impl Noise {
    /// Whether times of this run are to be doubted: more wanted to run than there are cores, or time was stolen.
    pub fn is_loud(&self, cores: usize) -> bool {
        self.load_before.max(self.load_after) > cores as f64 + 0.5 || self.steal_percent > 1.0
    }
}

/// The load, and the ticks stolen and in total so far; nothing where the system does not tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    load: f64,
    stolen: f64,
    total: f64,
}

impl Moment {
    /// What the system tells now.
    pub fn now() -> Self {
        let first = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let load = first("/proc/loadavg").split_whitespace().next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
        let stat = first("/proc/stat");
        let ticks: Vec<f64> = stat
            .lines()
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .skip(1)
            .filter_map(|ticks| ticks.parse().ok())
            .collect();
        Self { load, stolen: ticks.get(7).copied().unwrap_or(0.0), total: ticks.iter().take(8).sum() }
    }

    /// What went on since then.
    pub fn until(self, end: Self) -> Noise {
        let total = (end.total - self.total).max(1.0);
        let steal_percent = ((end.stolen - self.stolen) / total * 1000.0).round() / 10.0;
        Noise { load_before: self.load, load_after: end.load, steal_percent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_is_told() {
        let quiet = Noise { load_before: 0.3, load_after: 1.1, steal_percent: 0.0 };
        assert!(!quiet.is_loud(2));
        assert!(Noise { load_after: 4.0, ..quiet }.is_loud(2));
        assert!(Noise { steal_percent: 3.0, ..quiet }.is_loud(2));
        assert!(Machine::this().cores >= 1);
    }
}
