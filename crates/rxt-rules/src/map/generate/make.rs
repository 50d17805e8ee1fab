//! Draws maps until somebody can move on one.

use super::options::{GenerateError, Options};
use super::orbit::{Fairness, Orbits};
use super::{draw, join};
use crate::cell::Cell;
use crate::map::Map;
use crate::position::{Phase, Position};
use crate::rng::Rng;
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
