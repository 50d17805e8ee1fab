//! Statistics. Pure, and pinned to known values.

mod interval;
mod mean;
mod quantile;

pub use interval::{Interval, clopper_pearson};
pub use mean::{Mean, mean};
pub use quantile::quantile;
