//! What a tournament shows, as numbers.

mod harm;
mod meetings;
mod summary;
mod times;

pub use harm::{Harm, harm_of};
pub use meetings::{Meeting, PlaceRow, meetings, per_map, places};
pub use summary::{BotSummary, Cause, SeatAdvantage, Summary, summarise};
pub use times::{TimeUse, time_use};
