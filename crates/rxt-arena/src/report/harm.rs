//! Whom each bot harms: whose stones its moves take away.

use rxt_record::Record;
use rxt_record::record::Entry;
use rxt_rules::{Player, Position};

/// Stones that competitors took from each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Harm {
    /// Stones that the first took from the second, over all games.
    stones: Vec<Vec<f64>>,
    /// Games in which both played.
    games: Vec<Vec<u32>>,
}

impl Harm {
    /// Nothing yet.
    pub fn new(competitors: usize) -> Self {
        Self { stones: vec![vec![0.0; competitors]; competitors], games: vec![vec![0; competitors]; competitors] }
    }

    /// Adds a game; `seats` are the competitors of players 1 to n.
    pub fn add(&mut self, record: &Record, seats: &[usize]) {
        let taken = harm_of(record);
        for (mover, &one) in seats.iter().enumerate() {
            for (loser, &other) in seats.iter().enumerate().filter(|(_, other)| **other != one) {
                self.stones[one][other] += f64::from(taken[mover][loser]);
                self.games[one][other] += 1;
            }
        }
    }

    /// Stones that one took from another in a game, on average; `None` if they never met.
    pub fn per_game(&self, one: usize, other: usize) -> Option<f64> {
        (self.games[one][other] > 0).then(|| self.stones[one][other] / f64::from(self.games[one][other]))
    }
}

/// How many stones the moves of each player took from each other player, by captures and bombs. What an inversion or a
/// choice moves around is no harm of this kind: nobody has fewer stones on the board for it, only others.
pub fn harm_of(record: &Record) -> Vec<Vec<u32>> {
    let players: Vec<Player> = Player::all(record.map.players()).collect();
    let mut harm = vec![vec![0; players.len()]; players.len()];
    let mut replay = record.replay();
    loop {
        let before = counts(replay.position(), &players);
        let Some(Ok(entry)) = replay.step() else { return harm };
        let Entry::Move(mv) = entry else { continue };
        let after = counts(replay.position(), &players);
        if is_rearranged(&before, &after) {
            continue;
        }
        for player in players.iter().filter(|player| **player != mv.player) {
            harm[mv.player.index()][player.index()] += before[player.index()].saturating_sub(after[player.index()]);
        }
    }
}

fn counts(position: &Position, players: &[Player]) -> Vec<u32> {
    players.iter().map(|&player| position.stones(player)).collect()
}

/// Whether a move exchanged the colours of whole players: then somebody besides the mover has gained.
fn is_rearranged(before: &[u32], after: &[u32]) -> bool {
    let rises = before.iter().zip(after).filter(|(before, after)| after > before).count();
    rises > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_record::record::MoveEntry;
    use rxt_rules::{Answer, Map};
    use std::sync::Arc;

    #[test]
    fn captured_stones_are_counted_against_whoever_captured_them() {
        let map = Map::parse(b"3 0 0 0 1 6  0 2 3 2 1 0").unwrap().0;
        let mut record = Record::new(Arc::new(map));
        let player = Player::new(1).unwrap();
        record.entries.push(Entry::Move(MoveEntry::new(player, Answer { x: 0, y: 0, special: 0 })));
        assert_eq!(harm_of(&record), [[0, 2, 1], [0, 0, 0], [0, 0, 0]]);
        let mut harm = Harm::new(4);
        harm.add(&record, &[3, 0, 2]);
        assert_eq!((harm.per_game(3, 0), harm.per_game(3, 2), harm.per_game(0, 1)), (Some(2.0), Some(1.0), None));
    }
}
