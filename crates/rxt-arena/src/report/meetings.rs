//! Who beats whom, where, and who comes in which place.

use crate::matches::GameLine;
use crate::stats::{Mean, duel_scores, mean};
use std::collections::BTreeMap;

/// How one competitor does against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Meeting {
    /// Games in which both played.
    pub games: u32,
    /// How often the first was ahead; who was level counts a half.
    pub ahead: f64,
    /// The mean over blocks with its interval: from 0 to 1, a half when they are level.
    pub score: Option<Mean>,
}

/// How every competitor does against every other: the first index is the one whose view it is.
pub fn meetings(competitors: usize, lines: &[GameLine]) -> Vec<Vec<Meeting>> {
    let meeting = |one: usize, other: usize| {
        let mut meeting = Meeting::default();
        if one == other {
            return meeting;
        }
        for line in lines.iter().filter(|line| !line.broken) {
            let (Some(own), Some(theirs)) = (best(line, one), best(line, other)) else { continue };
            meeting.games += 1;
            meeting.ahead += if own > theirs { 1.0 } else { f64::from(u8::from(own >= theirs)) / 2.0 };
        }
        meeting.score = mean(&duel_scores(lines, one, other));
        meeting
    };
    (0..competitors).map(|one| (0..competitors).map(|other| meeting(one, other)).collect()).collect()
}

/// The mean placement score of the seats of a competitor in a game.
fn best(line: &GameLine, competitor: usize) -> Option<f64> {
    let own = line.seats.iter().zip(&line.scores).filter(|(seat, _)| **seat == competitor);
    let own: Vec<f64> = own.map(|(_, score)| *score).collect();
    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
}

/// The mean placement score of every competitor on every map; `None` where it did not play.
pub fn per_map(competitors: usize, lines: &[GameLine]) -> BTreeMap<String, Vec<Option<f64>>> {
    let mut sums: BTreeMap<String, Vec<(f64, u32)>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.broken) {
        let sums = sums.entry(line.map.clone()).or_insert_with(|| vec![(0.0, 0); competitors]);
        for (&competitor, score) in line.seats.iter().zip(&line.scores) {
            sums[competitor].0 += score;
            sums[competitor].1 += 1;
        }
    }
    let means = |sums: Vec<(f64, u32)>| {
        sums.into_iter().map(|(sum, count)| (count > 0).then(|| sum / f64::from(count))).collect()
    };
    sums.into_iter().map(|(map, sums)| (map, means(sums))).collect()
}

/// How often a competitor came in which place, among so many players.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceRow {
    /// How many played.
    pub players: usize,
    /// Which competitor.
    pub competitor: usize,
    /// How often first, second and so on; who shared places has a part of each.
    pub places: Vec<f64>,
    /// How often disqualified.
    pub disqualified: u32,
}

/// The placement table: for every number of players, how often everybody came where.
pub fn places(competitors: usize, lines: &[GameLine]) -> Vec<PlaceRow> {
    let mut rows: BTreeMap<(usize, usize), PlaceRow> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.broken) {
        let players = line.seats.len();
        for (&competitor, own) in line.seats.iter().zip(&line.points) {
            let row = rows.entry((players, competitor)).or_insert_with(|| PlaceRow {
                players,
                competitor,
                places: vec![0.0; players],
                disqualified: 0,
            });
            row.disqualified += u32::from(own.is_none());
            let ahead = line.points.iter().filter(|other| *other > own).count();
            let level = line.points.iter().filter(|other| *other == own).count();
            for place in &mut row.places[ahead..ahead + level] {
                *place += 1.0 / level as f64;
            }
        }
    }
    rows.into_values().filter(|row| row.competitor < competitors).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rank;

    fn line(block: u32, rotation: u32, seats: &[usize], points: &[Option<u32>]) -> GameLine {
        let scores = rank::placements(points).iter().map(|placement| placement.score).collect();
        let (seats, points) = (seats.to_vec(), points.to_vec());
        GameLine { block, rotation, map: "map".to_owned(), seats, points, scores, plies: 1, broken: false }
    }

    #[test]
    fn places_and_meetings_are_counted() {
        let lines = [
            line(0, 0, &[0, 1, 2], &[Some(9), Some(5), None]),
            line(0, 1, &[1, 2, 0], &[Some(4), Some(4), Some(7)]),
            line(0, 2, &[2, 0, 1], &[Some(8), Some(1), Some(3)]),
        ];
        let rows = places(3, &lines);
        assert_eq!(rows[0].places, [2.0, 0.0, 1.0]);
        assert_eq!(rows[1].places, [0.0, 2.5, 0.5]);
        assert_eq!((rows[2].places.clone(), rows[2].disqualified), (vec![1.0, 0.5, 1.5], 1));
        let meetings = meetings(3, &lines);
        assert_eq!((meetings[0][1].games, meetings[0][1].ahead), (3, 2.0));
        assert!((meetings[1][2].ahead - 1.5).abs() < 1e-12);
        assert!((meetings[1][2].ahead + meetings[2][1].ahead - 3.0).abs() < 1e-12);
        let map = &per_map(3, &lines)["map"];
        assert!((map.iter().flatten().sum::<f64>() - 1.5).abs() < 1e-12);
    }
}
