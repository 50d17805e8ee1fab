//! Games between two engines, block by block, as the arena plays them.

use crate::experiment::Lab;
use rxt_arena::matches::{Field, GameLine, MatchPlan, play_block};
use rxt_engine::Spec;
use rxt_record::Record;
use rxt_rules::agent::Budget;
use std::time::Duration;

/// Two engines that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// What this comparison is about.
    pub(crate) question: String,
    /// The one whose score is told.
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) fields: Vec<Field>,
    /// What a move may cost: `1000` positions, or `20ms`.
    pub(crate) limit: String,
    /// Random moves at the beginning.
    pub(crate) opening: u32,
    /// It is played in every so many-th round only, because it is dear.
    pub(crate) every: u32,
}

/// What a block showed.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) map: String,
    pub(crate) players: u8,
    /// The mean placement score of the first; 0.5 means that both are equal.
    pub(crate) score: f64,
    pub(crate) games: Vec<(GameLine, Record)>,
}

impl Pairing {
    pub(crate) fn new(question: &str, first: &str, second: &str, fields: Vec<Field>, limit: &str) -> Self {
        Self {
            question: question.to_owned(),
            first: first.to_owned(),
            second: second.to_owned(),
            fields,
            limit: limit.to_owned(),
            opening: 8,
            every: 1,
        }
    }

    fn plan(&self, lab: &Lab) -> MatchPlan {
        let spec = |text: &str| Spec::parse(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        MatchPlan {
            competitors: vec![spec(&self.first), spec(&self.second)],
            fields: self.fields.clone(),
            games: 1,
            budget: budget(&self.limit),
            opening: self.opening,
            seed: lab.seed,
        }
    }

    /// Whether moves are limited by time, so that games depend on the machine.
    pub(crate) fn by_the_clock(&self) -> bool {
        budget(&self.limit).time.is_some()
    }

    /// Plays a block; `None` if it was interrupted, or if an engine failed.
    pub(crate) fn play(&self, lab: &Lab, block: u32) -> Option<Block> {
        let plan = self.plan(lab);
        let games = match &lab.elsewhere {
            Some(elsewhere) if !self.by_the_clock() => elsewhere.play_block(&plan, block)?,
            _ => play_block(&plan, block, &lab.interrupt)?,
        };
        let mut scores = Vec::new();
        for (game, _) in games.iter().filter(|(game, _)| !game.broken) {
            let own = game.seats.iter().zip(&game.scores).filter(|(seat, _)| **seat == 0).map(|(_, score)| *score);
            scores.extend(own);
        }
        let (line, record) = games.first()?;
        let (map, players) = (line.map.clone(), record.map.players());
        (!scores.is_empty()).then(|| Block {
            map,
            players,
            score: scores.iter().sum::<f64>() / scores.len() as f64,
            games,
        })
    }
}

/// A limit as text: so many positions, `20ms` of wall time, or `d4` for a depth.
pub(crate) fn budget(limit: &str) -> Budget {
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("`{limit}` is no limit"));
    if let Some(milliseconds) = limit.strip_suffix("ms") {
        return Budget { time: Some(Duration::from_millis(number(milliseconds))), ..Budget::default() };
    }
    if let Some(depth) = limit.strip_prefix('d') {
        return Budget { depth: Some(number(depth) as u32), ..Budget::default() };
    }
    Budget { nodes: Some(number(limit)), ..Budget::default() }
}

/// Which pairing and which of its blocks is job number `job`: in every round each pairing has a turn, dear ones in some
/// rounds only, so that the first jobs are a small version of all.
pub(crate) fn turn(pairings: &[Pairing], job: u32) -> (usize, u32) {
    let mut left = job;
    for round in 0.. {
        for (index, pairing) in pairings.iter().enumerate().filter(|(_, pairing)| (round + 1) % pairing.every == 0) {
            if left == 0 {
                return (index, round / pairing.every);
            }
            left -= 1;
        }
    }
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_pairings_have_fewer_turns() {
        let cheap = Pairing::new("a", "first", "random", Vec::new(), "10");
        let dear = Pairing { every: 2, ..cheap.clone() };
        let turns: Vec<(usize, u32)> = (0..6).map(|job| turn(&[cheap.clone(), dear.clone()], job)).collect();
        assert_eq!(turns, [(0, 0), (0, 1), (1, 0), (0, 2), (0, 3), (1, 1)]);
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(budget("1000").nodes, Some(1000));
        assert_eq!(budget("20ms").time, Some(Duration::from_millis(20)));
        assert_eq!(budget("d4").depth, Some(4));
    }

    #[test]
    fn a_block_is_played_and_scored() {
        let pairing = Pairing::new("a", "greedy", "random", vec![crate::field("standard-8x8")], "50");
        let block = pairing.play(&Lab::new(1), 3).unwrap();
        assert_eq!((block.games.len(), block.players), (2, 2));
        assert!((0.0..=1.0).contains(&block.score));
    }
}
