//! Many games at once, and what can be concluded from them.

pub mod matches;
mod pool;
pub mod soak;
pub mod stats;
pub mod store;
pub mod training;
