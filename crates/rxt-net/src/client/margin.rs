//! How much of an account stays unused, so that stalls and round trips do not make an answer late.

use std::time::Duration;

/// What was measured of everything that happens between the end of thinking and the end of the server's clock. Knows no
/// clock itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Margin {
    /// How late this process wakes up when it asked to be woken.
    wake: Peak,
    /// How much later than planned answers leave.
    overrun: Peak,
    /// What the server charges beyond the time from the request's arrival to the answer's departure.
    transport: Peak,
}

/// Always kept.
const BASE: Duration = Duration::from_millis(8);
/// Before anything was measured, the machine is taken for a busy one, and a delayed acknowledgement fits in.
const TRANSPORT_PRIOR: Duration = Duration::from_millis(15);
const WAKE_PRIOR: Duration = Duration::from_millis(35);
/// After how many smaller samples a peak has lost about two thirds of its height.
const TRANSPORT_MEMORY: f64 = 24.0;
const WAKE_MEMORY: f64 = 2000.0;
/// Memory at the beginning, when little more than a guess has to be forgotten.
const SHORTEST_MEMORY: f64 = 8.0;
/// What was seen is taken this many times, because it can get worse.
const CAUTION: f64 = 2.0;
/// The largest part of an account that is kept: an answer without thought is worth little.
const LARGEST_PART: f64 = 0.5;
/// The smallest part of an account that is kept, until that is more than anybody could need.
const SMALLEST_PART: f64 = 0.02;
const SMALLEST_PART_LIMIT: Duration = Duration::from_millis(500);

impl Default for Margin {
    fn default() -> Self {
        Self {
            wake: Peak::new(WAKE_PRIOR, WAKE_MEMORY),
            overrun: Peak::new(Duration::ZERO, TRANSPORT_MEMORY),
            transport: Peak::new(TRANSPORT_PRIOR, TRANSPORT_MEMORY),
        }
    }
}

impl Margin {
    /// This process woke up so much later than it had asked for.
    pub fn woke(&mut self, late: Duration) {
        self.wake.observe(late);
    }

    /// An answer left so much later than planned.
    pub fn overran(&mut self, late: Duration) {
        self.overrun.observe(late);
    }

    /// The server charged so much more than was spent between arrival and departure.
    pub fn transported(&mut self, overhead: Duration) {
        self.transport.observe(overhead);
    }

    /// What to keep of an account.
    pub fn of(&self, account: Duration) -> Duration {
        let stalls = (self.wake.value.max(self.overrun.value) + self.transport.value).mul_f64(CAUTION);
        let least = account.mul_f64(SMALLEST_PART).min(SMALLEST_PART_LIMIT);
        (BASE + stalls).max(least).min(account.mul_f64(LARGEST_PART))
    }
}

/// A maximum that forgets: a stand-in for a high quantile of what was seen lately, without keeping it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Peak {
    value: Duration,
    /// How many samples it remembers, about; fewer while it has not seen as many.
    memory: f64,
    seen: f64,
}

impl Peak {
    const fn new(value: Duration, memory: f64) -> Self {
        Self { value, memory, seen: 0.0 }
    }

    fn observe(&mut self, sample: Duration) {
        self.seen += 1.0;
        let memory = (self.seen / 2.0).clamp(SHORTEST_MEMORY, self.memory);
        let fall = self.value.saturating_sub(sample).div_f64(memory);
        self.value = self.value.max(sample).saturating_sub(fall);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A margin after some calm seconds.
    fn calm() -> Margin {
        let mut margin = Margin::default();
        (0..2000).for_each(|_| margin.woke(Duration::ZERO));
        (0..40).for_each(|_| margin.transported(Duration::ZERO));
        margin
    }

    #[test]
    fn a_stall_widens_the_margin_at_once_and_is_forgotten_slowly() {
        let mut margin = calm();
        let account = 1000 * MS;
        let before = margin.of(account);
        assert!(before <= 20 * MS, "{before:?}");
        margin.woke(100 * MS);
        assert!(margin.of(account) >= 200 * MS, "{:?}", margin.of(account));
        (0..100).for_each(|_| margin.woke(Duration::ZERO));
        assert!(margin.of(account) > 160 * MS, "a second later it is still known");
        (0..20_000).for_each(|_| margin.woke(Duration::ZERO));
        assert!(margin.of(account) <= before, "minutes later it is not");
    }

    #[test]
    fn what_was_only_guessed_is_soon_forgotten() {
        let mut margin = Margin::default();
        let account = 200 * MS;
        assert!(margin.of(account) >= 95 * MS, "{:?}", margin.of(account));
        (0..80).for_each(|_| margin.woke(MS / 5));
        margin.transported(MS);
        assert!(margin.of(account) < 50 * MS, "{:?}", margin.of(account));
    }

    #[test]
    fn round_trips_and_late_answers_count() {
        let mut late = calm();
        late.overran(50 * MS);
        assert!(late.of(1000 * MS) >= 108 * MS, "{:?}", late.of(1000 * MS));
        let mut margin = calm();
        (0..200).for_each(|_| margin.transported(40 * MS));
        let kept = margin.of(3000 * MS);
        assert!(kept >= 88 * MS && kept < 100 * MS, "{kept:?}");
    }

    #[test]
    fn the_margin_is_bounded_by_the_account() {
        let mut margin = calm();
        margin.woke(Duration::from_secs(10));
        assert_eq!(margin.of(200 * MS), 100 * MS, "half is the most");
        let calm = calm();
        assert_eq!(calm.of(Duration::from_secs(10)), 200 * MS, "a fiftieth of a long account");
        assert_eq!(calm.of(Duration::from_secs(1000)), 500 * MS, "but not of a very long one");
    }
}
