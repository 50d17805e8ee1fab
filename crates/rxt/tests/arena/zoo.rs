//! A zoo of hostile bots: each ends as the right disqualification, nothing leaks, and the tournament goes on.

use crate::program::{RXT, command, engine, folder, rxt, tournament};
use rxt_arena::db::{Db, Disqualified};
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How a hostile bot begins: it connects and says hello.
const HELLO: &str = "exec 3<>/dev/tcp/$1/$2; printf '\\x01\\x00\\x00\\x00\\x01\\x07' >&3\n";
/// An answer that is on no board, and bytes that are no message.
const ILLEGAL: &str = "printf '\\x05\\x00\\x00\\x00\\x05\\xff\\xff\\xff\\xff\\x00' >&3; sleep 30\n";
const GARBAGE: &str = "printf '\\xff\\xff\\xff\\xff\\xff\\xff\\xff' >&3; sleep 30\n";

/// The bots: name, script, and the reason of the disqualification. `PORT` is the port of a stranger, `UDP` likewise.
const ZOO: [(&str, &str, &str); 15] = [
    ("crashes at start", "exit 3", "did not start"),
    ("never comes", "sleep 60", "did not start"),
    ("crashes after a message", "HELLO head -c 40 <&3 >/dev/null; kill -9 $$", "disconnected"),
    ("hangs", "HELLO sleep 60", "timeout"),
    ("leaves a child behind", "HELLO (setsid sleep 61 &) ; sleep 60", "timeout"),
    ("illegal move", "HELLO ILLEGAL", "illegal move"),
    ("garbage", "HELLO GARBAGE", "invalid message"),
    ("floods", "HELLO yes", "limit"),
    ("forks", "HELLO for i in $(seq 500); do sleep 30 & done; wait", "limit"),
    ("fills the disk", "HELLO for i in $(seq 200); do head -c 4M /dev/zero > $TMPDIR/$i; done; sleep 30", "limit"),
    ("hides what it writes", "HELLO exec 4>$TMPDIR/a; rm $TMPDIR/a; head -c 60M /dev/zero >&4; sleep 30", "limit"),
    ("eats memory", "HELLO tail /dev/zero", "limit"),
    (
        "opens sockets",
        "HELLO (exec 4<>/dev/tcp/127.0.0.1/PORT) && echo LEAK tcp
(exec 4<>/dev/udp/127.0.0.1/UDP) && echo LEAK udp
(exec 4<>/dev/tcp/$1/$2) && echo second connection
ILLEGAL",
        "illegal move",
    ),
    (
        "spies",
        "HELLO cat FOLDER/cup.sqlite >/dev/null && echo LEAK database
cat FOLDER/token >/dev/null && echo LEAK token
cat FOLDER/hangs.sh >/dev/null && echo LEAK other bot
ls FOLDER >/dev/null && echo LEAK folder
cat /proc/1/cmdline >/dev/null && echo LEAK processes
ls /proc >/dev/null && echo LEAK list of processes
env | grep -q SECRET && echo LEAK environment
kill -0 1 && echo LEAK signals
ILLEGAL",
        "illegal move",
    ),
    (
        "writes outside",
        "HELLO echo x > FOLDER/written && echo LEAK folder
echo x > /tmp/rxt-zoo-written && echo LEAK tmp
echo x >> $0 && echo LEAK itself
echo x > $TMPDIR/own && echo wrote its own
ILLEGAL",
        "illegal move",
    ),
];

struct Strangers {
    tcp: TcpListener,
    udp: UdpSocket,
}

impl Strangers {
    fn new() -> Self {
        Self { tcp: TcpListener::bind("127.0.0.1:0").unwrap(), udp: UdpSocket::bind("127.0.0.1:0").unwrap() }
    }
}

/// Writes the scripts and the tournament: an honest engine against each of them.
fn prepare(folder: &Path, strangers: &Strangers) {
    let (port, udp) = (strangers.tcp.local_addr().unwrap().port(), strangers.udp.local_addr().unwrap().port());
    let mut bots = vec![("honest".to_owned(), engine("random"))];
    for (name, script, _) in ZOO {
        let script = script.replace("HELLO", HELLO).replace("ILLEGAL", ILLEGAL).replace("GARBAGE", GARBAGE);
        let script = script.replace("PORT", &port.to_string()).replace("UDP", &udp.to_string());
        let script = script.replace("FOLDER", &folder.display().to_string());
        let file = format!("{}.sh", name.replace(' ', "-"));
        fs::write(folder.join(&file), format!("#!/bin/bash\n{script}\n")).unwrap();
        fs::set_permissions(folder.join(&file), fs::Permissions::from_mode(0o755)).unwrap();
        bots.push((name.to_owned(), format!("command = \"bash ./{file} {{host}} {{port}}\"")));
    }
    let head = "name = \"zoo\"\nformat = \"gauntlet\"\nmaps = [\"two.map\"]\ntime = 2.5\nblocks = 1\nseed = 1\n
[limits]\nstartup-seconds = 6\nmemory-mb = 200\nprocesses = 100\ndisk-mb = 8\nflood-mb = 2\noutput-kb = 16";
    let bots: Vec<(&str, &str)> = bots.iter().map(|(name, what)| (name.as_str(), what.as_str())).collect();
    tournament(folder, "zoo.toml", head, &bots);
    fs::write(folder.join("token"), "secret").unwrap();
}

fn run_zoo(name: &str, as_nobody: bool) {
    let folder = folder(name);
    let strangers = Strangers::new();
    prepare(&folder, &strangers);
    let mut arena = command(&folder, &["arena", "run", "zoo.toml", "--db", "cup.sqlite", "--concurrency", "5"]);
    arena.env("RXT_SECRET", "do not tell").env("SECRET", "do not tell");
    if as_nobody {
        for entry in fs::read_dir(&folder).unwrap() {
            chown(entry.unwrap().path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        arena.uid(NOBODY).gid(NOBODY);
    }
    let output = arena.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{err}");
    let db = Db::look(&folder.join("cup.sqlite")).unwrap();
    assert_eq!(db.result_count().unwrap(), 2 * ZOO.len() as u64, "{err}");
    check_reasons(&db);
    check_leaks(&folder, &db, &strangers);
}

const NOBODY: u32 = 65_534;

/// Everybody is out for the right reason, and it is the bot's own fault; but for a game that the arena holds against
/// the host, because others took its time again in every repetition.
fn check_reasons(db: &Db) {
    let outs = db.disqualifications().unwrap();
    let suspect: Vec<u64> =
        db.results().unwrap().iter().filter(|row| row.suspect.is_some()).map(|row| row.id).collect();
    for (bot, (name, _, reason)) in ZOO.iter().enumerate() {
        let own: Vec<&Disqualified> = outs.iter().filter(|out| out.bot == bot + 1).collect();
        assert_eq!(own.len(), 2, "{name}: {own:?}");
        for out in own {
            let fault = if *reason == "timeout" && suspect.contains(&out.game) { "host" } else { "bot" };
            assert_eq!((out.reason.as_str(), out.fault.as_str()), (*reason, fault), "{name}: {}", out.detail);
        }
    }
    assert!(outs.iter().all(|out| out.bot != 0), "the honest one is not disqualified");
}

fn check_leaks(folder: &Path, db: &Db, strangers: &Strangers) {
    for row in db.results().unwrap() {
        let seat = row.line.seats.iter().position(|&bot| bot != 0).unwrap();
        let output = db.output(row.id, seat).unwrap();
        assert!(!output.contains("LEAK"), "game {}: {output}", row.id);
        assert!(output.len() < 20_000, "output is bounded");
        assert!(row.sandbox.starts_with("Landlock"), "{}", row.sandbox);
    }
    strangers.tcp.set_nonblocking(true).unwrap();
    assert!(strangers.tcp.accept().is_err(), "somebody connected to a stranger");
    assert!(!folder.join("written").exists());
    let refused = db.incidents().unwrap().into_iter().filter(|incident| incident.what.contains("seat that is taken"));
    assert!(refused.count() >= 1, "a second connection is refused and recorded");
    assert!(processes_of(folder).is_empty(), "processes are left: {:?}", processes_of(folder));
}

/// Processes that were started with a file of this folder.
fn processes_of(folder: &Path) -> Vec<String> {
    let name = format!("{}/", folder.display());
    let texts = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let path = entry.ok()?.path();
        let text = String::from_utf8_lossy(&fs::read(path.join("cmdline")).ok()?).replace('\0', " ");
        let cwd = fs::read_link(path.join("cwd")).unwrap_or_default();
        (text.contains(&name) || (cwd == folder && !text.contains("arena run"))).then_some(text)
    });
    texts.collect()
}

/// Whether programs can be kept in here; where not, it says so.
#[expect(clippy::print_stdout, reason = "the gate counts what was skipped")]
pub(crate) fn can_run() -> bool {
    let doctor = rxt(Path::new("."), &["doctor", "--json"]);
    let able = doctor.code == 0 && Path::new("/bin/bash").exists();
    if !able {
        println!("SKIPPED: programs cannot be kept in on this machine, or there is no bash");
    }
    able
}

#[test]
fn hostile_bots_end_as_the_right_disqualification() {
    if can_run() {
        run_zoo("zoo", false);
        println!("proof: {} hostile bots, each with the right disqualification, nothing leaked", ZOO.len());
    }
}

#[test]
fn the_same_holds_for_a_user_without_rights() {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let reachable = |path: &Path| {
        path.ancestors().all(|path| match fs::metadata(path) {
            Ok(found) => found.permissions().mode() & 1 == 1 || path == Path::new(""),
            Err(_) => true,
        })
    };
    if !is_root || !reachable(Path::new(RXT)) {
        println!("SKIPPED: this takes a test that runs as root, with a program that everybody may run");
        return;
    }
    if can_run() {
        run_zoo("zoo-nobody", true);
        println!("proof: {} hostile bots of a user without rights", ZOO.len());
    }
}

#[test]
fn programs_do_not_outlive_an_arena_that_is_killed() {
    if !can_run() {
        return;
    }
    let folder = folder("orphans");
    let script = format!("#!/bin/bash\n{HELLO}(setsid sleep 97 &)\nsleep 98\n");
    fs::write(folder.join("bot.sh"), script).unwrap();
    let head = "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\ntime = 60.0\nseed = 1";
    let bot = "command = \"bash ./bot.sh {host} {port}\"";
    tournament(&folder, "cup.toml", head, &[("one", bot), ("two", bot)]);
    let mut arena = command(&folder, &["arena", "run", "cup.toml"]).stderr(Stdio::null()).spawn().unwrap();
    let sleeping = || {
        let own = processes_of(&folder);
        own.iter().filter(|text| text.starts_with("sleep 9")).count()
    };
    let wait = |done: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !done() && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(done(), "{:?}", processes_of(&folder));
    };
    wait(&|| sleeping() >= 2);
    arena.kill().unwrap();
    arena.wait().unwrap();
    wait(&|| processes_of(&folder).is_empty());
    println!("proof: 2 programs with children ended with their arena");
}

#[test]
fn programs_that_behave_play_to_the_end_stopped_or_free() {
    if !can_run() {
        return;
    }
    for policy in ["free", "stopped"] {
        let folder = folder(&format!("honest-{policy}"));
        let client = PathBuf::from(RXT);
        let bot = format!("command = \"{} client -s {{host}}:{{port}} --engine random -q\"", client.display());
        let head = format!(
            "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\ntime = 20.0\nseed = 1\nopening = 4\ncpu = \"{policy}\""
        );
        tournament(&folder, "cup.toml", &head, &[("theirs", &bot), ("ours", &engine("greedy"))]);
        let ran = rxt(&folder, &["arena", "run", "cup.toml"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let db = Db::look(&folder.join("cup.sqlite")).unwrap();
        let outs = db.disqualifications().unwrap();
        assert!(outs.is_empty() && db.result_count().unwrap() == 2, "{outs:?} {}", ran.err);
    }
}

#[test]
fn programs_are_not_stopped_before_they_have_said_hello() {
    if !can_run() {
        return;
    }
    let folder = folder("slow-hello");
    let script = HELLO.replace("; printf", "; sleep 0.3; printf") + ILLEGAL;
    fs::write(folder.join("bot.sh"), format!("#!/bin/bash\n{script}")).unwrap();
    let head =
        "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"two.map\"]\ntime = 20.0\nseed = 1\ncpu = \"stopped\"";
    let bot = "command = \"bash ./bot.sh {host} {port}\"";
    tournament(&folder, "cup.toml", head, &[("slow", bot), ("ours", &engine("greedy"))]);
    let ran = rxt(&folder, &["arena", "run", "cup.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let outs = Db::look(&folder.join("cup.sqlite")).unwrap().disqualifications().unwrap();
    let reasons: Vec<&str> = outs.iter().map(|out| out.reason.as_str()).collect();
    assert_eq!(reasons, ["illegal move", "illegal move"], "{outs:?}");
}

#[test]
fn the_arena_measures_how_many_games_a_machine_holds() {
    if !can_run() {
        return;
    }
    let measured = rxt(&folder("bench"), &["bench", "arena", "--most", "2", "--time", "30", "--json"]);
    assert_eq!(measured.code, 0, "{}", measured.err);
    let report = measured.json();
    assert_eq!((report["holds"].as_u64(), report["steps"][1]["games"].as_u64()), (Some(2), Some(4)), "{report}");
}
