//! A soak: many games of our client on our server, to see whether it is ever disqualified.
//!
//! Ours sits in one or two seats, instant bots in the others, several games run at once, and half of them have busy
//! threads beside them. Which games are played follows from a seed; those that are finished are kept in a file, so that an
//! interrupted soak goes on where it stopped.

mod game;
mod load;
mod plan;
mod run;
mod store;
mod summary;

pub use game::{Answered, Disqualified, GameLine};
pub use plan::{GamePlan, plan};
pub use run::{Progress, SoakOptions, run};
pub use store::{Store, StoreError};
pub use summary::{Part, Summary};
