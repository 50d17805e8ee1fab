//! The site: replay, watch, play and analyse games, draw maps, follow tournaments.
//!
//! Pages are written on the server and brought to life by plain ES modules; everything is part of the program, nothing is
//! loaded from elsewhere. What a page shows, programs can have from the JSON interface as well.

mod api;
mod assets;
mod atlas;
mod cups;
mod demo;
mod desk;
mod failure;
pub mod findings;
mod frames;
mod guard;
mod library;
mod live;
mod pages;
mod room;
mod shared;
mod site;
mod standing;

pub use guard::Limits;
pub use site::{Settings, Site, SiteError};
