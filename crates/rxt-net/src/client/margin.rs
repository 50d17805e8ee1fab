//! How much of an account stays unused, so that stalls and round trips do not make an answer late.

use std::time::Duration;

/// What was measured of everything that happens between the end of thinking and the end of the server's clock. Knows no
/// clock itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Margin {
    /// How late this process wakes up when it asked to be woken.
    wake: Peak,
    /// What the server charges beyond the time from the request's arrival to the answer's departure.
    transport: Peak,
    /// How long the validator takes for one announcement.
    check: Peak,
}

/// Always kept.
const BASE: Duration = Duration::from_millis(8);
/// Before anything was measured: a delayed acknowledgement of the course's server fits in.
const TRANSPORT_PRIOR: Duration = Duration::from_millis(20);
const WAKE_PRIOR: Duration = Duration::from_millis(5);
/// After how many smaller samples a peak has lost about two thirds of its height.
const TRANSPORT_MEMORY: f64 = 24.0;
const WAKE_MEMORY: f64 = 2000.0;
const CHECK_MEMORY: f64 = 64.0;
/// What was seen is taken this many times, because it can get worse.
const CAUTION: f64 = 1.5;
/// The largest part of an account that is kept: an answer without thought is worth little.
const LARGEST_PART: f64 = 0.5;
/// The smallest part of an account that is kept, until that is more than anybody could need.
const SMALLEST_PART: f64 = 0.02;
const SMALLEST_PART_LIMIT: Duration = Duration::from_millis(500);

impl Default for Margin {
    fn default() -> Self {
        Self {
            wake: Peak::new(WAKE_PRIOR, WAKE_MEMORY),
            transport: Peak::new(TRANSPORT_PRIOR, TRANSPORT_MEMORY),
            check: Peak::new(Duration::ZERO, CHECK_MEMORY),
        }
    }
}

impl Margin {
    /// This process woke up so much later than it had asked for.
    pub fn woke(&mut self, late: Duration) {
        self.wake.observe(late);
    }

    /// The server charged so much more than was spent between arrival and departure.
    pub fn transported(&mut self, overhead: Duration) {
        self.transport.observe(overhead);
    }

    /// The validator took so long for an announcement.
    pub fn checked(&mut self, cost: Duration) {
        self.check.observe(cost);
    }

    /// What to keep of an account.
    pub fn of(&self, account: Duration) -> Duration {
        let stalls = (self.wake.value + self.transport.value).mul_f64(CAUTION);
        let least = account.mul_f64(SMALLEST_PART).min(SMALLEST_PART_LIMIT);
        (BASE + stalls + self.check.value).max(least).min(account.mul_f64(LARGEST_PART))
    }
}

/// A maximum that forgets: a stand-in for a high quantile of what was seen lately, without keeping it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Peak {
    value: Duration,
    memory: f64,
}

impl Peak {
    const fn new(value: Duration, memory: f64) -> Self {
        Self { value, memory }
    }

    fn observe(&mut self, sample: Duration) {
        let fall = self.value.saturating_sub(sample).div_f64(self.memory);
        self.value = self.value.max(sample).saturating_sub(fall);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_stall_widens_the_margin_at_once_and_is_forgotten_slowly() {
        let mut margin = Margin::default();
        let account = 2000 * MS;
        let before = margin.of(account);
        margin.woke(100 * MS);
        let after = margin.of(account);
        assert!(after >= before + 140 * MS, "{before:?} {after:?}");
        (0..100).for_each(|_| margin.woke(Duration::ZERO));
        assert!(margin.of(account) > before + 120 * MS, "a second later it is still known");
        (0..20_000).for_each(|_| margin.woke(Duration::ZERO));
        assert!(margin.of(account) < before, "minutes later it is not");
    }

    #[test]
    fn round_trips_and_the_validator_count() {
        let mut margin = Margin::default();
        (0..200).for_each(|_| margin.transported(40 * MS));
        (0..200).for_each(|_| margin.checked(30 * MS));
        let kept = margin.of(10_000 * MS);
        assert!(kept > 95 * MS && kept < 250 * MS, "{kept:?}");
    }

    #[test]
    fn the_margin_is_bounded_by_the_account() {
        let mut margin = Margin::default();
        assert!(margin.of(200 * MS) <= 60 * MS, "{:?}", margin.of(200 * MS));
        margin.woke(Duration::from_secs(10));
        assert_eq!(margin.of(200 * MS), 100 * MS, "half is the most");
        let calm = Margin::default();
        assert_eq!(calm.of(Duration::from_secs(10)), 200 * MS, "a fiftieth of a long account");
        assert_eq!(calm.of(Duration::from_secs(1000)), 500 * MS, "but not of a very long one");
    }
}
