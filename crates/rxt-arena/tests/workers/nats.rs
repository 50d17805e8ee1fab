//! The queue on a real NATS server: its properties, games through it, and doors that are locked.

use super::{Folder, LEASE, same_games};
use rxt_arena::queue::{NatsAddress, NatsQueue, Queue, conformance};
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A server with a folder of its own. It ends with the test.
struct Server {
    folder: PathBuf,
    child: Child,
    port: u16,
}

/// How long a server may take to listen.
const START: Duration = Duration::from_secs(30);

impl Server {
    /// `None` with the reason printed if there is no server on this machine.
    fn start(name: &str, more: &str) -> Option<Self> {
        let program = program()?;
        let folder = std::env::temp_dir().join(format!("rxt-nats-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|door| door.local_addr()).expect("a free port").port();
        let store = folder.join("store");
        let store = store.display();
        let base = format!("listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{store}\", sync_interval: always }}\n");
        fs::write(folder.join("nats.conf"), base + &more.replace("FOLDER", &folder.to_string_lossy())).expect("a file");
        let child = spawn(&program, &folder);
        let server = Self { folder, child, port };
        server.wait();
        Some(server)
    }

    fn wait(&self) {
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < START, "the server does not listen");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the server as a power cut would, and starts it again on the same folder.
    fn crash(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        self.child = spawn(&program().expect("it was there before"), &self.folder);
        self.wait();
    }

    fn address(&self) -> NatsAddress {
        NatsAddress { url: format!("nats://127.0.0.1:{}", self.port), authority: None }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn spawn(program: &Path, folder: &Path) -> Child {
    let mut command = Command::new(program);
    command.arg("-c").arg(folder.join("nats.conf")).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the server starts")
}

/// The server that `./test` installs. One on the path may be too old.
#[expect(clippy::print_stdout, reason = "the gate collects what was skipped")]
fn program() -> Option<PathBuf> {
    let named = std::env::var_os("RXT_NATS_SERVER").map(PathBuf::from);
    if named.is_none() {
        println!("SKIPPED: RXT_NATS_SERVER names no nats-server; `./test` installs one");
    }
    named
}

#[test]
#[expect(clippy::print_stdout, reason = "the gate collects what was proven")]
fn a_queue_on_a_server_is_a_queue() {
    let Some(server) = Server::start("queue", "") else { return };
    let number = AtomicU32::new(0);
    let make = |lease| -> Box<dyn Queue> {
        let name = format!("queue {}", number.fetch_add(1, Ordering::Relaxed));
        Box::new(NatsQueue::connect(&server.address(), &name, Some(lease)).expect("the server answers"))
    };
    let proof = conformance(&make);
    println!("proof: {} properties of a queue on a server, {} jobs", proof.properties, proof.jobs);
}

#[test]
#[expect(clippy::print_stdout, reason = "the gate collects what was proven")]
fn workers_of_a_server_play_the_same_games() {
    let Some(server) = Server::start("games", "") else { return };
    let queue = NatsQueue::connect(&server.address(), "cup", Some(LEASE)).expect("the server answers");
    let games = same_games(&Folder::new("server"), &queue);
    println!("proof: {games} games played by workers as they would have been played here (a server)");
}

#[test]
fn what_a_server_has_taken_survives_its_crash() {
    let Some(mut server) = Server::start("crash", "") else { return };
    let job = |number: u32| rxt_arena::queue::Job {
        run: "run".to_owned(),
        key: format!("job {number}"),
        payload: vec![number as u8; 100],
    };
    let jobs: Vec<_> = (0..50).map(job).collect();
    {
        let queue = NatsQueue::connect(&server.address(), "cup", Some(LEASE)).expect("the server answers");
        assert_eq!(queue.submit(&jobs).expect("jobs are taken"), 50);
        let held = queue.lease("one", 1).expect("a job");
        queue.complete(&held[0], b"done").expect("the lease holds");
    }
    server.crash();
    let queue = NatsQueue::connect(&server.address(), "cup", Some(LEASE)).expect("the server answers");
    assert_eq!(queue.submit(&jobs).expect("jobs are taken"), 0, "nothing was lost");
    let state = queue.state().expect("a state");
    assert_eq!((state.waiting, state.done), (49, 1));
}

#[test]
fn without_the_password_nobody_gets_in() {
    let Some(server) = Server::start("locked", "authorization { user: organiser, password: secret }\n") else { return };
    let open = NatsQueue::connect(&server.address(), "cup", Some(LEASE));
    let error = open.expect_err("there is no password").to_string();
    assert!(error.contains("docs/workers.md"), "{error}");
    let address = |who: &str| NatsAddress { url: format!("nats://{who}@127.0.0.1:{}", server.port), authority: None };
    let wrong = NatsQueue::connect(&address("organiser:guess"), "cup", Some(LEASE)).expect_err("a wrong password");
    assert!(!wrong.to_string().contains("guess"), "passwords are not shown");
    assert!(NatsQueue::connect(&address("organiser:secret"), "cup", Some(LEASE)).is_ok());
}

#[test]
#[expect(clippy::print_stdout, reason = "the gate collects what was skipped")]
fn a_server_is_known_by_its_certificate() {
    let Some(folder) = certificates() else {
        println!("SKIPPED: there is no openssl to make certificates with");
        return;
    };
    let more = format!("tls {{ cert_file: \"{0}/server.pem\", key_file: \"{0}/server.key\" }}\n", folder.display());
    let Some(server) = Server::start("tls", &more) else { return };
    let url = format!("tls://127.0.0.1:{}", server.port);
    let stranger = NatsAddress { url: url.clone(), authority: None };
    assert!(NatsQueue::connect(&stranger, "cup", Some(LEASE)).is_err(), "nobody vouches for the server");
    let known = NatsAddress { url, authority: Some(folder.join("ca.pem")) };
    let queue = NatsQueue::connect(&known, "cup", Some(LEASE)).expect("the authority vouches for it");
    assert_eq!(queue.state().expect("a state").waiting, 0);
    let _ = fs::remove_dir_all(folder);
}

/// An authority and a certificate that it signed.
fn certificates() -> Option<PathBuf> {
    let folder = std::env::temp_dir().join(format!("rxt-tls-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder");
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").expect("a file");
    let steps = [
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem",
        "req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr",
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem",
    ];
    for step in steps {
        let mut command = Command::new("openssl");
        command.args(step.split(' ')).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        if !command.status().is_ok_and(|status| status.success()) {
            return None;
        }
    }
    Some(folder)
}
