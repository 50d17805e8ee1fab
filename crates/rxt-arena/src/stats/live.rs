//! Ratings that change game by game, for a ladder.

use crate::matches::GameLine;
use rxt_rules::rank;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// A rating at some time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LiveRating {
    /// The strength; all begin with 25.
    pub mean: f64,
    /// How unsure it is; all begin with 8.33.
    pub deviation: f64,
}

/// The ratings before the first game and after every game, in the order of the plan, by the method of Weng and Lin.
pub fn live_ratings(competitors: usize, lines: &[GameLine]) -> Vec<Vec<LiveRating>> {
    let mut games: Vec<&GameLine> = lines.iter().filter(|line| !line.broken).collect();
    games.sort_by_key(|line| (line.block, line.rotation));
    let mut ratings = vec![WengLinRating::new(); competitors];
    let shown = |ratings: &[WengLinRating]| {
        ratings.iter().map(|own| LiveRating { mean: own.rating, deviation: own.uncertainty }).collect()
    };
    let mut history = vec![shown(&ratings)];
    for line in games {
        update(&mut ratings, line);
        history.push(shown(&ratings));
    }
    history
}

/// A competitor with several seats plays as a team of them.
fn update(ratings: &mut [WengLinRating], line: &GameLine) {
    let mut playing = line.seats.clone();
    playing.sort_unstable();
    playing.dedup();
    if playing.len() < 2 {
        return;
    }
    let places = rank::placements(&line.points);
    let mean_place = |competitor: usize| {
        let own = line.seats.iter().zip(&places).filter(|(seat, _)| **seat == competitor);
        let own: Vec<f64> = own.map(|(_, placement)| placement.place).collect();
        own.iter().sum::<f64>() / own.len() as f64
    };
    // The method wants whole numbers, of which smaller ones are better.
    let rank = |competitor: usize| (mean_place(competitor) * 840.0).round() as usize;
    let before: Vec<[WengLinRating; 1]> = playing.iter().map(|&competitor| [ratings[competitor]]).collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
        .iter()
        .zip(&playing)
        .map(|(team, &competitor)| (&team[..], MultiTeamOutcome::new(rank(competitor))))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    for (&competitor, team) in playing.iter().zip(after) {
        ratings[competitor] = team[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(block: u32, seats: &[usize], points: &[Option<u32>]) -> GameLine {
        let scores = rank::placements(points).iter().map(|placement| placement.score).collect();
        let (seats, points) = (seats.to_vec(), points.to_vec());
        GameLine { block, rotation: 0, map: "map".to_owned(), seats, points, scores, plies: 1, broken: false }
    }

    #[test]
    fn winners_rise_and_shared_places_never_end_below_worse_ones() {
        let lines: Vec<GameLine> =
            (0..40).map(|block| line(block, &[0, 1, 2, 3], &[Some(9), Some(9), Some(3), None])).collect();
        let last = live_ratings(4, &lines).pop().unwrap();
        let means: Vec<f64> = last.iter().map(|rating| rating.mean).collect();
        assert!((means[0] - means[1]).abs() < 1e-9 && means[1] > means[2] && means[2] > means[3], "{means:?}");
        assert!(last.iter().all(|rating| rating.deviation < 8.0));
    }
}
