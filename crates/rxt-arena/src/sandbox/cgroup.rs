//! Control groups, where we may make them: the kernel then keeps memory and processes within limits by itself.

use crate::tournament::ProgramLimits;
use std::fs;
use std::path::{Path, PathBuf};

/// The control groups of one program; they are removed with it.
#[derive(Debug, Default)]
pub(super) struct Groups {
    folders: Vec<PathBuf>,
    memory: Option<PathBuf>,
}

const ROOT: &str = "/sys/fs/cgroup";
/// Processes beyond the limit that the kernel still allows.
const BEYOND: u32 = 64;

impl Groups {
    /// Makes groups for a program, of version 1 or 2; none where we may not.
    pub(super) fn new(limits: &ProgramLimits, name: &str) -> Self {
        let root = Path::new(ROOT);
        let memory = limits.memory_mb.saturating_mul(1 << 20).to_string();
        // The warden ends whoever has too many; this only holds until it has looked.
        let processes = (limits.processes + BEYOND).to_string();
        if root.join("cgroup.controllers").is_file() {
            let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
            let own = own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default().to_owned();
            let settings = [("memory.max", &*memory), ("memory.swap.max", "0"), ("pids.max", &*processes)];
            let made = make(&root.join(own), name, &settings[..1]).or_else(|| make(root, name, &settings[..1]));
            let Some(folder) = made else { return Self::default() };
            for (file, value) in &settings[1..] {
                let _ = fs::write(folder.join(file), value);
            }
            return Self { memory: Some(folder.clone()), folders: vec![folder] };
        }
        let memory = make(&root.join("memory"), name, &[("memory.limit_in_bytes", &memory)]);
        let processes = make(&root.join("pids"), name, &[("pids.max", &processes)]);
        Self { folders: memory.iter().cloned().chain(processes).collect(), memory }
    }

    /// Their folders.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// How often the kernel ended a process because the memory was used up.
    pub(super) fn kills(&self) -> u64 {
        let Some(folder) = &self.memory else { return 0 };
        let texts = ["memory.oom_control", "memory.events"].map(|file| fs::read_to_string(folder.join(file)));
        let count = |text: &String| text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse().ok());
        texts.iter().flatten().find_map(count).unwrap_or(0)
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        for folder in &self.folders {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn make(above: &Path, name: &str, settings: &[(&str, &str)]) -> Option<PathBuf> {
    let folder = above.join(name);
    fs::create_dir(&folder).ok()?;
    let set = settings.iter().all(|(file, value)| fs::write(folder.join(file), value).is_ok());
    if !set {
        let _ = fs::remove_dir(&folder);
        return None;
    }
    Some(folder)
}

/// In words, who keeps the memory and the number of processes of programs within limits here.
pub fn kernel_limits() -> String {
    let limits = ProgramLimits::default();
    let groups = Groups::new(&limits, &format!("rxt-doctor-{}", std::process::id()));
    let version = if Path::new(ROOT).join("cgroup.controllers").is_file() { 2 } else { 1 };
    match groups.folders().len() {
        0 => "watched by the warden, 40 times a second; control groups cannot be made here".to_owned(),
        _ => format!("by control groups of version {version}, and watched by the warden"),
    }
}
