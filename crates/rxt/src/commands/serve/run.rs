//! Opens the port, runs the games, and ends as asked.

use super::desk;
use super::files::Files;
use super::plan::Plan;
use super::talk::Talk;
use super::{Args, EXIT_FAILED};
use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_net::server::{Feed, Ledger, Stop, Tally, serve, show};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, watch};

/// Notices that may wait to be written.
const NOTICES: usize = 4096;
/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How many ports are tried behind the one that was named.
const PORTS: u16 = 1000;
/// How long the course's server takes from announcing its port to listening.
const COURSE_LISTENS_LATE: Duration = Duration::from_millis(300);

pub(super) fn run(args: &Args, plan: Plan) -> Result<ExitCode> {
    let runtime = tokio::runtime::Runtime::new().into_diagnostic().wrap_err("cannot start the server")?;
    let outcome = runtime.block_on(host(args, plan));
    // Spectators and a reader of standard output may keep tasks busy; all that matters is written.
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}

async fn host(args: &Args, plan: Plan) -> Result<ExitCode> {
    let talk = Talk::new(args);
    // Before the port is announced: from then on a signal must not end the program with things unwritten.
    let signals = Signals::listen().into_diagnostic().wrap_err("cannot listen for signals")?;
    let (listener, port) = open_port(args, &talk).await?;
    let ledger = Ledger::new(Arc::clone(&plan.settings.map), plan.tags);
    let feed = Arc::new(Mutex::new(Feed::new(ledger)));
    if let Some(port) = args.spectators {
        let gallery = TcpListener::bind((args.bind, port)).await.into_diagnostic();
        let gallery = gallery.wrap_err_with(|| format!("cannot listen for spectators on port {port}"))?;
        tokio::spawn(show(gallery, Arc::clone(&feed)));
    }
    let files = Files {
        result: args.result.clone(),
        record: args.record.clone(),
        log_dir: (!args.no_log).then(|| args.log_dir.clone().unwrap_or_default()),
        several: args.games > 1,
        map_name: plan.map_name,
        port,
        time_limit: plan.settings.time,
        depth: plan.settings.depth,
    };
    let players = plan.settings.map.players();
    let (sender, receiver) = mpsc::channel(NOTICES);
    let desk = tokio::task::spawn_blocking(move || desk::attend(receiver, &feed, &files, talk, players));
    let (stop, stopped) = watch::channel(Stop::Not);
    tokio::spawn(signals.heed(stop));
    let games = plan.settings.games;
    let served = serve(listener, plan.settings, sender, stopped).await;
    desk.await.into_diagnostic()??;
    conclude(served.map_err(|error| miette!("{error}"))?, games, args)
}

fn conclude(tally: Tally, games: u32, args: &Args) -> Result<ExitCode> {
    let Tally { complete, aborted } = tally;
    if games > 1 && !args.json {
        output::print(&format!("{complete} of {games} games played, {aborted} broken off\n"))?;
    }
    if complete == games {
        return Ok(ExitCode::SUCCESS);
    }
    if complete + aborted == 0 {
        output::note("ended before a game began");
    }
    Ok(ExitCode::from(EXIT_FAILED))
}

/// The first free port from the one that was named. It is announced in the words of the course's server, which scripts
/// wait for.
async fn open_port(args: &Args, talk: &Talk) -> Result<(TcpListener, u16)> {
    let mut port = args.port;
    let socket = loop {
        match bind(args.bind, port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && port - args.port < PORTS && port < u16::MAX => {
                port += 1;
            }
            bound => {
                let at = SocketAddr::new(args.bind, port);
                break bound.into_diagnostic().wrap_err_with(|| format!("cannot listen at {at}"))?;
            }
        }
    };
    let port = socket.local_addr().into_diagnostic()?.port();
    let announcement = if talk.is_json() {
        format!("{{\"type\":\"listening\",\"port\":{port}}}\n")
    } else {
        format!("Port number is {port}\n")
    };
    if args.like_course {
        output::print(&announcement)?;
        tokio::time::sleep(COURSE_LISTENS_LATE).await;
        return Ok((socket.listen(BACKLOG).into_diagnostic()?, port));
    }
    let listener =
        socket.listen(BACKLOG).into_diagnostic().wrap_err_with(|| format!("cannot listen on port {port}"))?;
    output::print(&announcement)?;
    Ok((listener, port))
}

fn bind(address: IpAddr, port: u16) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(address, port))?;
    Ok(socket)
}

/// What the user sends.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Ctrl-C once finishes what runs, twice ends it, as SIGTERM does.
    async fn heed(mut self, stop: watch::Sender<Stop>) {
        tokio::select! {
            _ = self.interrupt.recv() => {
                output::note("no new games; those that run are finished (Ctrl-C again ends them now)");
                let _ = stop.send(Stop::Finish);
                tokio::select! {
                    _ = self.interrupt.recv() => {}
                    _ = self.terminate.recv() => {}
                }
            }
            _ = self.terminate.recv() => {}
        }
        output::note("ending all games now");
        let _ = stop.send(Stop::Abort);
        // Kept, so that further signals do not end the program before everything is written.
        std::future::pending::<()>().await;
    }
}
