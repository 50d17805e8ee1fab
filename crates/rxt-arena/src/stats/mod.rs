//! Statistics. Pure, and pinned to known values.

mod bootstrap;
mod curve;
mod interval;
mod mean;
mod paired;
mod quantile;
mod verdict;

pub use bootstrap::{Estimate, estimate};
pub use curve::{Line, area_under_curve, line};
pub use interval::{Interval, clopper_pearson};
pub use mean::{Mean, mean};
pub use paired::{Paired, paired, student_p, wilcoxon_p};
pub use quantile::quantile;
pub use verdict::{HALF_WIDTH, LEAST_SAMPLES, Verdict, needed, verdict};
