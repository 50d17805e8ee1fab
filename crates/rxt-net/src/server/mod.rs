//! A server of the course's protocol.
//!
//! Each game is one task: it owns its connections, asks the [`Referee`](rxt_rules::referee::Referee) what has to be
//! done, and does it. Nothing that one client does or leaves undone makes another wait longer than a limit of
//! [`Limits`].

mod account;
mod arrival;
mod doors;
mod farewell;
mod feed;
mod game;
mod hearing;
mod host;
mod ledger;
mod lobby;
mod notice;
mod seat;
mod settings;
mod spectators;
mod telling;

pub use account::Account;
pub use doors::{Door, Steward, serve_seats};
pub use feed::{Feed, Told, hex};
pub use game::Stop;
pub use host::{ServeError, Tally, serve};
pub use ledger::{Clock, Disqualification, Happening, Ledger, Sheet};
pub use notice::{GameNumber, Guest, Judged, Notice, TurnedAway};
pub use settings::{Limits, Settings};
pub use spectators::show;
