//! What a tournament shows, as numbers.

mod harm;
mod meetings;
mod summary;
mod times;
mod workers;

pub use harm::{Harm, harm_of};
pub use meetings::{Meeting, PlaceRow, meetings, per_map, places};
pub use summary::{BotSummary, Cause, SeatAdvantage, Summary, summarise};
pub use times::{TimeUse, time_use};
pub(crate) use workers::PLAYED_BY;
pub use workers::{WorkerRow, is_worker_note, workers};
