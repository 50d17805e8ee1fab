//! All processes below a process, and what they use.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeSet;
use std::fs;

/// What processes use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Usage {
    pub(super) resident_bytes: u64,
    /// Processes and threads.
    pub(super) threads: u64,
    /// In hundredths of a second, those included that ended and were waited for.
    pub(super) cpu_ticks: u64,
}

/// A page of memory, as all machines that we know have it.
const PAGE: u64 = 4096;
/// More processes than any limit allows are not looked at.
const MOST: usize = 100_000;

/// All processes below a process that still run, itself not included.
pub(super) fn below(root: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = children(root);
    while let Some(pid) = open.pop() {
        if seen.insert(pid) && seen.len() < MOST {
            open.extend(children(pid));
            found.push(pid);
        }
    }
    found
}

/// What processes use together.
pub(super) fn usage(pids: &[u32]) -> Usage {
    let mut usage = Usage::default();
    for pid in pids {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        if let Some(own) = parse_stat(&stat) {
            usage.resident_bytes += own.resident_bytes;
            usage.threads += own.threads;
            usage.cpu_ticks += own.cpu_ticks;
        }
    }
    usage
}

/// Memory of processes in which what several of them share counts once. It takes the kernel longer to find out than what
/// [`usage`] tells, where it counts for each of them.
pub(super) fn memory(pids: &[u32]) -> u64 {
    let of = |pid: &u32| {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok();
        text.and_then(|text| parse_share(&text)).unwrap_or_else(|| usage(&[*pid]).resident_bytes)
    };
    pids.iter().map(of).sum()
}

/// The line `Pss:  1234 kB`.
fn parse_share(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Sends a signal to all processes below a process, again and again until there are no new ones.
pub(super) fn signal_all(root: u32, signal: Signal) {
    let mut reached = BTreeSet::new();
    loop {
        let fresh: Vec<u32> = below(root).into_iter().filter(|pid| reached.insert(*pid)).collect();
        if fresh.is_empty() {
            return;
        }
        for pid in fresh {
            // It may have ended meanwhile.
            let _ = Pid::from_raw(pid.cast_signed()).map(|pid| kill_process(pid, signal));
        }
    }
}

/// The children of all threads of a process.
fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().filter_map(Result::ok);
    let texts = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    texts.flat_map(|text| text.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// The numbers of `/proc/PID/stat`, behind the name in brackets.
fn parse_stat(text: &str) -> Option<Usage> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    if fields.first() == Some(&"Z") {
        return None;
    }
    Some(Usage {
        resident_bytes: number(24)? * PAGE,
        threads: number(20)?,
        cpu_ticks: number(14)? + number(15)? + number(16)? + number(17)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_process_are_read_whatever_it_is_called() {
        let text =
            "42 (a) name) S 1 42 42 0 -1 4194304 100 0 0 0 7 3 1 2 20 0 5 0 100 1000000 250 18446744073709551615";
        let expected = Usage { resident_bytes: 250 * PAGE, threads: 5, cpu_ticks: 13 };
        assert_eq!(parse_stat(text), Some(expected));
        assert_eq!(parse_stat(&text.replace(" S ", " Z ")), None);
    }

    #[test]
    fn shared_memory_counts_once() {
        assert_eq!(parse_share("55-66 ---p 0\nRss:  900 kB\nPss:   12 kB\nPss_Dirty: 3 kB\n"), Some(12 << 10));
        let own = [std::process::id()];
        assert!(memory(&own) > 0 && memory(&own) <= usage(&own).resident_bytes + (8 << 20));
    }

    #[test]
    fn a_process_that_was_started_is_found_and_ended() {
        let mut child = std::process::Command::new("sh").args(["-c", "sleep 60 & sleep 60; true"]).spawn().unwrap();
        let own = std::process::id();
        while below(child.id()).len() < 2 {
            std::thread::yield_now();
        }
        assert!(below(own).contains(&child.id()));
        assert!(usage(&below(own)).resident_bytes > 0);
        signal_all(child.id(), Signal::KILL);
        child.wait().unwrap();
    }
}
