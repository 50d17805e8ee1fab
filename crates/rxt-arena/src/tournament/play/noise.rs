//! How busy the host was during a game.

use super::Finished;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, available_parallelism};
use std::time::{Duration, Instant};

/// Listens to the host while a game is played.
pub(super) struct Noise {
    start: Instant,
    ticks: Option<Ticks>,
    sentry: Option<Sentry>,
}

/// What was heard.
pub(super) struct Heard {
    pub(super) seconds: f64,
    pub(super) load: Option<f64>,
    pub(super) steal: Option<f64>,
    /// The longest that a thread that wanted to run had to wait, as far as it was seen.
    pub(super) stall: Duration,
}

/// A thread that only looks how late it is woken.
struct Sentry {
    over: Arc<AtomicBool>,
    thread: JoinHandle<Duration>,
}

/// Time of all cores together since the system began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ticks {
    all: u64,
    stolen: u64,
}

/// A game during which more than this part of the time was taken by another machine is suspect.
const STEAL: f64 = 0.05;
/// A game during which a player may have waited for this part of the time of a move is suspect.
const STALL: f64 = 0.1;
/// How long a busy process waits for each other that wants to run.
const SLICE: Duration = Duration::from_millis(3);
/// How often the sentry wakes.
const WATCH: Duration = Duration::from_millis(5);

impl Noise {
    /// Begins to listen; with a sentry where somebody may lose by the clock.
    pub(super) fn start(with_sentry: bool) -> Self {
        Self { start: Instant::now(), ticks: ticks(), sentry: with_sentry.then(Sentry::start) }
    }

    pub(super) fn end(self) -> Heard {
        let steal = self.ticks.zip(ticks()).and_then(|(before, after)| stolen(before, after));
        let stall = self.sentry.map(Sentry::end).unwrap_or_default();
        Heard { seconds: self.start.elapsed().as_secs_f64(), load: load(), steal, stall }
    }
}

impl Sentry {
    fn start() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let watching = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let mut latest = Duration::ZERO;
            while !watching.load(Ordering::Relaxed) {
                let before = Instant::now();
                thread::sleep(WATCH);
                latest = latest.max(before.elapsed().saturating_sub(WATCH));
            }
            latest
        });
        Self { over, thread }
    }

    fn end(self) -> Duration {
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// A game is suspect if somebody lost it by the clock while the host kept players waiting.
pub(super) fn suspicion(finished: &Finished, heard: &Heard, limit: Option<Duration>) -> Option<String> {
    let limit = limit.filter(|_| finished.disqualified.iter().any(|out| out.reason == "timeout"))?;
    if let Some(steal) = heard.steal.filter(|steal| *steal > STEAL) {
        return Some(format!("{:.0} % of the time was taken by another machine", steal * 100.0));
    }
    let others = (heard.load.unwrap_or(0.0) - 1.0).max(0.0);
    let waited = heard.stall.max(SLICE.mul_f64(others));
    (waited > limit.mul_f64(STALL)).then(|| format!("the host kept players waiting for {} ms", waited.as_millis()))
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
