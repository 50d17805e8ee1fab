//! Line-ups of those who are near each other and have not met often.

use crate::matches::GameLine;
use std::collections::BTreeSet;

/// How often bots have met.
#[derive(Clone, Debug)]
pub(super) struct Meetings(Vec<Vec<u32>>);

impl Meetings {
    /// Counts each block once.
    pub(super) fn of(bots: usize, lines: &[GameLine]) -> Self {
        let mut met = vec![vec![0; bots]; bots];
        let mut counted = BTreeSet::new();
        for line in lines.iter().filter(|line| counted.insert(line.block)) {
            let playing: BTreeSet<usize> = line.seats.iter().copied().collect();
            for &one in &playing {
                for &other in playing.iter().filter(|&&other| other != one) {
                    met[one][other] += 1;
                }
            }
        }
        Self(met)
    }

    pub(super) fn between(&self, one: usize, other: usize) -> u32 {
        self.0[one][other]
    }
}

/// Seats bots in the order given, `size` to a table: who is next in order begins a table, and those follow who have met
/// its players least often, the nearest first. Two or more who are left share a smaller table; one is left over.
pub(super) fn tables(order: &[usize], size: usize, meetings: &Meetings) -> (Vec<Vec<usize>>, Option<usize>) {
    if size == 2 && order.len() <= EXACT {
        return pairs(order, meetings);
    }
    let mut waiting = order.to_vec();
    let mut tables = Vec::new();
    while waiting.len() >= 2 {
        let mut table = vec![waiting.remove(0)];
        while table.len() < size && !waiting.is_empty() {
            let met = |bot: usize| table.iter().map(|&other| meetings.between(bot, other)).sum::<u32>();
            let next = (0..waiting.len()).min_by_key(|&at| met(waiting[at])).expect("somebody waits");
            table.push(waiting.remove(next));
        }
        tables.push(table);
    }
    (tables, waiting.pop())
}

/// Up to so many bots, pairs are the best there are.
const EXACT: usize = 64;

/// Pairs such that as few as possible meet again: a pairing without, if going back a bounded number of times finds one.
fn pairs(order: &[usize], meetings: &Meetings) -> (Vec<Vec<usize>>, Option<usize>) {
    let (playing, free) = match order.split_last() {
        Some((last, rest)) if order.len() % 2 == 1 => (rest, Some(*last)),
        _ => (order, None),
    };
    let most = playing.iter().flat_map(|&one| playing.iter().map(move |&other| (one, other)));
    let most = most.map(|(one, other)| meetings.between(one, other)).max().unwrap_or(0);
    for allowed in 0..=most {
        let mut steps = STEPS;
        let mut found = Vec::new();
        if pair_up(playing, meetings, allowed, &mut found, &mut steps) {
            return (found, free);
        }
    }
    (playing.chunks(2).map(<[usize]>::to_vec).collect(), free)
}

/// How often a pairing may be taken back.
const STEPS: u32 = 20_000;

fn pair_up(waiting: &[usize], met: &Meetings, allowed: u32, found: &mut Vec<Vec<usize>>, steps: &mut u32) -> bool {
    let Some((&first, rest)) = waiting.split_first() else { return true };
    for (at, &second) in rest.iter().enumerate() {
        if met.between(first, second) > allowed {
            continue;
        }
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        found.push(vec![first, second]);
        let left = [&rest[..at], &rest[at + 1..]].concat();
        if pair_up(&left, met, allowed, found, steps) {
            return true;
        }
        found.pop();
    }
    false
}
