//! Maps to learn on: as different as maps can be, but such that a game on them is one.

use rxt_rules::Map;
use rxt_rules::map::generate::{
    Amount, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions, generate,
};
use rxt_rules::rng::Rng;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Free tiles that a map needs for each player, and at least.
const LEAST_FREE: usize = 10;
const LEAST: usize = 36;

/// The map of a game.
pub(super) fn field(seed: u64, players: &RangeInclusive<u8>) -> Arc<Map> {
    for attempt in 0.. {
        let mut rng = Rng::derived(seed, attempt);
        if let Ok(map) = generate(&options(&mut rng, players)) {
            let free = map.tiles().filter(|&tile| map.initial(tile).is_free()).count();
            if free >= LEAST.max(LEAST_FREE * usize::from(map.players())) {
                return map;
            }
        }
    }
    unreachable!("some map can be made")
}

fn options(rng: &mut Rng, players: &RangeInclusive<u8>) -> Options {
    let players = players.start() + rng.below(usize::from(players.end() - players.start()) + 1) as u8;
    let longest = one_of(rng, [8, 10, 12, 15, 20, 28]) + usize::from(players);
    let mut side = || 6 + rng.below(longest - 5) as u16;
    let (height, mut width) = (side(), side());
    if rng.percent(40) {
        width = height;
    }
    let torus = rng.percent(20);
    let symmetry = match rng.below(3) {
        0 => Symmetry::None,
        1 if torus => Symmetry::Translational,
        _ if players.is_multiple_of(2) => Symmetry::Rotational,
        _ => Symmetry::None,
    };
    let few = |rng: &mut Rng| rng.below(4) as u8;
    Options {
        seed: rng.next_u64(),
        players,
        height,
        width,
        symmetry,
        tiles: TileOptions {
            holes: one_of(rng, [0, 0, 3, 8, 20]),
            specials: one_of(rng, [0, 2, 4, 8]),
            weights: Specials { choice: few(rng), inversion: few(rng), bonus: few(rng), expansion: few(rng) },
            clusters: 1 + rng.below(3) as u16,
            fill: one_of(rng, [0, 0, 0, 5, 20]),
        },
        joins: JoinOptions {
            torus,
            transitions: Amount::Percent(one_of(rng, [0, 0, 5, 15, 40])),
            shapes: Shapes::PLAYABLE,
        },
        stocks: Stocks {
            overrides: one_of(rng, [0, 0, 1, 2, 4]),
            bombs: one_of(rng, [0, 0, 1, 2, 5]),
            strength: one_of(rng, [0, 1, 1, 2, 3]),
        },
    }
}

fn one_of<T: Copy, const N: usize>(rng: &mut Rng, items: [T; N]) -> T {
    items[rng.below(N)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_the_players_asked_for_and_room_to_play() {
        let mut seen = [0; 9];
        for seed in 0..200 {
            let map = field(seed, &(2..=5));
            seen[usize::from(map.players())] += 1;
            assert!(map.tile_count() >= LEAST);
        }
        assert!(seen[2..=5].iter().all(|&count| count > 20), "{seen:?}");
        assert_eq!(seen[6..].iter().sum::<i32>(), 0);
    }
}
