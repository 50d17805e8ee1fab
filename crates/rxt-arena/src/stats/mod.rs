//! Statistics. Pure, and pinned to known values.

mod bootstrap;
mod interval;
mod live;
mod mean;
mod minimise;
mod plackett_luce;
mod quantile;
mod ranking;
mod sprt;

pub use bootstrap::{ELO, Rating, Ratings, ratings};
pub use interval::{Interval, clopper_pearson};
pub use live::{LiveRating, live_ratings};
pub use mean::{Mean, blocks_to_tell, mean};
pub use plackett_luce::{Fit, fit};
pub use quantile::quantile;
pub use ranking::{Ranking, Rankings, rankings};
pub use sprt::{Sprt, SprtState, Verdict, duel_scores, sprt};
