//! Points for places.

use rxt_rules::rank;

/// What a place is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct PointTable(Option<Vec<f64>>);

impl PointTable {
    /// The points for the first, the second and so on; nothing beyond. `None`: the placement score.
    pub fn new(points: Option<Vec<f64>>) -> Self {
        Self(points)
    }

    /// What each player gets for these points on the board. Who shares places shares what they are worth.
    pub fn award(&self, points: &[Option<u32>]) -> Vec<f64> {
        let placements = rank::placements(points);
        match &self.0 {
            None => placements.iter().map(|placement| placement.score).collect(),
            Some(table) => placements
                .iter()
                .zip(points)
                .map(|(at, own)| place_points(table, at.place, level(points, *own)))
                .collect(),
        }
    }
}

fn level(points: &[Option<u32>], own: Option<u32>) -> usize {
    points.iter().filter(|&&other| other == own).count()
}

/// What a place is worth that `level` players share: the mean of what their places are worth.
pub fn place_points(table: &[f64], place: f64, level: usize) -> f64 {
    let first = (place - (level as f64 - 1.0) / 2.0).round() as usize;
    let worth = |place: usize| table.get(place - 1).copied().unwrap_or(0.0);
    (first..first + level).map(worth).sum::<f64>() / level as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_worth_what_the_table_says_and_shared_ones_their_mean() {
        let table = PointTable::new(Some(vec![25.0, 11.0, 5.0, 2.0]));
        assert_eq!(table.award(&[Some(9), Some(20), Some(1), Some(3)]), [11.0, 25.0, 2.0, 5.0]);
        assert_eq!(table.award(&[Some(9), Some(9), None, Some(3)]), [18.0, 18.0, 2.0, 5.0]);
        assert_eq!(table.award(&[None, None, None, Some(3)]), [6.0, 6.0, 6.0, 25.0]);
    }

    #[test]
    fn without_a_table_the_placement_score_counts() {
        assert_eq!(PointTable::new(None).award(&[Some(1), Some(2)]), [0.0, 1.0]);
    }
}
