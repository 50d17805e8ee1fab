//! What a search may spend: positions, time, and the word of whoever waits for it.

mod clock;
mod spending;

pub(crate) use clock::Clock;
pub(crate) use spending::{Spending, Stopped};
