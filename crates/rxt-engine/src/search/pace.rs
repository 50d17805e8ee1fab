//! Whether another iteration is worth beginning, from what the iterations so far have cost.

use super::tree::Tree;
use crate::fixed::{FRACTION, exp2, log2};
use crate::spec::{Iterations, StopRule};

/// What each depth cost, for this move and the one before. Costs are positions where positions are limited, so that games
/// can be repeated, and microseconds otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pace {
    before: Vec<u64>,
    now: Vec<u64>,
    spent: u64,
}

impl Pace {
    /// A new move is begun.
    pub(crate) fn begin(&mut self) {
        self.before = std::mem::take(&mut self.now);
        self.spent = 0;
    }

    /// An iteration has ended.
    pub(crate) fn ended(&mut self, tree: &Tree) {
        let spent = spent(tree);
        self.now.push(spent.saturating_sub(self.spent));
        self.spent = spent;
    }

    /// Whether to begin the next iteration.
    pub(crate) fn goes_on(&self, rule: Iterations, tree: &Tree) -> bool {
        let Some(budget) = budget(tree) else { return true };
        match rule.stop {
            StopRule::Budget => true,
            StopRule::Threshold => self.spent <= thousandths(budget, rule.threshold),
            StopRule::Predict => {
                let cost = thousandths(self.predicted(), rule.scale);
                self.spent.saturating_add(cost) <= budget
            }
        }
    }

    /// What the next depth will probably cost: as much as for the move before, or what regression says.
    fn predicted(&self) -> u64 {
        self.before.get(self.now.len()).copied().unwrap_or_else(|| extrapolated(&self.now))
    }
}

/// The next cost if costs grow exponentially: a line through their logarithms by least squares.
fn extrapolated(costs: &[u64]) -> u64 {
    let count = costs.len() as i64;
    if count < 2 {
        return costs.first().copied().unwrap_or(0);
    }
    let logarithm = |&cost: &u64| log2(cost.max(1));
    // Depths are counted from the middle, in halves, so that they add up to nothing and stay whole numbers.
    let place = |index: i64| 2 * index - (count - 1);
    let mean = costs.iter().map(logarithm).sum::<i64>() / count;
    let rise: i64 = costs.iter().zip(0..).map(|(cost, index)| place(index) * logarithm(cost)).sum();
    let run: i64 = (0..count).map(|index| place(index) * place(index)).sum();
    let next = mean + rise * place(count) / run;
    exp2(next.clamp(0, 60 << FRACTION))
}

fn thousandths(of: u64, share: u32) -> u64 {
    (u128::from(of) * u128::from(share) / 1000).min(u128::from(u64::MAX)) as u64
}

fn spent(tree: &Tree) -> u64 {
    match tree.spending.most_visits() {
        Some(_) => tree.spending.visits(),
        None => tree.spending.elapsed().as_micros() as u64,
    }
}

fn budget(tree: &Tree) -> Option<u64> {
    tree.spending.most_visits().or_else(|| tree.spending.deadline().map(|time| time.as_micros() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_growth_goes_on() {
        let near = |found: u64, expected: u64| found.abs_diff(expected) * 1000 <= expected * 2;
        assert!(near(extrapolated(&[10, 20, 40, 80]), 160));
        assert!(near(extrapolated(&[1000, 5000]), 25_000));
        assert!(near(extrapolated(&[7, 7, 7]), 7));
        assert_eq!([extrapolated(&[]), extrapolated(&[9])], [0, 9]);
    }

    #[test]
    fn the_move_before_is_believed_first() {
        let pace = Pace { before: vec![1, 2, 300], now: vec![10, 20], spent: 30 };
        assert_eq!(pace.predicted(), 300);
        let pace = Pace { before: vec![1, 2], now: vec![16, 64], spent: 80 };
        assert!(pace.predicted().abs_diff(256) <= 1);
    }
}
