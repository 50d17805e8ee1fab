//! Makes random maps: the same map for the same options on every machine, always valid and always playable.
//!
//! Asked for symmetry, the generator draws whole orbits: whatever it puts somewhere, it puts at every image of the place
//! under a motion of the board, with the players changed in turn order. See [`Symmetry`] for what that guarantees.

mod draw;
mod join;
mod options;
mod orbit;
#[cfg(test)]
mod tests;
mod wild;

pub use options::{Amount, GenerateError, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions};
pub use orbit::Fairness;
pub use wild::wild;

use super::playable::Map;
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::rng::Rng;
use orbit::Orbits;
use std::sync::Arc;

/// How often a map is drawn anew when nobody can move on it.
const ATTEMPTS: u64 = 40;

/// Makes a map on which somebody can move at the start.
pub fn generate(options: &Options) -> Result<Arc<Map>, GenerateError> {
    options.check()?;
    let orbits = Orbits::new(options)?;
    for attempt in 0..ATTEMPTS {
        let mut rng = Rng::derived(options.seed, attempt);
        let mut file = draw::draw(options, &orbits, &mut rng);
        let count = file.tiles.iter().filter(|&&cell| cell != Cell::HOLE).count();
        if count > Map::MAX_TILES {
            return Err(GenerateError::TooManyTiles { count });
        }
        file.transitions = join::join(options, &orbits, &file, &mut rng);
        let map = Arc::new(Map::new(file).expect("only free ends are joined"));
        if Position::new(Arc::clone(&map)).phase() == Phase::Build {
            return Ok(map);
        }
    }
    Err(GenerateError::NoMove { attempts: ATTEMPTS })
}

/// Which players the symmetry of these options makes equal, without making a map.
pub fn fairness(options: &Options) -> Result<Fairness, GenerateError> {
    options.check()?;
    Ok(Orbits::new(options)?.fairness())
}
