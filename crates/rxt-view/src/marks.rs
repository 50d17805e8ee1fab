//! What is marked on a board besides what lies on it: legal tiles, the last move, a heat map.

use rxt_rules::{Cell, Phase, Position};

/// Column and row.
pub type Place = (u16, u16);

/// What is marked on a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Marks {
    /// Tiles on which the player to move may set a stone.
    pub legal: Vec<Place>,
    /// Where the last stone was set or the last bomb thrown.
    pub last: Option<Place>,
    /// Tiles that the last move changed.
    pub changed: Vec<Place>,
    /// A value for some tiles.
    pub overlay: Option<Overlay>,
}

impl Marks {
    /// Marks the legal tiles of the player to move. In phase 2 every tile is a target, so none is marked.
    #[must_use]
    pub fn with_legal(mut self, position: &Position) -> Self {
        self.legal = match (position.to_move(), position.phase()) {
            (Some(player), Phase::Build) => {
                position.legal_tiles(player).into_iter().map(|tile| position.map().place(tile)).collect()
            }
            _ => Vec::new(),
        };
        self
    }

    /// Marks a move and everything that differs between the positions before and after it.
    #[must_use]
    pub fn with_move(mut self, before: &Position, after: &Position, place: Place) -> Self {
        let map = after.map();
        let places = map.tiles().filter(|&tile| before.cell(tile) != after.cell(tile)).map(|tile| map.place(tile));
        self.changed = places.filter(|&changed| changed != place).collect();
        self.last = Some(place);
        self
    }
}

/// A value for some tiles, drawn as a heat map from the smallest to the largest.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// The values; those that are no number are left out.
    pub values: Vec<(Place, f64)>,
}

impl Overlay {
    /// The smallest and the largest value, `None` without any.
    pub fn range(&self) -> Option<(f64, f64)> {
        let values = self.values.iter().map(|&(_, value)| value).filter(|value| value.is_finite());
        values.fold(None, |range: Option<(f64, f64)>, value| {
            Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        })
    }

    /// A value of this heat map as text, with as many decimals as tell its values apart.
    pub fn text(&self, value: f64) -> String {
        let (low, high) = self.range().unwrap_or((0.0, 0.0));
        let decimals = match high - low {
            range if range >= 100.0 => 0,
            range if range >= 10.0 => 1,
            range if range >= 0.05 => 2,
            _ => 3,
        };
        format!("{value:.decimals$}")
    }

    /// Each place with its value as a share of the range, 0 to 1.
    pub fn shares(&self) -> impl Iterator<Item = (Place, f64)> {
        let (low, high) = self.range().unwrap_or((0.0, 0.0));
        let share = move |value: f64| if high > low { (value - low) / (high - low) } else { 1.0 };
        self.values.iter().filter(|(_, value)| value.is_finite()).map(move |&(place, value)| (place, share(value)))
    }
}

/// What a square of the board is, as far as pictures are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Square {
    /// A hole of the map.
    Hole,
    /// A tile that a bomb destroyed.
    Crater,
    /// A tile with something on it, or nothing.
    Tile(Cell),
}

impl Square {
    /// The square at a place.
    pub(crate) fn at(position: &Position, (x, y): Place) -> Self {
        match position.map().tile_at(x, y).map(|tile| position.cell(tile)) {
            None => Self::Hole,
            Some(Cell::HOLE) => Self::Crater,
            Some(cell) => Self::Tile(cell),
        }
    }
}

/// All places of a board, row by row.
pub(crate) fn places(position: &Position) -> impl Iterator<Item = Place> + use<> {
    let (width, height) = (position.map().width(), position.map().height());
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heat_map_runs_from_its_smallest_to_its_largest_value() {
        let values = vec![((0, 0), -3.0), ((1, 0), 1.0), ((2, 0), f64::NAN), ((3, 0), -1.0)];
        let shares: Vec<f64> = Overlay { values }.shares().map(|(_, share)| share).collect();
        assert_eq!(shares, [0.0, 1.0, 0.5]);
    }

    #[test]
    fn equal_values_are_all_hot() {
        let overlay = Overlay { values: vec![((0, 0), 2.0), ((1, 0), 2.0)] };
        assert!(overlay.shares().all(|(_, share)| share > 0.999));
        assert_eq!(Overlay::default().range(), None);
    }
}
