//! Measuring from anywhere, in one line, into named series.
//!
//! ```
//! rxt_measure::start(rxt_measure::Clocks::Both);
//! {
//!     let _time = rxt_measure::span("search"); // ends where it is dropped
//!     rxt_measure::value("search.depth", 7);
//!     rxt_measure::text("search.move", || "d3".to_owned());
//! }
//! let samples = rxt_measure::stop();
//! assert_eq!(samples.len(), 3);
//! ```
//!
//! Spans may lie in one another. As long as nothing is measured, each of these lines costs one look at a flag. While it is,
//! a sample goes into a buffer of its own thread that was allocated beforehand; nothing is written, sorted or sent then, and
//! the clock is read last at the start of a span and first at its end.

mod clock;
mod overhead;
mod recorder;
mod sample;

pub use clock::{monotonic_ns, thread_cpu_ns};
pub use overhead::{Overhead, overhead};
pub use recorder::{CAPACITY, Clocks, IntoNumber, Span, is_on, span, start, stop, take, text, value};
pub use sample::{Content, Name, Sample};
