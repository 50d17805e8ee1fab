//! What can be said about positions and games beyond a move: lines, reasons, mistakes, and whether a search is sound.
//!
//! Plain values in, plain values out: nothing here prints, and nothing knows JSON. With a limit of positions or plies the
//! same question has the same answer on every machine.

mod game;
mod judge;
mod line;
mod opinion;
mod position;
mod twin;

pub use game::{GameAnalysis, MoveAnalysis, Step, Turning, analyse_game};
pub use judge::{Judge, Outlook, Term};
pub use line::Line;
pub use opinion::{Opinion, opinions};
pub use position::{PositionAnalysis, Question, Reason, TileValue, Why, analyse_position, best_lines};
pub use twin::{Comparison, Found, MinimaxTwin, Verdict};
