//! Strangers' programs: how they are started, what they may do, and how they end.
//!
//! Every program has a warden, a process of ours that starts it in a cage, watches what all its processes use, and ends
//! them all together, also when the tournament itself is killed. The cage is Landlock and a filter of system calls: no
//! file but the program's own, the language runtimes and a folder for temporary files, no network but the port of its
//! seat, no signal to anybody else. Neither needs special rights.

mod cage;
mod cgroup;
mod disk;
mod launch;
mod order;
mod owner;
mod probe;
mod processes;
mod warden;

pub use cage::cage_main;
pub use cgroup::kernel_limits;
pub use launch::{Farewell, Launcher, Printed, Running, is_installed};
pub use order::{CageKind, Order};
pub use owner::owns_connection;
pub use probe::{Check, Probe, probe};
pub use warden::{Ended, warden_main};

/// The argument with which our program becomes a warden.
pub const WARDEN: &str = "__warden";
/// The argument with which our program becomes what it is told to start, in a cage.
pub const CAGE: &str = "__cage";
