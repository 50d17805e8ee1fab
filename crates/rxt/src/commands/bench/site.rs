//! `rxt bench site`: how long an event of a live game takes to its viewers while many games run.

use super::scratch::Scratch;
use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_web::{Limits, Settings, Site};
use serde::Serialize;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Measure the site: viewers of one game while many games run
///
/// Two people play by the JSON interface, all viewers follow them, and engines play everywhere else, on all cores. The
/// time is taken from the request that makes a move to its arrival at each viewer. Site and viewers share this machine.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt bench site
  rxt bench site --viewers 50 --games 10 --moves 10 --json")]
pub(crate) struct Args {
    /// Viewers of one game
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=5000))]
    viewers: u32,
    /// Games that run besides
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1000))]
    games: u32,
    /// Moves of the game that is watched
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=50))]
    moves: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Between two moves of the game that is watched.
const PAUSE: Duration = Duration::from_millis(100);
/// How long engines think: long enough that their games are not over before the one that is watched.
const THINK_MS: u64 = 20;
/// Open files besides connections, and two for each of them.
const OTHER_FILES: u64 = 256;

#[derive(Serialize)]
struct Report {
    viewers: u32,
    games: u32,
    /// Games that still ran when the last move was made.
    games_at_end: usize,
    events: usize,
    lost: usize,
    median_ms: f64,
    p99_ms: f64,
    most_ms: f64,
    peak_memory_mb: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let files = u64::from(args.viewers) * 2 + OTHER_FILES;
    super::server::check_open_files(files)?;
    let runtime = tokio::runtime::Runtime::new().into_diagnostic()?;
    let folder = Scratch::new("site")?;
    let report = runtime.block_on(measure(args, folder.path().to_owned()));
    runtime.shutdown_timeout(Duration::from_millis(200));
    let report = report?;
    if args.json {
        output::print(&(serde_json::to_string(&report).into_diagnostic()? + "\n"))?;
    } else {
        let Report { viewers, games, games_at_end, events, lost, median_ms, p99_ms, most_ms, peak_memory_mb } = &report;
        let memory = peak_memory_mb.map_or_else(String::new, |mb| format!(", {mb:.0} MB of memory at most"));
        output::print(&format!(
            "{viewers} viewers, {games} games besides, {games_at_end} at the end: {events} events arrived, {lost} lost{memory}\n\
             from a move to a viewer: {median_ms:.1} ms half of them, {p99_ms:.1} ms one in a hundred, {most_ms:.1} ms at most\n"
        ))?;
    }
    Ok(if report.lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn measure(args: &Args, data: std::path::PathBuf) -> Result<Report> {
    let most = args.viewers + args.games + 10;
    let limits =
        Limits { changes: 1_000_000, streams: most, games: most, all_games: most as usize, ..Limits::default() };
    let bind = [127, 0, 0, 1].into();
    let settings = Settings { bind, port: 0, or_next: false, clients: None, data, demo: false, limits, keeper: None };
    let site = Site::open(settings).await.into_diagnostic()?;
    let port = site.address().port();
    tokio::spawn(site.run(std::future::pending()));
    let people = json!({ "map": "standard-8x8", "seats": ["person", "person"] });
    let opened = post(port, "/api/live", "", &people).await?;
    for seed in 0..args.games {
        let engines = json!({ "map": "standard-8x8", "seats": ["mcts", "mcts"], "think_ms": THINK_MS, "seed": seed });
        post(port, "/api/live", "", &engines).await?;
    }
    let id = opened["id"].as_str().unwrap_or_default().to_owned();
    let (sender, mut arrivals) = mpsc::unbounded_channel();
    for _ in 0..args.viewers {
        let stream = request(port, "GET", &format!("/api/live/{id}/events"), "", "").await?;
        tokio::spawn(view(stream, args.moves as usize, sender.clone()));
    }
    drop(sender);
    let sent = play(port, &opened, &id, args.moves).await?;
    let live = get(port, "/api/live").await?;
    let is_running = |game: &&Value| game["info"]["status"] == "running" && game["info"]["id"] != id.as_str();
    let games_at_end = live["games"].as_array().map_or(0, |games| games.iter().filter(is_running).count());
    let mut times = Vec::new();
    while let Some((at, arrived)) = arrivals.recv().await {
        times.extend(sent.get(at - 1).map(|sent: &Instant| arrived.duration_since(*sent).as_secs_f64() * 1000.0));
    }
    times.sort_by(f64::total_cmp);
    let quantile = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    Ok(Report {
        viewers: args.viewers,
        games: args.games,
        games_at_end,
        events: times.len(),
        lost: (args.viewers * args.moves) as usize - times.len(),
        median_ms: quantile(0.5),
        p99_ms: quantile(0.99),
        most_ms: times.last().copied().unwrap_or(f64::NAN),
        peak_memory_mb: super::server::peak_memory_mb(),
    })
}

/// Makes moves for both people; when each was sent.
async fn play(port: u16, opened: &Value, id: &str, moves: u32) -> Result<Vec<Instant>> {
    let key = |player: u64| opened["seats"][player as usize - 1].as_str().unwrap_or_default().to_owned();
    for player in [1, 2] {
        post(port, &format!("/api/live/{id}/join"), &key(player), &json!({ "name": "" })).await?;
    }
    let mut sent = Vec::new();
    for _ in 0..moves {
        let now = get(port, &format!("/api/live/{id}")).await?;
        let (Some(turn), Some(square)) = (now["turn"].as_u64(), now["legal"][0].as_u64()) else { break };
        let mv = json!({ "x": square % 8, "y": square / 8, "special": 0 });
        sent.push(Instant::now());
        post(port, &format!("/api/live/{id}/move"), &key(turn), &mv).await?;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(sent)
}

/// Follows a game until so many frames came.
async fn view(stream: TcpStream, moves: usize, arrivals: mpsc::UnboundedSender<(usize, Instant)>) {
    let mut reader = BufReader::new(stream);
    let (mut line, mut seen) = (String::new(), 0);
    let patience = Duration::from_secs(30);
    while seen < moves {
        line.clear();
        match tokio::time::timeout(patience, reader.read_line(&mut line)).await {
            Ok(Ok(1..)) => {}
            _ => return,
        }
        let Some(rest) = line.strip_prefix("data: {\"type\":\"frame\",\"at\":") else { continue };
        if let Some(at) = rest.split(',').next().and_then(|at| at.parse().ok()) {
            seen += 1;
            let _ = arrivals.send((at, Instant::now()));
        }
    }
}

async fn request(port: u16, method: &str, path: &str, key: &str, body: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.into_diagnostic()?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).await.into_diagnostic()?;
    Ok(stream)
}

async fn answer(mut stream: TcpStream) -> Result<Value> {
    let mut text = String::new();
    stream.read_to_string(&mut text).await.into_diagnostic()?;
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    if !head.starts_with("HTTP/1.1 2") {
        return Err(miette!("the site refused a request: {body}"));
    }
    serde_json::from_str(body).into_diagnostic()
}

async fn post(port: u16, path: &str, key: &str, body: &Value) -> Result<Value> {
    answer(request(port, "POST", path, key, &body.to_string()).await?).await
}

async fn get(port: u16, path: &str) -> Result<Value> {
    answer(request(port, "GET", path, "", "").await?).await
}
