//! Moves: what they are, and which ones are legal.

mod board;
mod build;
mod dispatch;
mod kernel;
mod layout;
mod list;
mod mov;
mod naive;
mod path;
mod planes;
mod rows;
mod runs;
mod walk;
mod words;

pub(crate) use board::Squares;
pub(crate) use dispatch::{any, captured, count, count_choices, count_squares, list, list_squares, reach};
pub(crate) use kernel::each_bit;
pub use kernel::{Kernel, Level};
pub(crate) use kernel::{Targets, View};
pub(crate) use layout::Layout;
pub use list::{MoveList, TileList};
pub use mov::{Answer, Illegal, Move, Special};
pub(crate) use naive::{captures_somewhere, ordinary, overrides};
pub(crate) use planes::Planes;
pub(crate) use walk::{add_captures, each_capture};
pub use words::{Sides, WordBoard};
