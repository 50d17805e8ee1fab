//! A bomb by counting: the first way of group 6 in 2025.

use rxt_rules::{Direction, Map, Tile};

/// The strongest bomb that is counted out: a million walks of six steps.
pub const MAX_STRENGTH: u8 = 6;

/// Counts from 0 to 10 to the power of the strength. The digits of each number are a walk from the target: 1 to 8 are a step
/// in one of the directions, 0 and 9 are none, and so is a step where there is no tile. Where the walk ends, a tile is
/// destroyed. The walks are those of the board before the explosion.
///
/// `None` above [`MAX_STRENGTH`], because the time grows tenfold with each step.
pub fn by_counter(map: &Map, target: Tile, strength: u8, exists: impl Fn(Tile) -> bool) -> Option<Vec<Tile>> {
    if strength > MAX_STRENGTH {
        return None;
    }
    let mut destroyed = vec![false; map.tile_count()];
    for walk in 0..10_u32.pow(u32::from(strength)) {
        destroyed[end_of(map, target, walk, strength, &exists).index()] = true;
    }
    Some(map.tiles().filter(|tile| destroyed[tile.index()]).collect())
}

/// Where a walk of `steps` digits ends.
fn end_of(map: &Map, target: Tile, walk: u32, steps: u8, exists: impl Fn(Tile) -> bool) -> Tile {
    let (mut tile, mut digits) = (target, walk);
    for _ in 0..steps {
        let direction = (digits % 10).checked_sub(1).and_then(|digit| Direction::new(digit as u8));
        let neighbour = direction.and_then(|direction| map.step(tile, direction));
        if let Some((neighbour, _)) = neighbour.filter(|&(neighbour, _)| exists(neighbour)) {
            tile = neighbour;
        }
        digits /= 10;
    }
    tile
}
