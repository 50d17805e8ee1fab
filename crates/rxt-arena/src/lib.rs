//! Many games at once, and what can be concluded from them.

pub mod soak;
pub mod stats;
