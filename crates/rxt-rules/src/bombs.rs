//! The area of an explosion (`docs/rules.md`, "Bombs").

use crate::direction::Direction;
use crate::map::{Map, Tile};

/// The tiles that a bomb on `target` would destroy, ascending, if `exists` tells which tiles are left.
///
/// Plain breadth-first search with distances: for pictures and as the twin of the explosion that `Position::make` runs.
pub fn blast_area(map: &Map, target: Tile, strength: u8, exists: impl Fn(Tile) -> bool) -> Vec<Tile> {
    let mut distance: Vec<Option<u8>> = vec![None; map.tile_count()];
    distance[target.index()] = Some(0);
    let mut queue = std::collections::VecDeque::from([target]);
    while let Some(tile) = queue.pop_front() {
        let steps = distance[tile.index()].expect("queued tiles have a distance");
        if steps == strength {
            continue;
        }
        for direction in Direction::ALL {
            if let Some((neighbour, _)) = map.step(tile, direction)
                && distance[neighbour.index()].is_none()
                && exists(neighbour)
            {
                distance[neighbour.index()] = Some(steps + 1);
                queue.push_back(neighbour);
            }
        }
    }
    map.tiles().filter(|tile| distance[tile.index()].is_some()).collect()
}
