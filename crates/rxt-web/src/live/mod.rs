//! Games that run, and everybody who watches them.
//!
//! A viewer first gets a snapshot and then numbered events. All events of a game are kept while it runs, so a viewer that
//! comes back says which number it saw last and misses nothing.

mod game;
mod hall;
mod info;

pub(crate) use game::LiveGame;
pub(crate) use hall::Hall;
pub(crate) use info::{Info, SeatInfo, SeatKind, Status};
