//! How busy the host was during a game.

use super::Finished;
use std::fs;
use std::thread::available_parallelism;
use std::time::Instant;

/// Listens to the host while a game is played.
pub(super) struct Noise {
    start: Instant,
    ticks: Option<Ticks>,
}

/// What was heard.
pub(super) struct Heard {
    pub(super) seconds: f64,
    pub(super) load: Option<f64>,
    pub(super) steal: Option<f64>,
}

/// Time of all cores together since the system began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ticks {
    all: u64,
    stolen: u64,
}

/// A game during which more than this part of the time was taken by another machine is suspect.
const STEAL: f64 = 0.05;
/// A game during which more than this many processes for each core wanted to run is suspect.
const LOAD: f64 = 2.5;

impl Noise {
    pub(super) fn start() -> Self {
        Self { start: Instant::now(), ticks: ticks() }
    }

    pub(super) fn end(self) -> Heard {
        let steal = self.ticks.zip(ticks()).and_then(|(before, after)| stolen(before, after));
        Heard { seconds: self.start.elapsed().as_secs_f64(), load: load(), steal }
    }
}

/// A game is suspect if somebody lost it by the clock while the host was busy with something else.
pub(super) fn suspicion(finished: &Finished, heard: &Heard) -> Option<String> {
    if !finished.disqualified.iter().any(|out| out.reason == "timeout") {
        return None;
    }
    if let Some(steal) = heard.steal.filter(|steal| *steal > STEAL) {
        return Some(format!("{:.0} % of the time was taken by another machine", steal * 100.0));
    }
    let load = heard.load.filter(|load| *load > LOAD)?;
    Some(format!("{load:.1} processes for each core wanted to run"))
}

fn stolen(before: Ticks, after: Ticks) -> Option<f64> {
    let all = after.all.checked_sub(before.all)?;
    let stolen = after.stolen.checked_sub(before.stolen)?;
    (all > 0).then(|| stolen as f64 / all as f64)
}

fn ticks() -> Option<Ticks> {
    parse_ticks(&fs::read_to_string("/proc/stat").ok()?)
}

/// The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal.
fn parse_ticks(text: &str) -> Option<Ticks> {
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let numbers: Vec<u64> = line.split_whitespace().take(8).filter_map(|word| word.parse().ok()).collect();
    Some(Ticks { all: numbers.iter().sum(), stolen: *numbers.get(7)? })
}

/// Processes that wanted to run in the last minute, for each core.
fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split(' ').next()?.parse().ok()?;
    Some(load / available_parallelism().map_or(1.0, |cores| cores.get() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_time_is_a_part_of_all_time() {
        let before = parse_ticks("cpu  100 0 50 800 10 0 5 35 0 0\ncpu0 1 2 3").unwrap();
        let after = parse_ticks("cpu  150 0 50 810 10 0 5 75 0 0\n").unwrap();
        assert_eq!(before, Ticks { all: 1000, stolen: 35 });
        assert_eq!(stolen(before, after), Some(0.4));
        assert_eq!(stolen(after, after), None);
    }
}
