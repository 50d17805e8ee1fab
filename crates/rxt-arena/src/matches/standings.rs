//! Who is stronger, and how sure that is.

use super::game::GameLine;
use crate::stats::{Mean, mean};
use std::collections::BTreeMap;

/// What a competitor has reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Games in which it played.
    pub games: u32,
    /// Games in which one of its seats was alone in front.
    pub wins: u32,
    /// Mean placement score of its seats, with the interval over blocks; `None` without games.
    pub score: Option<Mean>,
    /// Seats that were disqualified.
    pub disqualified: u32,
}

/// The standings of `competitors`. Only whole blocks count for the score: in half a block somebody sits better.
pub fn standings(competitors: usize, lines: &[GameLine]) -> Vec<Standing> {
    let whole = whole_blocks(lines);
    let lines: Vec<&GameLine> = lines.iter().filter(|line| !line.broken).collect();
    (0..competitors).map(|competitor| standing(competitor, &lines, &whole)).collect()
}

/// Blocks in which everybody sat everywhere equally often, with their games.
pub(crate) fn whole_blocks(lines: &[GameLine]) -> BTreeMap<u32, Vec<&GameLine>> {
    let mut blocks: BTreeMap<u32, Vec<&GameLine>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.broken) {
        blocks.entry(line.block).or_default().push(line);
    }
    blocks.retain(|_, games| is_balanced(games));
    blocks
}

fn is_balanced(games: &[&GameLine]) -> bool {
    let mut sitting: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for game in games {
        for (seat, &competitor) in game.seats.iter().enumerate() {
            *sitting.entry((seat, competitor)).or_default() += 1;
        }
    }
    let mut competitors: Vec<usize> = sitting.keys().map(|(_, competitor)| *competitor).collect();
    competitors.sort_unstable();
    competitors.dedup();
    sitting.len() == competitors.len() * games[0].seats.len()
        && sitting.values().all(|&times| times * competitors.len() == games.len())
}

fn standing(competitor: usize, lines: &[&GameLine], whole: &BTreeMap<u32, Vec<&GameLine>>) -> Standing {
    let seats = |line: &GameLine| -> Vec<usize> {
        line.seats.iter().enumerate().filter(|(_, sitting)| **sitting == competitor).map(|(seat, _)| seat).collect()
    };
    let mut standing = Standing { games: 0, wins: 0, score: None, disqualified: 0 };
    let mut blocks: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for line in lines {
        let own = seats(line);
        if own.is_empty() {
            continue;
        }
        standing.games += 1;
        let won = own.iter().any(|&seat| line.scores[seat] >= 1.0 && line.points[seat].is_some());
        standing.wins += u32::from(won);
        standing.disqualified += own.iter().filter(|&&seat| line.points[seat].is_none()).count() as u32;
        blocks.entry(line.block).or_default().extend(own.iter().map(|&seat| line.scores[seat]));
    }
    let means: Vec<f64> = blocks
        .iter()
        .filter(|(block, _)| whole.contains_key(block))
        .map(|(_, scores)| scores.iter().sum::<f64>() / scores.len() as f64)
        .collect();
    standing.score = mean(&means);
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(block: u32, rotation: u32, seats: &[usize], points: &[Option<u32>]) -> GameLine {
        GameLine {
            block,
            rotation,
            map: "map".to_owned(),
            seats: seats.to_vec(),
            points: points.to_vec(),
            scores: rxt_rules::rank::placements(points).iter().map(|placement| placement.score).collect(),
            plies: 60,
            broken: false,
        }
    }

    #[test]
    fn a_block_is_one_sample_and_half_a_block_none() {
        let lines = [
            line(0, 0, &[0, 1], &[Some(40), Some(24)]),
            line(0, 1, &[1, 0], &[Some(40), Some(24)]),
            line(1, 0, &[0, 1], &[Some(33), Some(31)]),
            line(1, 1, &[1, 0], &[None, Some(31)]),
            line(2, 0, &[0, 1], &[Some(10), Some(54)]),
        ];
        let [first, second] = <[Standing; 2]>::try_from(standings(2, &lines)).unwrap();
        assert_eq!((first.games, first.wins, first.disqualified), (5, 3, 0));
        assert_eq!((second.games, second.wins, second.disqualified), (5, 2, 1));
        // Blocks 0.5 and 1.0 for the first.
        assert!((first.score.unwrap().mean - 0.75).abs() < 1e-12);
        assert!((second.score.unwrap().mean - 0.25).abs() < 1e-12);
    }

    #[test]
    fn a_game_that_broke_off_counts_for_nobody() {
        let broken = GameLine { broken: true, ..line(0, 0, &[0, 1], &[None, None]) };
        let standing = &standings(2, &[broken])[0];
        assert_eq!((standing.games, standing.score), (0, None));
    }
}
