//! A server of the course's protocol.
//!
//! Each game is one task: it owns its connections, asks the [`Referee`](rxt_rules::referee::Referee) what has to be
//! done, and does it. Nothing that one client does or leaves undone makes another wait longer than a limit of
//! [`Limits`].

mod account;
mod arrival;
mod farewell;
mod game;
mod hearing;
mod host;
mod lobby;
mod notice;
mod seat;
mod settings;
mod telling;

pub use account::Account;
pub use game::Stop;
pub use host::{ServeError, Tally, serve};
pub use notice::{GameNumber, Guest, Judged, Notice, TurnedAway};
pub use settings::{Limits, Settings};
