//! The rules of `ReversiXT`: maps, positions, legal moves, bombs, ranks, and a referee without I/O.
//!
//! The rules themselves, word by word and with every quirk, are in `docs/rules.md`; this crate is the only place where
//! they are code. It opens no file and reads no clock, and starts no thread but those
//! that count a divided perft.

pub mod agent;
pub mod bombs;
pub mod cell;
pub mod direction;
pub mod map;
pub mod moves;
pub mod perft;
pub mod player;
pub mod position;
pub mod rank;
pub mod referee;
pub mod rng;
mod zobrist;

pub use cell::Cell;
pub use direction::Direction;
pub use map::{Map, MapFile, Tile};
pub use moves::{Answer, Illegal, Move, Special};
pub use player::{ByPlayer, Player, PlayerSet};
pub use position::{Phase, Position, UndoLog};
