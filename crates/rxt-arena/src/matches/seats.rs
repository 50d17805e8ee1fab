//! How good the seats of a map are, where the same engine sits on all of them.

use super::game::{self, GameLine};
use super::plan::MatchPlan;
use crate::pool;
use crate::stats::{Mean, mean, paired};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

/// What games say about the seats of a map.
#[derive(Clone, PartialEq, Debug)]
pub struct Seats {
    /// How many games.
    pub games: usize,
    /// The mean placement score of players 1 to n, with its interval; empty without games.
    pub scores: Vec<Mean>,
    /// The seat that is surely better or worse than the others, from 0: the one of them that is furthest from a half.
    pub unfair: Option<usize>,
}

/// Plays the games of a plan with one competitor, who sits everywhere. What was played so far is returned if it is
/// interrupted.
pub fn play_seats(
    plan: &MatchPlan,
    workers: usize,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(),
) -> Vec<GameLine> {
    let mut lines = Vec::new();
    let jobs = plan.schedule().into_iter().take_while(|_| !interrupt.load(Ordering::Relaxed));
    let work = |job| game::play(plan, &job, interrupt);
    let Ok(()) = pool::each(jobs, workers, work, |played| {
        if let Some((line, _)) = played {
            lines.push(line);
            observe();
        }
        Ok::<(), Infallible>(())
    });
    lines
}

/// What the games of a plan say about each of its maps.
pub fn seats(plan: &MatchPlan, lines: &[GameLine]) -> Vec<Seats> {
    let on = |field| lines.iter().filter(move |line| plan.field_of(line.block) == field && !line.broken);
    (0..plan.fields.len()).map(|field| seats_of(&on(field).collect::<Vec<_>>())).collect()
}

/// What the games on one map say. By chance alone some seat is called unlike the others on one of twenty fair maps, however
/// many seats there are.
fn seats_of(lines: &[&GameLine]) -> Seats {
    const CHANCE: f64 = 0.05;
    let players = lines.first().map_or(0, |line| line.scores.len());
    let mut scores = Vec::new();
    let mut unfair: Option<usize> = None;
    for seat in 0..players {
        let samples: Vec<f64> = lines.iter().map(|line| line.scores[seat]).collect();
        scores.extend(mean(&samples));
        let distance = |seat: usize| (scores[seat].mean - 0.5).abs();
        let is_sure = chance(&samples) * (players as f64) < CHANCE;
        if is_sure && unfair.is_none_or(|other| distance(seat) > distance(other)) {
            unfair = Some(seat);
        }
    }
    Seats { games: lines.len(), scores, unfair }
}

/// How often chance alone takes the mean so far from a half.
fn chance(samples: &[f64]) -> f64 {
    let halves: Vec<(f64, f64)> = samples.iter().map(|&sample| (sample, 0.5)).collect();
    let Some(found) = paired(&halves) else { return 1.0 };
    // Where all games end alike there is no spread to compare with, but each of them could have gone either way.
    let alike = || if found.difference.mean == 0.0 { 1.0 } else { 0.5_f64.powi(samples.len() as i32 - 1) };
    found.student_p.unwrap_or_else(alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(scores: &[&[f64]]) -> Seats {
        let line = |(block, scores): (usize, &&[f64])| GameLine {
            block: block as u32,
            rotation: 0,
            map: "field".to_owned(),
            seats: vec![0; scores.len()],
            points: vec![Some(1); scores.len()],
            scores: scores.to_vec(),
            plies: 10,
            broken: false,
        };
        let lines: Vec<GameLine> = scores.iter().enumerate().map(line).collect();
        seats_of(&lines.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_seat_that_wins_too_often_is_named_and_one_that_may_be_lucky_is_not() {
        let won: [&[f64]; 2] = [&[0.5, 0.0, 1.0], &[0.0, 0.5, 1.0]];
        let fair: [&[f64]; 3] = [&[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5], &[0.5, 0.0, 1.0]];
        let found = judged(&won.repeat(8));
        assert_eq!((found.games, found.unfair), (16, Some(2)));
        assert!((found.scores[2].mean - 1.0).abs() < 1e-12);
        assert_eq!(judged(&fair.repeat(6)).unfair, None);
        assert_eq!(judged(&won).unfair, None, "two games say nothing");
        assert_eq!(judged(&[]), Seats { games: 0, scores: Vec::new(), unfair: None });
    }

    #[test]
    fn games_that_all_end_in_a_tie_are_fair() {
        let tie: [&[f64]; 1] = [&[0.5, 0.5]];
        assert_eq!(judged(&tie.repeat(30)).unfair, None);
    }
}
