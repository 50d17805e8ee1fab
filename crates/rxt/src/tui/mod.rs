//! Boards that fill the terminal: the screen itself, the part of a board in sight, and what stands beside it.

mod board;
mod paint;
mod scene;
mod screen;
mod window;

pub(crate) use scene::{Scene, draw, in_sight};
pub(crate) use screen::{Heard, Screen, is_usable};
pub(crate) use window::Window;
