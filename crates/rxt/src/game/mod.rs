//! Recorded games as people look at them: found in files, stepped through, told in words.

mod load;
mod moment;
mod timeline;
mod vector;
mod words;

pub(crate) use load::{load, open};
pub(crate) use moment::{Happened, Moment};
pub(crate) use timeline::Timeline;
pub(crate) use words::{phase, title};
