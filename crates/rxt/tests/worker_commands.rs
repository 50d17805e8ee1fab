//! Workers, the server and the host are ended with -9 at any moment, and the tournament comes out as if nobody had been.
//!
//! `RXT_WORKER_GAMES` and `RXT_WORKER_KILLS` make it longer than it is in the gate.

#![cfg(feature = "nats")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rxt_rules::rng::Rng;
use serde_json::Value;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const WORKERS: usize = 4;
/// How long a game belongs to a worker that is not heard of.
const LEASE: Duration = Duration::from_secs(4);
/// Longer than any of this takes without a defect.
const PATIENCE: Duration = Duration::from_mins(80);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// All processes of a tournament.
struct Stage {
    folder: PathBuf,
    nats: PathBuf,
    port: u16,
    server: Child,
    workers: Vec<Child>,
    host: Child,
    kills: u64,
    /// How many of them were of workers, and how many of those while they played.
    workers_killed: u64,
    inside: u64,
}

impl Stage {
    fn new(folder: &Path, nats: &Path) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = folder.join("store");
        let store = store.display();
        let conf = format!("listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{store}\", sync_interval: always }}\n");
        fs::write(folder.join("nats.conf"), conf).unwrap();
        let server = serve(nats, folder, port);
        let workers = (0..WORKERS).map(|_| worker(folder, port)).collect();
        let host = host(folder, port);
        let (folder, nats) = (folder.to_owned(), nats.to_owned());
        Self { folder, nats, port, server, workers, host, kills: 0, workers_killed: 0, inside: 0 }
    }

    /// Ends a process that is drawn, and starts it again. Mostly it is a worker.
    fn kill(&mut self, rng: &mut Rng) {
        self.kills += 1;
        match rng.next_u64() % 8 {
            0 => {
                end(&mut self.server);
                self.server = serve(&self.nats, &self.folder, self.port);
            }
            1 => {
                end(&mut self.host);
                self.host = host(&self.folder, self.port);
            }
            draw => {
                let playing = self.playing_soon(draw as usize);
                self.workers_killed += 1;
                self.inside += u64::from(playing.is_some());
                let number = playing.unwrap_or(draw as usize % WORKERS);
                end(&mut self.workers[number]);
                self.workers[number] = worker(&self.folder, self.port);
            }
        }
    }

    /// A worker that plays, looked for from this number on, as soon as there is one; none if there is nothing left to
    /// play. The queue cannot be asked: a server that was killed has forgotten who had which game.
    fn playing_soon(&self, first: usize) -> Option<usize> {
        let start = Instant::now();
        while start.elapsed() < LEASE * 2 {
            let mut numbers = (first..first + WORKERS).map(|number| number % WORKERS);
            if let Some(number) = numbers.find(|&number| computes(&self.workers[number])) {
                return Some(number);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for child in self.workers.iter_mut().chain([&mut self.host, &mut self.server]) {
            end(child);
        }
    }
}

/// Whether a process is at work and not waiting for others, as the kernel shows the state of its threads.
fn computes(child: &Child) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", child.id())) else { return false };
    threads.flatten().any(|thread| {
        let state = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        state.rsplit(')').next().is_some_and(|state| state.trim_start().starts_with('R'))
    })
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn serve(nats: &Path, folder: &Path, port: u16) -> Child {
    let quiet = || Stdio::null();
    let mut command = Command::new(nats);
    let child = command.arg("-c").arg(folder.join("nats.conf")).stdout(quiet()).stderr(quiet()).spawn().unwrap();
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(30), "the server does not listen");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

fn rxt(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rxt"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn worker(folder: &Path, port: u16) -> Child {
    let queue = format!("nats://127.0.0.1:{port}");
    let args = ["worker", "--queue", &queue, "--slots", "1", "--heartbeat", "0.5", "--cache", "cache", "--quiet"];
    rxt(folder, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn host(folder: &Path, port: u16) -> Child {
    let queue = format!("nats://127.0.0.1:{port}");
    let lease = LEASE.as_secs().to_string();
    let args = ["arena", "run", "cup.toml", "--db", "there.sqlite", "--queue", &queue, "--lease", &lease, "--quiet"];
    rxt(folder, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn json(folder: &Path, args: &[&str]) -> Value {
    let output = rxt(folder, args).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

fn stored(folder: &Path) -> u64 {
    json(folder, &["arena", "status", "--db", "there.sqlite", "--json"])["played"].as_u64().unwrap_or(0)
}

/// Positions a move: a game takes so long that a worker spends nearly all of its time in one, also where storing a result is
/// slow.
const NODES: u64 = 4000;

/// A tournament of games that are long enough to be killed in: six for each block of three bots on a map of two.
fn write_cup(folder: &Path, games: u64) {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/standard-8x8.map").canonicalize().unwrap();
    let map = map.display();
    let blocks = games.div_ceil(6);
    let bots = "[[bot]]\nname = \"a\"\nengine = \"alphabeta\"\n[[bot]]\nname = \"b\"\nengine = \"brs+\"\n\
                [[bot]]\nname = \"c\"\nengine = \"pvs\"\n";
    let cup = format!(
        "name = \"cup\"\nformat = \"round-robin\"\nmaps = [\"{map}\"]\nnodes = {NODES}\nblocks = {blocks}\nopening = 4\n{bots}"
    );
    fs::write(folder.join("cup.toml"), cup).unwrap();
}

#[test]
fn whatever_is_killed_no_result_is_lost_doubled_or_invented() {
    let Some(nats) = std::env::var_os("RXT_NATS_SERVER").map(PathBuf::from) else {
        println!("SKIPPED: RXT_NATS_SERVER names no nats-server; `./test` installs one");
        return;
    };
    let (games, kills) = (number("RXT_WORKER_GAMES", 60), number("RXT_WORKER_KILLS", 8));
    let folder = std::env::temp_dir().join(format!("rxt-kills-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    write_cup(&folder, games);
    let alone = rxt(&folder, &["arena", "run", "cup.toml", "--db", "here.sqlite", "--quiet"]).output().unwrap();
    assert!(alone.status.success(), "{}", String::from_utf8_lossy(&alone.stderr));

    let mut rng = Rng::new(number("RXT_WORKER_SEED", 1));
    let start = Instant::now();
    let mut stage = Stage::new(&folder, &nats);
    let mut before = 0;
    loop {
        thread::sleep(Duration::from_millis(50 + rng.next_u64() % 200));
        let played = stored(&folder);
        assert!(played >= before, "{before} results were stored, and now {played}");
        before = played;
        // One after the other, as the tournament goes on.
        if stage.kills < kills && played * (kills + 1) >= games * (stage.kills + 1) {
            stage.kill(&mut rng);
        } else if let Some(status) = stage.host.try_wait().unwrap() {
            assert!(status.success(), "the host ended with {status}");
            break;
        }
        assert!(start.elapsed() < PATIENCE, "{played} games in {:?}", start.elapsed());
    }
    let took = start.elapsed();
    let (killed, workers_killed, inside) = (stage.kills, stage.workers_killed, stage.inside);
    drop(stage);

    let results = |db: &str| json(&folder, &["arena", "results", "--db", db, "--json"]);
    let (here, there) = (results("here.sqlite"), results("there.sqlite"));
    assert!(here["games"].as_array().is_some_and(|games| !games.is_empty()));
    assert_eq!(here, there, "game for game the same");
    let status = json(&folder, &["arena", "status", "--db", "there.sqlite", "--json"]);
    let (planned, begun) = (status["planned"].as_u64().unwrap(), status["started"].as_u64().unwrap());
    assert_eq!(killed, kills);
    assert!(inside > 0, "none of {workers_killed} workers was killed inside a game");
    assert!(begun <= planned + killed * WORKERS as u64, "{begun} of {planned} games were started, with {killed} kills");
    let rate = planned as f64 * 3600.0 / took.as_secs_f64();
    println!(
        "proof: {planned} games by {WORKERS} workers with {killed} kills as without ({inside} of {workers_killed} workers \
         inside a game, {rate:.0} an hour)"
    );
    fs::remove_dir_all(folder).unwrap();
}
