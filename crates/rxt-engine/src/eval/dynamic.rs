//! Stones beside a corner, by what lies on the corner: `corner-dynamic`.

use super::catalogue::{Opt, Term};
use super::shape::{Shape, neighbours, shape};
use super::spec::EvalSpec;
use super::weights::is_beside_corner;
use rxt_rules::{ByPlayer, Map, Position, Tile};

/// `corner` points for a corner and `border` points for a border that is not beside a corner. For each stone and each
/// corner beside it: `beside` points against its owner while the corner is free, for him if it is his, and none if
/// anybody else has it or it is destroyed.
///
/// A stone beside an open corner lets others into it; beside an own corner it cannot be taken along that axis any more.
#[derive(Clone, Debug)]
pub(super) struct DynamicCorners {
    fixed: Box<[(Tile, i32)]>,
    /// Each tile beside a corner with the corner.
    beside: Box<[(Tile, Tile)]>,
    beside_points: i32,
}

impl DynamicCorners {
    /// `None` if the spec does not have the term.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        if !spec.has(Term::CornerDynamic) {
            return None;
        }
        let shapes: Vec<Shape> = map.tiles().map(|tile| shape(map, tile, |_| true)).collect();
        let is_corner = |tile: &Tile| shapes[tile.index()] == Shape::Corner;
        let (mut fixed, mut beside) = (Vec::new(), Vec::new());
        for tile in map.tiles() {
            if is_beside_corner(map, &shapes, tile) {
                let corners = neighbours(map, tile).into_iter().filter(is_corner);
                beside.extend(corners.map(|corner| (tile, corner)));
                continue;
            }
            match shapes[tile.index()] {
                Shape::Corner => fixed.push((tile, spec.get(Opt::Corner))),
                Shape::Border => fixed.push((tile, spec.get(Opt::Border))),
                Shape::Inner => {}
            }
        }
        let (fixed, beside) = (fixed.into_boxed_slice(), beside.into_boxed_slice());
        Some(Self { fixed, beside, beside_points: spec.get(Opt::Beside) })
    }

    /// Adds up each player's tiles.
    pub(super) fn add(&self, position: &Position, places: &mut ByPlayer<i32>) {
        for &(tile, points) in &self.fixed {
            if let Some(owner) = position.cell(tile).owner() {
                places[owner] += points;
            }
        }
        for &(tile, corner) in &self.beside {
            let Some(owner) = position.cell(tile).owner() else { continue };
            let corner = position.cell(corner);
            if corner.is_free() {
                places[owner] -= self.beside_points;
            } else if corner.owner() == Some(owner) {
                places[owner] += self.beside_points;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{start, values};

    #[test]
    fn a_stone_beside_a_corner_counts_by_who_has_the_corner() {
        // Player 1: the corner at the top left (5), beside it (1,0) and (1,1): +2 each; beside the free corner at the top
        // right (3,1): -2. Player 2: (1,3) beside player 1's corner at the bottom left: 0, and the border (2,4): 1, which
        // is not beside a corner. Player 1 has that corner too (5).
        let position = start(
            "2 0 0 0 5 5
             1 1 0 0 0
             0 1 0 1 0
             0 0 0 0 0
             0 2 0 0 0
             1 0 2 0 0",
        );
        assert_eq!(values("corner-dynamic", &position), [(5 + 2 + 2 - 2 + 5) * UNIT, UNIT]);
    }
}
