//! What a stone is worth on which tile, the same for every player: `corners` and `corner-map`.

use super::catalogue::{Opt, Term};
use super::shape::{Shape, neighbours, shape};
use super::spec::EvalSpec;
use rxt_rules::{ByPlayer, Map, Position, Tile};

/// Points for a stone on each tile.
///
/// `corners`: `corner` points on a corner, `border` points on a border, nothing elsewhere.
/// `corner-map`: the same, but a tile beside a corner that is no corner itself counts `beside` points against its owner,
/// border or not, because a stone there invites others into the corner.
#[derive(Clone, Debug)]
pub(super) struct TileWeights {
    /// Points of each tile.
    points: Box<[i32]>,
    /// The tiles with points other than 0.
    weighted: Box<[(Tile, i32)]>,
}

impl TileWeights {
    /// The weights of all static terms of a spec, added up; `None` if it has none.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        let [corner, border, beside] = [Opt::Corner, Opt::Border, Opt::Beside].map(|option| spec.get(option));
        let mut points = vec![0; map.tile_count()];
        let shapes: Vec<Shape> = map.tiles().map(|tile| shape(map, tile, |_| true)).collect();
        for tile in map.tiles() {
            let plain = match shapes[tile.index()] {
                Shape::Corner => corner,
                Shape::Border => border,
                Shape::Inner => 0,
            };
            if spec.has(Term::Corners) {
                points[tile.index()] += plain;
            }
            if spec.has(Term::CornerMap) {
                points[tile.index()] += if is_beside_corner(map, &shapes, tile) { -beside } else { plain };
            }
        }
        let weighted = map.tiles().zip(&points).filter(|&(_, &points)| points != 0);
        let weighted: Box<[_]> = weighted.map(|(tile, &points)| (tile, points)).collect();
        let present = spec.has(Term::Corners) || spec.has(Term::CornerMap);
        present.then(|| Self { points: points.into_boxed_slice(), weighted })
    }

    #[inline]
    pub(super) fn of(&self, tile: Tile) -> i32 {
        self.points[tile.index()]
    }

    /// Adds up each player's tiles.
    pub(super) fn add(&self, position: &Position, places: &mut ByPlayer<i32>) {
        for &(tile, points) in &self.weighted {
            if let Some(owner) = position.cell(tile).owner() {
                places[owner] += points;
            }
        }
    }
}

/// Whether a tile is no corner and has one beside it.
pub(super) fn is_beside_corner(map: &Map, shapes: &[Shape], tile: Tile) -> bool {
    let is_corner = |tile: Tile| shapes[tile.index()] == Shape::Corner;
    !is_corner(tile) && neighbours(map, tile).into_iter().any(is_corner)
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{start, values};

    /// Player 1 has a corner and a tile beside it, player 2 a border, a corner, and a tile beside it.
    const BOARD: &str = "2 0 0 0 5 5
        1 0 2 0 0
        0 1 0 0 0
        0 0 0 0 0
        0 2 0 0 0
        2 0 0 0 0";

    #[test]
    fn corners_count_five_and_borders_one() {
        // Player 2 has the corner at the bottom left and the border at the top; (1,1) and (1,3) are inner tiles.
        assert_eq!(values("corners", &start(BOARD)), [5 * UNIT, 6 * UNIT]);
        assert_eq!(values("corners,corner=7,border=3", &start(BOARD)), [7 * UNIT, 10 * UNIT]);
    }

    #[test]
    fn the_map_of_corners_counts_against_stones_beside_them() {
        // (1,1) and (1,3) lie beside corners, which are taken; the static map does not care.
        assert_eq!(values("corner-map", &start(BOARD)), [(5 - 2) * UNIT, (5 + 1 - 2) * UNIT]);
    }

    #[test]
    fn sums_add_up() {
        let position = start(BOARD);
        assert_eq!(values("stones+corners+corner-map", &position), [(2 + 5 + 3) * UNIT, (3 + 6 + 4) * UNIT]);
    }
}
