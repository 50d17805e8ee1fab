//! Recorded games as people look at them: found in files, stepped through, told in words.

mod load;
mod moment;
mod timeline;
mod vector;
mod words;

pub(crate) use load::load;
pub(crate) use moment::Moment;
pub(crate) use timeline::Timeline;
pub(crate) use words::{phase, title};
