//! Tournaments: what is played follows from a file and a seed, what was played is in a database, and a tournament that
//! was ended at any moment goes on where it was.

mod config;
mod decision;
mod format;
mod judge;
mod opening;
mod play;
mod run;
mod setup;
mod table;

pub use config::{BotConfig, Config, ConfigError, CpuPolicy, Format, ProgramLimits, Seating, TestConfig};
pub use decision::{Block, Decision, Game, TablePlan, blocks_of, games_of, opening_of};
pub use format::{Past, next_decision, planned_games};
pub use judge::{Outcome, judge};
pub(crate) use play::{Chair, Played, how_it_ended, play_seats};
pub use play::{Finished, House, play_game};
pub use run::{Progress, RunError, RunOptions, run};
pub(crate) use run::{judge_finished, settle};
pub use setup::{Entrant, Ground, Mind, Program, Setup, hash_of, program};
pub use table::{PointTable, place_points};
