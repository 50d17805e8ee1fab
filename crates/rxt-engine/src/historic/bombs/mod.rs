//! Three ways to find what a bomb destroys, each as a report describes it.
//!
//! All have the arguments and the result of [`rxt_rules::bombs::blast_area`]: the tiles in ascending order.

mod counter;
mod lists;
mod marks;

pub use counter::{MAX_STRENGTH, by_counter};
pub use lists::by_lists;
pub use marks::by_marks;
