//! A bomb by marks: the depth-first search of group 3 in 2016.

use rxt_rules::{Direction, Map, Tile};

/// Walks on from each tile as far as the strength reaches and marks it with the steps it took to get there. A tile that is
/// marked already is walked on from again only if this walk took fewer steps. Afterwards everything marked is destroyed.
pub fn by_marks(map: &Map, target: Tile, strength: u8, exists: impl Fn(Tile) -> bool) -> Vec<Tile> {
    let mut marks = vec![None; map.tile_count()];
    mark(map, target, 0, strength, &exists, &mut marks);
    map.tiles().filter(|tile| marks[tile.index()].is_some()).collect()
}

fn mark(map: &Map, tile: Tile, steps: u8, strength: u8, exists: &impl Fn(Tile) -> bool, marks: &mut [Option<u8>]) {
    if marks[tile.index()].is_some_and(|before| before <= steps) {
        return;
    }
    marks[tile.index()] = Some(steps);
    if steps == strength {
        return;
    }
    for direction in Direction::ALL {
        if let Some((neighbour, _)) = map.step(tile, direction)
            && exists(neighbour)
        {
            mark(map, neighbour, steps + 1, strength, exists, marks);
        }
    }
}
