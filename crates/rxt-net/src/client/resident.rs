//! Keeps the program in memory, so that no answer waits for a disk.

use rustix::mm::{MlockAllFlags, mlockall};

/// Asks the system to keep what this process has touched of itself in memory: a system that is short of it, or tidies up, drops
/// parts of programs, and to read them again from a busy disk can take seconds. Returns whether it was granted; without rights
/// it often is not, and then all is as before.
pub fn stay_in_memory() -> bool {
    mlockall(MlockAllFlags::CURRENT | MlockAllFlags::ONFAULT).is_ok()
}
