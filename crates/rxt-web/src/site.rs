//! The site as a whole: opened on a folder and a port, run until it is told to stop.

use crate::atlas::Atlas;
use crate::cups::Cups;
use crate::desk::Desk;
use crate::guard::{Guard, Key, KeyHash, Limits, check, policy};
use crate::library::Library;
use crate::live::Hall;
use crate::shared::Shared;
use crate::{api, assets, demo, pages, standing};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use rxt_arena::db::DbError;
use rxt_arena::sandbox::{CageKind, Launcher};
use rxt_arena::site_db::SiteDb;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// What a site is to be like.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub bind: IpAddr,
    /// The port of the pages; 0 takes any that is free.
    pub port: u16,
    /// Whether the next ports are tried if it is taken.
    pub or_next: bool,
    /// The port for programs of the course; `None` for no such server.
    pub clients: Option<u16>,
    /// Where games, maps and keys are kept.
    pub data: PathBuf,
    /// Whether engines play demonstrations.
    pub demo: bool,
    /// What a visitor may have at most.
    pub limits: Limits,
    /// The program that keeps strangers' programs in, which is rxt itself; without it, none are run.
    pub keeper: Option<PathBuf>,
}

/// Why a site cannot be opened.
#[derive(Debug, Error)]
pub enum SiteError {
    /// The folder.
    #[error("the folder `{0}` cannot be used: {1}; name another with `--data`")]
    Data(PathBuf, io::Error),
    /// The database.
    #[error("{0}; name another folder with `--data`")]
    Db(#[from] DbError),
    /// The port.
    #[error("cannot listen at {0}: {1}; name another port with `--port`")]
    Port(SocketAddr, io::Error),
}

/// A site that is ready to run.
pub struct Site {
    shared: Arc<Shared>,
    listener: TcpListener,
    clients: Option<TcpListener>,
    new_key: Option<Key>,
}

/// How many ports are tried.
const PORTS: u16 = 50;
/// Engines that think at the same time, at least.
const THINKERS: usize = 2;

impl Site {
    /// Opens the folder and the ports.
    pub async fn open(settings: Settings) -> Result<Self, SiteError> {
        let unusable = |error| SiteError::Data(settings.data.clone(), error);
        let db = Arc::new(SiteDb::open(&settings.data.join("site.sqlite"))?);
        let library = Library::open(Arc::clone(&db))?;
        let atlas = Atlas::open(&settings.data.join("maps")).map_err(unusable)?;
        let launcher = settings.keeper.clone().map(|program| Launcher { program, cage: CageKind::Landlock });
        let desk = Desk::open(Arc::clone(&db), &settings.data.join("submissions"), launcher).map_err(unusable)?;
        let cups = Cups::open(&settings.data.join("tournaments"), Arc::clone(&db)).map_err(unusable)?;
        let (organiser, new_key) = KeyHash::load_or_make(&settings.data.join("organiser.key")).map_err(unusable)?;
        let listener = listen(settings.bind, settings.port, settings.or_next).await?;
        let clients = match settings.clients {
            Some(port) => Some(listen(settings.bind, port, true).await?),
            None => None,
        };
        let address = listener.local_addr().map_err(|error| SiteError::Port((settings.bind, 0).into(), error))?;
        let thinkers = std::thread::available_parallelism().map_or(THINKERS, |count| count.get().max(THINKERS));
        let shared = Arc::new(Shared {
            address,
            db,
            desk,
            library,
            hall: Hall::default(),
            atlas,
            cups,
            guard: Guard::new(settings.limits, organiser),
            thinkers: Arc::new(Semaphore::new(thinkers)),
            settings,
        });
        Ok(Self { shared, listener, clients, new_key })
    }

    /// Where the pages are.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// Where programs of the course connect.
    pub fn clients(&self) -> Option<SocketAddr> {
        self.clients.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// The organiser's key, if it was made just now; it is not kept anywhere.
    pub fn new_key(&self) -> Option<&str> {
        self.new_key.as_ref().map(Key::as_str)
    }

    /// Answers requests until `stop` is done.
    pub async fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let _closing = Closing(Arc::clone(&self.shared));
        Desk::start(&self.shared);
        let going_on = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || going_on.cups.go_on(&going_on.desk));
        if self.shared.settings.demo {
            tokio::spawn(demo::run(Arc::clone(&self.shared)));
        }
        if let Some(listener) = self.clients {
            tokio::spawn(standing::run(Arc::clone(&self.shared), listener));
        }
        let service = router(self.shared).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            served = async { axum::serve(self.listener, service).await } => served,
            () = stop => Ok(()),
        }
    }
}

/// Nothing more is begun when the site ends, however it does.
struct Closing(Arc<Shared>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.desk.close();
        self.0.cups.close();
    }
}

fn router(shared: Arc<Shared>) -> Router {
    let upload = shared.guard.limits.upload;
    Router::new()
        .merge(pages::routes())
        .nest("/api", api::routes(shared.desk.bounds.archive))
        .nest("/assets", assets::routes())
        .fallback(pages::missing)
        .layer(DefaultBodyLimit::max(upload))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), policy))
        .with_state(shared)
}

async fn listen(bind: IpAddr, port: u16, or_next: bool) -> Result<TcpListener, SiteError> {
    let last = if or_next && port > 0 { port.saturating_add(PORTS) } else { port };
    let mut tried = port;
    loop {
        let address = SocketAddr::new(bind, tried);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && tried < last => tried += 1,
            Err(error) => return Err(SiteError::Port(address, error)),
        }
    }
}
