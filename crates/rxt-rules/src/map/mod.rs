//! Map text to playable map: `&[u8] → MapFile → Map` (`docs/rules.md`, "The map file").
//!
//! A [`MapFile`] is well-formed text; a [`Map`] is playable: its transitions are matched, every step and every line is
//! precomputed, and it never changes.

mod error;
mod file;
pub mod generate;
mod lines;
mod motion;
mod playable;
pub mod survey;
mod token;

pub use error::{EndProblem, MapError, MapErrorKind, MapErrors, MapWarning, MapWarningKind, Place, Which};
pub use file::{End, MapFile, Transition};
pub use lines::{Line, lines};
pub use motion::Motion;
pub use playable::{Map, Tile};
pub(crate) use playable::{heading, heading_tile};
