//! The warden of a program: starts it, watches it, ends it with all that it started.

use super::cgroup::Groups;
use super::disk;
use super::order::Order;
use super::processes::{below, memory, signal_all, usage};
use rustix::process::{Signal, WaitOptions, WaitStatus, set_child_subreaper, wait};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How a program ended, as its warden tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It used more than it may; in words.
    Limit(String),
    /// It was asked to end.
    Asked,
    /// It could not be started.
    NotStarted(String),
}

/// How often the warden looks.
const LOOK: Duration = Duration::from_millis(25);
/// How often it looks at the disk, which takes longer.
const DISK_LOOK: Duration = Duration::from_millis(100);
/// Ticks of the CPU clock in a second.
const TICKS: u64 = 100;
/// How long processes that were killed may take to be gone.
const DYING: Duration = Duration::from_secs(5);

/// Reads an order from standard input, and carries it out. The standard input is the lifeline: when it ends, so does the
/// program. A line `stop` there stops the program, `go` lets it run on, `end` ends it. What the program prints goes to
/// standard error, how it ended to standard output.
#[expect(clippy::print_stdout, reason = "whoever started this process reads its output")]
pub fn warden_main() -> ExitCode {
    let mut text = String::new();
    let read = io::stdin().lock().read_line(&mut text);
    let order = read.map_err(|error| error.to_string());
    let order = order.and_then(|_| serde_json::from_str::<Order>(&text).map_err(|error| error.to_string()));
    let ended = match order {
        Ok(order) => keep(order),
        Err(error) => Ended::NotStarted(error),
    };
    println!("{}", serde_json::to_string(&ended).unwrap_or_default());
    let _ = io::stdout().flush();
    ExitCode::SUCCESS
}

fn keep(mut order: Order) -> Ended {
    let own = std::process::id();
    let groups = Groups::new(&order.limits, &format!("rxt-bot-{own}"));
    order.cgroups = groups.folders().to_vec();
    let temporary = order.temporary.clone();
    let ended = start(&order).map_or_else(Ended::NotStarted, |child| watch(child, &order, &groups));
    end_all(own);
    let _ = fs::remove_dir_all(temporary);
    ended
}

fn start(order: &Order) -> Result<u32, String> {
    // Orphans become our children, so that nobody gets away by leaving its parent.
    set_child_subreaper(rustix::process::Pid::from_raw(1)).map_err(|error| error.to_string())?;
    let text = serde_json::to_string(order).map_err(|error| error.to_string())?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let child = Command::new(program)
        .arg(super::CAGE)
        .env(super::cage::ORDER, text)
        .stdin(Stdio::null())
        .stdout(Stdio::from(io::stderr()))
        .stderr(Stdio::from(io::stderr()))
        .spawn();
    child.map(|child| child.id()).map_err(|error| error.to_string())
}

fn watch(child: u32, order: &Order, groups: &Groups) -> Ended {
    let own = std::process::id();
    let over = Arc::new(AtomicBool::new(false));
    let listening = Arc::clone(&over);
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            match line.as_str() {
                "stop" => signal_all(own, Signal::STOP),
                "go" => signal_all(own, Signal::CONT),
                _ => break,
            }
        }
        listening.store(true, Ordering::Relaxed);
    });
    let mut most_ticks = 0;
    let mut disk_seen = Instant::now();
    loop {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid.as_raw_nonzero().get().cast_unsigned() == child {
                return match groups.kills() {
                    0 => how(status),
                    _ => Ended::Limit(format!("more than {} MB of memory", order.limits.memory_mb)),
                };
            }
        }
        if over.load(Ordering::Relaxed) {
            return Ended::Asked;
        }
        let pids = below(own);
        let used = usage(&pids);
        most_ticks = most_ticks.max(used.cpu_ticks);
        let limits = &order.limits;
        let most_memory = limits.memory_mb << 20;
        let too_much = used.resident_bytes > most_memory && memory(&pids) > most_memory;
        let exceeded = [
            (too_much, format!("more than {} MB of memory", limits.memory_mb)),
            (used.threads > limits.processes.into(), format!("more than {} processes and threads", limits.processes)),
            (most_ticks > limits.cpu_seconds * TICKS, format!("more than {} s of CPU", limits.cpu_seconds)),
            (groups.kills() > 0, format!("more than {} MB of memory", limits.memory_mb)),
        ];
        if disk_seen.elapsed() >= DISK_LOOK {
            disk_seen = Instant::now();
            let most = limits.disk_mb << 20;
            if disk::used(&order.temporary, &pids, most) > most {
                return Ended::Limit(format!("more than {} MB on the disk", limits.disk_mb));
            }
        }
        if let Some((_, what)) = exceeded.into_iter().find(|(exceeded, _)| *exceeded) {
            return Ended::Limit(what);
        }
        thread::sleep(LOOK);
    }
}

fn how(status: WaitStatus) -> Ended {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Ended::Code(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

/// Ends everything below this process. Stopped first, nobody starts anything new meanwhile.
fn end_all(own: u32) {
    let start = Instant::now();
    while !below(own).is_empty() && start.elapsed() < DYING {
        signal_all(own, Signal::STOP);
        signal_all(own, Signal::KILL);
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        thread::sleep(Duration::from_millis(1));
    }
}
