//! Maps that nobody would draw, for property tests.

use super::make::generate;
use super::options::{Amount, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions};
use crate::map::Map;
use crate::rng::Rng;
use std::sync::Arc;

/// A map with everything drawn at random: small odd sizes, holes, mirrors, tiles joined to themselves, all special tiles,
/// any stocks, 2 to 8 players, and anything from the first stones to boards that are nearly full. Somebody can move.
pub fn wild(seed: u64) -> Arc<Map> {
    const ATTEMPTS: u64 = 1000;
    let map = (0..ATTEMPTS).find_map(|attempt| generate(&options(&mut Rng::derived(seed, attempt))).ok());
    // That a thousand maps in a row cannot be played has not been seen, but nothing forbids it.
    map.unwrap_or_else(|| Arc::new(Map::parse(b"2 0 0 0 1 3  0 2 1").expect("a valid map").0))
}

fn options(rng: &mut Rng) -> Options {
    let height = side(rng);
    let mut width = side(rng);
    if rng.percent(15) {
        width = height;
    }
    let players = 2 + rng.below(7) as u8;
    let symmetry = one_of(rng, [Symmetry::None, Symmetry::None, Symmetry::Rotational, Symmetry::Translational]);
    Options {
        seed: rng.next_u64(),
        players,
        height,
        width,
        symmetry,
        tiles: TileOptions {
            holes: one_of(rng, [0, 0, 5, 15, 30, 55]),
            specials: one_of(rng, [0, 5, 15, 40, 80]),
            weights: Specials { choice: few(rng), inversion: few(rng), bonus: few(rng), expansion: few(rng) },
            clusters: one_of(rng, [0, 1, 1, 2, 4]),
            fill: one_of(rng, [0, 0, 10, 40, 70, 90, 98]),
        },
        joins: JoinOptions {
            torus: rng.percent(20),
            transitions: one_of(rng, [0, 10, 40, 80, 100].map(Amount::Percent)),
            shapes: Shapes { any: few(rng), straight: few(rng), ring: few(rng), same_tile: few(rng), mirror: few(rng) },
        },
        stocks: Stocks {
            overrides: one_of(rng, [0, 0, 1, 2, 5, 255]),
            bombs: one_of(rng, [0, 0, 1, 3, 255]),
            strength: one_of(rng, [0, 1, 2, 3, 9, 255]),
        },
    }
}

/// Mostly between 1 and 9, now and then longer.
fn side(rng: &mut Rng) -> u16 {
    let longest = one_of(rng, [3, 5, 7, 9, 9, 17]);
    1 + rng.below(longest) as u16
}

fn few(rng: &mut Rng) -> u8 {
    rng.below(4) as u8
}

fn one_of<T: Copy, const N: usize>(rng: &mut Rng, items: [T; N]) -> T {
    items[rng.below(N)]
}
