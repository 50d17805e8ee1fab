//! The database of a site: games that were played there, tokens, submissions with what came of them, and tournaments.
//!
//! `SQLite` like that of a tournament, with the same promises: what was written is there after any end of the program.

mod games;
mod open;
mod schema;
mod submissions;
mod tokens;
mod tournaments;
mod trials;

pub use games::{GameRow, OutputRow};
pub use open::SiteDb;
pub use submissions::{NewSubmission, State, SubmissionRow};
pub use tokens::TokenRow;
pub use trials::{TrialKind, TrialRow};

#[cfg(test)]
mod tests;
