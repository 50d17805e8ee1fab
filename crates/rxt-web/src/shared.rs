//! What all requests share.

use crate::atlas::Atlas;
use crate::cups::Cups;
use crate::desk::Desk;
use crate::guard::Guard;
use crate::library::Library;
use crate::live::Hall;
use crate::site::Settings;
use rxt_arena::site_db::SiteDb;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Everything behind the pages.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    /// Where the site is.
    pub(crate) address: SocketAddr,
    /// All that has to survive the end of the program.
    pub(crate) db: Arc<SiteDb>,
    /// Where programs are handed in.
    pub(crate) desk: Desk,
    /// Games that were played.
    pub(crate) library: Library,
    /// Games that run.
    pub(crate) hall: Hall,
    /// Maps.
    pub(crate) atlas: Atlas,
    /// Tournaments.
    pub(crate) cups: Cups,
    /// Who may do how much.
    pub(crate) guard: Guard,
    /// Engines that may think at the same time.
    pub(crate) thinkers: Arc<Semaphore>,
}

/// What handlers are given.
pub(crate) type State = axum::extract::State<Arc<Shared>>;
