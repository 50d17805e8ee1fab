//! Weights from games: engines play against themselves on all kinds of maps, and weights are fitted to who came where.

mod field;
mod fit;
mod game;
mod likelihood;
mod newton;
mod run;

pub use fit::{Fit, FitError, Likelihood, Progress as FitProgress, fit};
pub use game::{GameLine, SampleLine};
pub(crate) use game::{play_record, replay};
pub use run::{Progress, SelfplayPlan, run};
