//! A bomb by two lists: the second way of group 6 in 2025.

use rxt_rules::{Direction, Map, Tile};

/// One list has the tiles reached so far in exactly n steps, the other takes their neighbours that are not destroyed yet and
/// are destroyed by that. Then the second becomes the first, once for each step of the strength.
pub fn by_lists(map: &Map, target: Tile, strength: u8, exists: impl Fn(Tile) -> bool) -> Vec<Tile> {
    let mut destroyed = vec![false; map.tile_count()];
    destroyed[target.index()] = true;
    let mut current = vec![target];
    for _ in 0..strength {
        let mut next = Vec::new();
        for &tile in &current {
            for direction in Direction::ALL {
                if let Some((neighbour, _)) = map.step(tile, direction)
                    && exists(neighbour)
                    && !destroyed[neighbour.index()]
                {
                    destroyed[neighbour.index()] = true;
                    next.push(neighbour);
                }
            }
        }
        current = next;
    }
    map.tiles().filter(|tile| destroyed[tile.index()]).collect()
}
