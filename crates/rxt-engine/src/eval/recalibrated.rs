//! Corners as they are at the root, own corners taken for holes: `corner-recalibrated`.

use super::catalogue::{Opt, Term};
use super::shape::{Shape, shape};
use super::spec::EvalSpec;
use rxt_rules::{ByPlayer, Cell, Map, Player, Position, Tile};

/// `corner` points for a corner, `border` points for a border, as `corners` has them, but each player has a map of his
/// own, made when a search begins: his stones on corners count as holes, which makes corners and borders of the tiles
/// behind them; if he has those too, they count as holes in turn, and so on. His own corners keep the points of a corner.
///
/// Below the root the maps stay as they are. Before a root is known they are those of an empty board.
#[derive(Clone, Debug)]
pub(super) struct Recalibrated {
    corner: i32,
    border: i32,
    /// Points of each tile to each player.
    points: Box<[ByPlayer<i32>]>,
    /// The tiles that have points for anybody.
    weighted: Vec<Tile>,
}

impl Recalibrated {
    /// `None` if the spec does not have the term.
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Option<Self> {
        let points = vec![ByPlayer::all(0); map.tile_count()].into_boxed_slice();
        let (corner, border) = (spec.get(Opt::Corner), spec.get(Opt::Border));
        let mut new = Self { corner, border, points, weighted: Vec::new() };
        new.calibrate(map, |_| Cell::EMPTY);
        spec.has(Term::CornerRecalibrated).then_some(new)
    }

    /// Makes the maps anew for a search from this position.
    pub(super) fn prepare(&mut self, root: &Position) {
        self.calibrate(root.map(), |tile| root.cell(tile));
    }

    fn calibrate(&mut self, map: &Map, cell: impl Fn(Tile) -> Cell) {
        for player in Player::all(map.players()) {
            let held = held_corners(map, |tile| cell(tile) == Cell::stone(player));
            for tile in map.tiles() {
                self.points[tile.index()][player] = match shape(map, tile, |other| !held[other.index()]) {
                    _ if held[tile.index()] => self.corner,
                    Shape::Corner => self.corner,
                    Shape::Border => self.border,
                    Shape::Inner => 0,
                };
            }
        }
        let counts = |tile: &Tile| self.points[tile.index()].array().iter().any(|&points| points != 0);
        self.weighted = map.tiles().filter(counts).collect();
    }

    #[inline]
    pub(super) fn of(&self, tile: Tile, player: Player) -> i32 {
        self.points[tile.index()][player]
    }

    /// Adds up each player's tiles.
    pub(super) fn add(&self, position: &Position, places: &mut ByPlayer<i32>) {
        for &tile in &self.weighted {
            if let Some(owner) = position.cell(tile).owner() {
                places[owner] += self.of(tile, owner);
            }
        }
    }
}

/// The own tiles that are corners, or become corners when those found before count as holes.
fn held_corners(map: &Map, own: impl Fn(Tile) -> bool) -> Vec<bool> {
    let mut held = vec![false; map.tile_count()];
    let mut open: Vec<Tile> = map.tiles().filter(|&tile| own(tile)).collect();
    loop {
        let is_corner = |tile: &Tile| shape(map, *tile, |other| !held[other.index()]) == Shape::Corner;
        let (new, rest): (Vec<Tile>, Vec<Tile>) = open.into_iter().partition(is_corner);
        if new.is_empty() {
            return held;
        }
        for tile in new {
            held[tile.index()] = true;
        }
        open = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{evaluation, player, start};

    const EMPTY_CORNERS: &str = "2 0 0 0 4 4
        0 0 0 0
        0 1 2 0
        0 2 1 0
        0 0 0 0";

    /// Player 1 has the upper left corner and, behind it, two tiles on the upper border and one on the left one.
    const CORNER_HELD: &str = "2 0 0 0 4 4
        1 1 1 0
        1 1 2 0
        0 2 1 0
        0 0 0 0";

    #[test]
    fn behind_an_own_corner_come_new_corners() {
        let position = start(CORNER_HELD);
        let mut evaluation = evaluation("corner-recalibrated", &position);
        // (0,0) is a corner. With it gone, (1,0) and (0,1) are closed along their borders: corners. With those gone, (2,0)
        // is one, and (1,1) is closed along the row, the column and the diagonal through (0,0), and open along the
        // other diagonal between (2,0) and (0,2) until (2,0) is gone too: a corner. (2,2) is closed along the diagonal
        // through (1,1), and open along the row, the column and the other diagonal: nothing.
        assert_eq!(evaluation.value(&position, player(1)), 5 * 5 * UNIT);
        // To player 2 they are stones as before: (2,1) and (1,2) are inner tiles.
        assert_eq!(evaluation.value(&position, player(2)), 0);
        // With the root at the start the same board has one corner and three borders.
        evaluation.prepare(&start(EMPTY_CORNERS));
        assert_eq!(evaluation.value(&position, player(1)), (5 + 3) * UNIT);
    }
}
