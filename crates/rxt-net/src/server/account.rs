//! What a player may spend.

use std::time::Duration;

/// A player's time. Every request adds the limit, every answer takes off what it took; what is saved stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    left: Duration,
}

impl Account {
    /// Adds the limit of a request.
    pub fn credit(&mut self, limit: Duration) {
        self.left = self.left.saturating_add(limit);
    }

    /// Takes off what an answer took. False if it took more than there was: then nothing is left.
    #[must_use]
    pub fn charge(&mut self, used: Duration) -> bool {
        let left = self.left.checked_sub(used);
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What is left in whole milliseconds, as a request carries it. Fits in a request however long was saved up.
    pub fn left_ms(&self) -> u32 {
        u32::try_from(self.left.as_millis()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn what_is_saved_is_kept_for_the_next_request() {
        let mut account = Account::default();
        account.credit(SECOND);
        assert_eq!(account.left_ms(), 1000);
        assert!(account.charge(Duration::from_millis(400)));
        assert_eq!(account.left_ms(), 600);
        account.credit(SECOND);
        assert_eq!(account.left_ms(), 1600);
    }

    #[test]
    fn there_is_no_grace_but_the_last_nanosecond_counts() {
        let mut account = Account::default();
        account.credit(SECOND);
        assert!(account.charge(SECOND));
        account.credit(SECOND);
        assert!(!account.charge(SECOND + Duration::from_nanos(1)));
        assert_eq!(account.left(), Duration::ZERO);
    }

    #[test]
    fn a_request_carries_no_more_than_fits() {
        let mut account = Account::default();
        account.credit(Duration::from_secs(5_000_000));
        assert_eq!(account.left_ms(), u32::MAX);
        account.credit(Duration::MAX);
        assert_eq!(account.left(), Duration::MAX);
    }
}
