//! The database of a tournament: what was planned, what was decided, and every game with its record.
//!
//! `SQLite` with a write-ahead log, and every result on the disk before it counts.

mod attempts;
mod connect;
mod file_system;
mod open;
mod plan;
mod results;
mod schema;

pub use attempts::{Attempt, AttemptEnd};
pub(crate) use connect::connect;
pub use file_system::network_file_system;
pub use open::{Db, DbError};
pub use plan::{BotRow, MapRow, TournamentRow};
pub use results::{Disqualified, Incident, Output, ResultRow, Stored};
