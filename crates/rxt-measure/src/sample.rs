//! What was measured.

use std::borrow::Cow;

/// The name of a series. A fixed one costs nothing.
pub type Name = Cow<'static, str>;

/// One measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// To which series it belongs.
    pub series: Name,
    /// When it ended, in nanoseconds since measuring began.
    pub ended_ns: u64,
    /// The thread, numbered as threads began to measure.
    pub thread: u32,
    /// How many spans of this thread were open around it.
    pub depth: u32,
    /// What it says.
    pub content: Content,
}

/// What a sample says.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// How long something took.
    Time {
        /// By the clock on the wall.
        wall_ns: u64,
        /// On the CPU, if that was asked for.
        cpu_ns: Option<u64>,
    },
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}
