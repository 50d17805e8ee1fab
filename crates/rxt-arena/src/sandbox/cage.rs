//! The last step before a program runs: our process gives up all rights that the program must not have, and becomes it.

use super::order::{CageKind, Order};
use super::probe::try_out;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Where the order stands.
pub(super) const ORDER: &str = "RXT_CAGE_ORDER";
/// How a shell says that a command could not be started.
const EXIT_CANNOT: u8 = 126;
/// The largest file that a program may write.
const LARGEST_FILE: u64 = 256 << 20;
/// Files that a program may have open.
const OPEN_FILES: u64 = 1024;

/// Runs what the environment orders. Returns only if that fails.
#[expect(clippy::print_stderr, reason = "this process is about to be a program, and its output is kept")]
pub fn cage_main() -> ExitCode {
    match enter() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("rxt: cannot keep the program in: {error}");
            ExitCode::from(EXIT_CANNOT)
        }
    }
}

fn enter() -> Result<ExitCode, Box<dyn Error>> {
    let order: Order = serde_json::from_str(&std::env::var(ORDER)?)?;
    // Whatever happens to the warden, this process does not outlive it.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    for folder in &order.cgroups {
        fs::write(folder.join("cgroup.procs"), std::process::id().to_string())?;
    }
    let limit = |resource, most| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    limit(Resource::Cpu, order.limits.cpu_seconds)?;
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, LARGEST_FILE)?;
    limit(Resource::Nofile, OPEN_FILES)?;
    let home = std::env::var_os("HOME").map(PathBuf::from);
    if order.cage == CageKind::Landlock {
        restrict(&order, home.as_deref())?;
        apply_filter(&filter()?)?;
    }
    if let Some(targets) = &order.probe {
        return Ok(try_out(targets, &order.temporary));
    }
    Err(command(&order, home.as_deref()).exec().into())
}

/// The program with an environment of its own.
fn command(order: &Order, home: Option<&Path>) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &order.command]).current_dir(&order.directory);
    if order.cage == CageKind::Open {
        command.env_remove(ORDER);
        return command;
    }
    command.env_clear();
    for name in ["PATH", "LANG", "LC_ALL", "JAVA_HOME"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    if let Some(pyenv) = home.map(|home| home.join(".pyenv")).filter(|pyenv| pyenv.is_dir()) {
        command.env("PYENV_ROOT", pyenv);
    }
    command.env("HOME", &order.temporary).env("TMPDIR", &order.temporary);
    command
}

/// Language runtimes and what they need, for reading and running.
const RUNTIMES: [&str; 9] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix"];
/// Runtimes that people install in their home.
const HOME_RUNTIMES: [&str; 6] = [".pyenv", ".sdkman", ".nvm", ".jenv", ".rustup/toolchains", ".local/share/uv"];
/// Settings and facts that runtimes read.
const READABLE: [&str; 20] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/ssl",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/resolv.conf",
    "/etc/mime.types",
    "/etc/os-release",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/version",
    "/proc/sys/vm",
    "/proc/sys/kernel/osrelease",
    "/sys/devices/system/cpu",
];
/// Devices that hold nothing.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// The least that keeps programs in: files since version 1, TCP since version 4.
const LEAST: ABI = ABI::V4;

fn restrict(order: &Order, home: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(LEAST))?
        .handle_access(AccessNet::ConnectTcp | AccessNet::BindTcp)?
        // Newer kernels keep in signals as well.
        .set_compatibility(CompatLevel::BestEffort)
        .scope(Scope::from_all(ABI::V6))?;
    let mut created = ruleset.create()?.set_compatibility(CompatLevel::HardRequirement);
    let (read, run) = (AccessFs::from_read(LEAST) & !AccessFs::Execute, AccessFs::from_read(LEAST));
    let at_home = home.into_iter().flat_map(|home| HOME_RUNTIMES.map(|folder| home.join(folder)));
    let runtimes = RUNTIMES.map(PathBuf::from).into_iter().chain(at_home).chain(order.readable.iter().cloned());
    for path in runtimes {
        created = allow(created, &path, run)?;
    }
    let java = java_settings();
    let own = PathBuf::from(format!("/proc/{}", std::process::id()));
    for path in READABLE.map(PathBuf::from).into_iter().chain(java).chain([own]) {
        created = allow(created, &path, read)?;
    }
    for path in DEVICES {
        created = allow(created, Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    created = allow(created, &order.temporary, AccessFs::from_all(LEAST))?;
    created = created.add_rule(NetPort::new(order.port, AccessNet::ConnectTcp))?;
    match created.restrict_self()?.ruleset {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        _ => Ok(()),
    }
}

/// Settings of Java and Python lie in folders with their versions.
fn java_settings() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().filter_map(Result::ok);
    let is_runtime = |name: &str| name.starts_with("java") || name.starts_with("python") || name.starts_with("fonts");
    entries.filter(|entry| is_runtime(&entry.file_name().to_string_lossy())).map(|entry| entry.path()).collect()
}

/// Allows what is there; what is not needs no rule.
fn allow(created: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, Box<dyn Error>> {
    let Ok(opened) = PathFd::new(path) else { return Ok(created) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(LEAST) };
    Ok(created.add_rule(PathBeneath::new(opened, access))?)
}

/// System calls by which a program could get around all this, or disturb the host.
const REFUSED: [i64; 36] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_io_uring_setup,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
];

/// Refuses the calls above, and all sockets but TCP: Landlock knows no others.
fn filter() -> Result<BpfProgram, Box<dyn Error>> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    let is_not = |family: i32| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family as u64);
    let kind = |kind: i32| {
        let masked = SeccompCmpOp::MaskedEq(0xf);
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, masked, kind as u64)
    };
    let mut sockets = vec![SeccompRule::new(vec![is_not(libc::AF_INET)?, is_not(libc::AF_INET6)?])?];
    for other in [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, libc::SOCK_SEQPACKET, libc::SOCK_DCCP] {
        sockets.push(SeccompRule::new(vec![kind(other)?])?);
    }
    rules.insert(libc::SYS_socket, sockets);
    let refuse = SeccompAction::Errno(libc::EACCES as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, std::env::consts::ARCH.try_into()?)?;
    Ok(filter.try_into()?)
}
