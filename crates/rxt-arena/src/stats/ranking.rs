//! Games as rankings: who sat where, and who came before whom.

use crate::matches::GameLine;
use std::collections::BTreeMap;

/// A game as ratings see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The block; its games are not independent.
    pub block: u32,
    /// Which map, by [`Rankings::maps`].
    pub map: usize,
    /// Which competitor sat where.
    pub competitors: Vec<usize>,
    /// Seats by place, the first first; who shares a place is in the same group.
    pub groups: Vec<Vec<usize>>,
}

/// Games as ratings see them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rankings {
    /// Names of the maps.
    pub maps: Vec<String>,
    /// The number of seats of each map.
    pub seats: Vec<usize>,
    /// The games.
    pub games: Vec<Ranking>,
}

/// Games as rankings. Games that broke off say nothing.
pub fn rankings(lines: &[GameLine]) -> Rankings {
    let mut known = BTreeMap::new();
    let mut rankings = Rankings::default();
    for line in lines.iter().filter(|line| !line.broken) {
        let map = *known.entry(line.map.clone()).or_insert_with(|| {
            rankings.maps.push(line.map.clone());
            rankings.seats.push(line.seats.len());
            rankings.maps.len() - 1
        });
        let mut groups: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
        for (seat, points) in line.points.iter().enumerate() {
            groups.entry(*points).or_default().push(seat);
        }
        let groups = groups.into_values().rev().collect();
        rankings.games.push(Ranking { block: line.block, map, competitors: line.seats.clone(), groups });
    }
    rankings
}
