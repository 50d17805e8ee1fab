//! Statistics. Pure, and pinned to known values.

mod interval;
mod quantile;

pub use interval::{Interval, clopper_pearson};
pub use quantile::quantile;
