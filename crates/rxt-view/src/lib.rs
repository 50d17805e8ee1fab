//! Boards for people: terminal text, SVG, PNG, and a replay page in one file.
//!
//! Everything here turns a position into text or bytes and does nothing else: no file is opened, nothing is printed.
//! Colours, for every output, are in [`theme`]; a player is always shown by colour *and* digit.

pub mod colour;
pub mod glyph;
mod json;
pub mod marks;
pub mod png;
pub mod replay;
pub mod svg;
pub mod text;
pub mod theme;
#[cfg(test)]
mod vision;

pub use colour::Rgb;
pub use json::position_json;
pub use marks::{Marks, Overlay};
pub use png::{Png, PngError, PngSize, render_png};
pub use replay::{Frame, Mark, ReplayPage, Stock, frame_json, game_json, replay_page};
pub use svg::{SvgOptions, TransitionStyle, board_svg};
pub use text::{Colours, TextOptions, Tiles, board_text};
pub use theme::{Role, Theme};
