//! How the clients of the reports did it: presets that rebuild them, and ways of doing things that were given up since.
//!
//! Nothing of this is used by the searches and evaluations, and none of it is meant to be fast. It is here to be measured
//! beside what replaced it, and its tests compare each piece with the rules.

pub mod bombs;
mod hash_state;
mod mask;
mod neighbour_table;
mod presets;
mod walk;

pub use hash_state::{HashState, Key, Owner};
pub use mask::Mask;
pub use neighbour_table::NeighbourTable;
pub use presets::{Preset, presets};
pub use walk::{LoopDetection, TileWalk, tile_walk};
