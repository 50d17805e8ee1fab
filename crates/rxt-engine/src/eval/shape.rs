//! The shape of a map around a tile: corners and borders, wherever the board ends and wherever transitions lead.
//!
//! A stone is captured by a walk that passes it, so what matters is along how many of the four axes through a tile a walk
//! can pass. On a plain board that is none in a corner, one on a border (along it), and all four inside; holes make
//! corners and borders, transitions unmake them.

use rxt_rules::{Direction, Map, Tile};

/// What a tile is to evaluations that value corners and borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// No axis is open: a stone here can only be lost to an override, a choice or an inversion.
    Corner,
    /// One axis is open.
    Border,
    /// More axes are open.
    Inner,
}

/// One direction of each axis.
pub(super) const AXES: [Direction; 4] = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];

/// Along which axes a walk can pass a tile, if `exists` tells which other tiles there are.
pub(super) fn open_axes(map: &Map, tile: Tile, exists: impl Fn(Tile) -> bool) -> [bool; 4] {
    let leave = |direction| leave(map, tile, direction, &exists);
    // Both ways out can be the same one where a transition is a mirror: a walk that comes back does not pass.
    AXES.map(|axis| match (leave(axis), leave(axis.opposite())) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    })
}

/// The shape of a tile, if `exists` tells which other tiles there are.
pub(super) fn shape(map: &Map, tile: Tile, exists: impl Fn(Tile) -> bool) -> Shape {
    match open_axes(map, tile, exists).into_iter().filter(|&open| open).count() {
        0 => Shape::Corner,
        1 => Shape::Border,
        _ => Shape::Inner,
    }
}

/// The first other tile that a walk from a tile meets, and its direction there.
fn leave(map: &Map, tile: Tile, direction: Direction, exists: impl Fn(Tile) -> bool) -> Option<(Tile, Direction)> {
    let mut here = (tile, direction);
    for _ in Direction::ALL {
        here = map.step(here.0, here.1).filter(|&(next, _)| exists(next))?;
        if here.0 != tile {
            return Some(here);
        }
    }
    None
}

/// The tiles beside a tile, each once, without itself.
pub(super) fn neighbours(map: &Map, tile: Tile) -> Vec<Tile> {
    let steps = Direction::ALL.into_iter().filter_map(|direction| map.step(tile, direction));
    let mut tiles: Vec<Tile> = steps.map(|(neighbour, _)| neighbour).filter(|&neighbour| neighbour != tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes of a map, one letter each, row by row.
    fn shapes(text: &str) -> String {
        let map = Map::parse(text.as_bytes()).unwrap().0;
        let letter = |tile| match shape(&map, tile, |_| true) {
            Shape::Corner => 'C',
            Shape::Border => 'B',
            Shape::Inner => 'i',
        };
        map.tiles().map(letter).collect()
    }

    #[test]
    fn a_plain_board_has_four_corners() {
        assert_eq!(shapes("2 0 0 0 3 4  0 0 0 0  0 0 0 0  0 0 0 0"), "CBBCBiiBCBBC");
        assert_eq!(shapes("2 0 0 0 1 3  0 0 0"), "CBC");
    }

    #[test]
    fn a_hole_makes_corners_and_a_transition_unmakes_them() {
        assert_eq!(shapes("2 0 0 0 2 3  0 - 0  0 0 0"), "CCCBC");
        assert_eq!(shapes("2 0 0 0 1 4  0 0 0 0  0 0 6 <-> 3 0 2"), "BBBB");
    }

    #[test]
    fn a_mirror_leaves_a_corner_as_it_is_and_a_bend_on_one_tile_opens_it() {
        assert_eq!(shapes("2 0 0 0 1 3  0 0 0  2 0 2 <-> 2 0 2"), "CBC");
        // Up from the last tile comes back into it from below: an axis that leads nowhere stays closed.
        assert_eq!(shapes("2 0 0 0 1 3  0 0 0  2 0 0 <-> 2 0 4"), "CBC");
        // Right from the last tile of the first row comes back into it from above, and leaves it downwards.
        assert_eq!(shapes("2 0 0 0 2 2  0 0  - 0  1 0 2 <-> 1 0 0"), "CiC");
    }
}
