//! Who came where: the one definition of ranks that matches, arena, lab, site and fitting use.
//!
//! Players who are not disqualified are ordered by points, and equal points share the mean of their places. Disqualified
//! players come after all others and share the mean of the places that remain (`docs/rules.md`, "Ranks").

/// The outcome of a game for one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// 1 is first; shared places are the mean of the places shared, so halves occur.
    pub place: f64,
    /// 1 for the first of all alone, 0 for the last alone: `(n - place) / (n - 1)`.
    pub score: f64,
}

/// Places for the points of players 1 to n, `None` for the disqualified.
pub fn placements(points: &[Option<u32>]) -> Vec<Placement> {
    let players = points.len();
    let place = |own: Option<u32>| {
        // `None` orders below every number, which is just where the disqualified belong.
        let ahead = points.iter().filter(|&&other| other > own).count();
        let level = points.iter().filter(|&&other| other == own).count();
        ahead as f64 + (level + 1) as f64 / 2.0
    };
    let score = |place: f64| if players > 1 { (players as f64 - place) / (players - 1) as f64 } else { 1.0 };
    points.iter().map(|&own| place(own)).map(|place| Placement { place, score: score(place) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(points: &[Option<u32>]) -> Vec<f64> {
        placements(points).iter().map(|placement| placement.place).collect()
    }

    #[test]
    fn points_decide() {
        assert_eq!(places(&[Some(3), Some(9), Some(5)]), [3.0, 1.0, 2.0]);
    }

    #[test]
    fn equal_points_share_the_mean_of_their_places() {
        assert_eq!(places(&[Some(5), Some(5), Some(1)]), [1.5, 1.5, 3.0]);
        assert_eq!(places(&[Some(0), Some(0), Some(0), Some(0)]), [2.5; 4]);
    }

    #[test]
    fn the_disqualified_come_last_and_share_what_remains() {
        assert_eq!(places(&[None, Some(0), None, Some(7)]), [3.5, 2.0, 3.5, 1.0]);
    }

    #[test]
    fn scores_run_from_one_to_zero_and_add_up_to_half_the_players() {
        let scores: Vec<f64> = placements(&[Some(4), Some(2), None, Some(2)]).iter().map(|p| p.score).collect();
        assert!((scores[0] - 1.0).abs() < 1e-12);
        assert!(scores[2].abs() < 1e-12);
        assert!((scores.iter().sum::<f64>() - 2.0).abs() < 1e-12);
    }
}
