//! Statistics. Pure, and pinned to known values.

mod bootstrap;
mod curve;
mod interval;
mod live;
mod mean;
mod minimise;
mod paired;
mod plackett_luce;
mod quantile;
mod ranking;
mod rating;
mod sprt;
mod verdict;

pub use bootstrap::{Estimate, estimate};
pub use curve::{Line, area_under_curve, line};
pub use interval::{Interval, clopper_pearson};
pub use live::{LiveRating, live_ratings};
pub use mean::{Mean, blocks_to_tell, mean};
pub use paired::{Paired, paired, student_p, wilcoxon_p};
pub use plackett_luce::{Fit, fit};
pub use quantile::quantile;
pub use ranking::{Ranking, Rankings, rankings};
pub use rating::{ELO, Rating, Ratings, ratings};
pub use sprt::{Outcome, Sprt, SprtState, TestVerdict, duel_scores, outcome, sprt};
pub use verdict::{HALF_WIDTH, LEAST_SAMPLES, Verdict, needed, verdict};
