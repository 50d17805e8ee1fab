//! `rxt up`: brings the site up.

use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr};
use rxt_web::{Limits, Settings, Site};
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// Start the site: play, watch, replay and analyse games, draw maps
///
/// The site is for this machine alone unless it is bound to another address. Beside it runs a server for programs of the
/// course, and built-in engines play one game after the other, so that there is always something to watch. Games and maps
/// are kept in a folder; a game that is over survives a crash.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Port of the pages, 0 for any; without it, the first free one from 8080
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Folder for games, maps and keys; without it, in your state folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Address to listen at
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port for programs of the course; the next free one if it is taken
    #[arg(long, value_name = "N", default_value_t = 7777)]
    clients: u16,
    /// No demonstration
    #[arg(long)]
    no_demo: bool,
    /// Print the addresses as one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Ctrl-C ends it.

Examples:
  rxt up
  rxt up --port 9000 --data course-2026
  rxt up --bind 0.0.0.0 --port 80        for everybody; put TLS in front of it";

/// Where the pages are unless told otherwise.
const PORT: u16 = 8080;
/// How long what still runs may take at the end.
const LAST_WORDS: Duration = Duration::from_millis(500);

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let runtime = tokio::runtime::Runtime::new().into_diagnostic().wrap_err("cannot start the site")?;
    let outcome = runtime.block_on(site(args));
    runtime.shutdown_timeout(LAST_WORDS);
    outcome
}

async fn site(args: &Args) -> Result<ExitCode> {
    let mut interrupt = signal(SignalKind::interrupt()).into_diagnostic()?;
    let mut terminate = signal(SignalKind::terminate()).into_diagnostic()?;
    let settings = Settings {
        bind: args.bind,
        port: args.port.unwrap_or(PORT),
        or_next: args.port.is_none(),
        clients: Some(args.clients),
        data: args.data.clone().unwrap_or_else(data_folder),
        demo: !args.no_demo,
        limits: Limits::default(),
        keeper: std::env::current_exe().ok(),
    };
    let data = settings.data.clone();
    std::fs::create_dir_all(&data).into_diagnostic().wrap_err_with(|| format!("cannot make `{}`", data.display()))?;
    let site = Site::open(settings).await.into_diagnostic()?;
    announce(args, &site, &data)?;
    let stop = async {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    site.run(stop).await.into_diagnostic().wrap_err("the site cannot go on")?;
    Ok(ExitCode::SUCCESS)
}

fn announce(args: &Args, site: &Site, data: &std::path::Path) -> Result<()> {
    let url = format!("http://{}", site.address());
    let clients = site.clients().map(|address| address.to_string());
    if args.json {
        let object =
            serde_json::json!({ "url": url, "clients": clients, "data": data, "organiser_key": site.new_key() });
        return output::print(&format!("{object}\n"));
    }
    let mut text = format!("{url}\n  the site; open it in a browser\n");
    if let Some(clients) = clients {
        let _ = write!(text, "{clients}\n  programs of the course connect here, on standard-8x8 with 2 s per move\n");
    }
    let _ = write!(text, "{}\n  games, maps and keys\n", data.display());
    if let Some(key) = site.new_key() {
        let _ = write!(text, "{key}\n  the organiser's key, for {url}/organiser; it is not shown again\n");
    }
    output::print(&(text + "Ctrl-C ends it.\n"))?;
    if !args.bind.is_loopback() {
        output::note(
            "warning: everybody who reaches this machine can use the site, and nothing is encrypted.\n\
             Put a server with TLS in front of it, and bind rxt to 127.0.0.1.",
        );
    }
    Ok(())
}

/// The user's folder for what programs leave behind, or else the system's for what nobody needs for long.
fn data_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = variable("XDG_STATE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local").join("state")));
    state.unwrap_or_else(std::env::temp_dir).join("rxt").join("site")
}
