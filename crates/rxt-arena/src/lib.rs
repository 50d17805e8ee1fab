//! Many games at once, and what can be concluded from them.

pub mod db;
pub mod driving;
pub mod matches;
pub mod pool;
pub mod queue;
pub mod registry;
pub mod remote;
pub mod report;
pub mod sandbox;
pub mod site_db;
pub mod soak;
pub mod stats;
pub mod store;
pub mod submission;
pub mod tournament;
pub mod training;
