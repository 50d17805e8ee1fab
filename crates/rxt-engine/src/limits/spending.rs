//! Counts what a search spends, and says when to stop.

use super::clock::{Clock, Stopwatch};
use rxt_rules::Map;
use rxt_rules::agent::Signal;
use std::time::Duration;

/// The search has to end now, with what it has found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Work between two looks at the clock, in makes of a move on a small map: far less than a millisecond.
const WORK_PER_LOOK: u32 = 48;
/// How many tiles of a map make a move one unit dearer.
const TILES_PER_WORK: usize = 128;

/// What one search has spent and may spend.
#[derive(Debug)]
pub(crate) struct Spending<'a> {
    signal: &'a Signal,
    /// Another one that ends it.
    outer: Option<&'a Signal>,
    watch: Stopwatch,
    deadline: Option<Duration>,
    soft: Option<Duration>,
    most_visits: u64,
    visits: u64,
    /// The price of a move on this map.
    price: u32,
    until_look: u32,
}

impl<'a> Spending<'a> {
    pub(crate) fn new(
        signal: &'a Signal,
        clock: Clock,
        time: Option<Duration>,
        visits: Option<u64>,
        map: &Map,
    ) -> Self {
        Self {
            signal,
            outer: None,
            watch: Stopwatch::start(clock),
            deadline: time,
            soft: None,
            most_visits: visits.unwrap_or(u64::MAX),
            visits: 0,
            price: 1 + (map.tile_count() / TILES_PER_WORK) as u32,
            until_look: WORK_PER_LOOK,
        }
    }

    /// After about this long a clear move is to be made.
    #[must_use]
    pub(crate) fn about(self, soft: Option<Duration>) -> Self {
        Self { soft, ..self }
    }

    /// Another signal ends it as well.
    #[must_use]
    pub(crate) fn within(self, outer: &'a Signal) -> Self {
        Self { outer: Some(outer), ..self }
    }

    /// Counts a position visited; every move made in a search is paid for here, before it is made.
    #[inline]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        if self.visits >= self.most_visits {
            return Err(Stopped);
        }
        self.visits += 1;
        self.work()
    }

    /// Looks at the clock now and then; for work that visits no position.
    #[inline]
    pub(crate) fn work(&mut self) -> Result<(), Stopped> {
        self.until_look = self.until_look.saturating_sub(self.price);
        if self.until_look == 0 { self.look() } else { Ok(()) }
    }

    /// Looks at the clock at once.
    pub(crate) fn look_now(&mut self) -> Result<(), Stopped> {
        self.look()
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.until_look = WORK_PER_LOOK;
        let late = self.deadline.is_some_and(|deadline| self.watch.elapsed() >= deadline);
        let stopped = self.signal.stopped() || self.outer.is_some_and(Signal::stopped);
        if late || stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Positions visited.
    pub(crate) fn visits(&self) -> u64 {
        self.visits
    }

    /// The most positions that may be visited.
    pub(crate) fn most_visits(&self) -> Option<u64> {
        (self.most_visits != u64::MAX).then_some(self.most_visits)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// All the time there is.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    /// About how long to think if all is clear; as long as there is time if `None`.
    pub(crate) fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// Where the best move found so far is made known.
    pub(crate) fn signal(&self) -> &'a Signal {
        self.signal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn map() -> Arc<Map> {
        Arc::new(Map::parse(b"2 0 0 0 1 3  0 2 1").unwrap().0)
    }

    #[test]
    fn exactly_as_many_positions_are_visited_as_allowed() {
        let signal = Signal::default();
        let mut spending = Spending::new(&signal, Clock::Wall, None, Some(1000), &map());
        assert_eq!((0..2000).take_while(|_| spending.visit().is_ok()).count(), 1000);
        assert_eq!(spending.visits(), 1000);
    }

    #[test]
    fn a_stop_is_noticed_soon() {
        let signal = Signal::default();
        let mut spending = Spending::new(&signal, Clock::Wall, None, None, &map());
        signal.stop();
        assert!((0..100).any(|_| spending.visit().is_err()));
    }

    #[test]
    fn either_of_two_signals_ends_it() {
        let (inner, outer) = (Signal::default(), Signal::default());
        let mut spending = Spending::new(&inner, Clock::Wall, None, None, &map()).within(&outer);
        assert!(spending.look_now().is_ok());
        outer.stop();
        assert_eq!(spending.look_now(), Err(Stopped));
    }

    #[test]
    fn a_deadline_is_noticed_soon() {
        let signal = Signal::default();
        let mut spending = Spending::new(&signal, Clock::Wall, Some(Duration::ZERO), None, &map());
        assert!((0..100).any(|_| spending.visit().is_err()));
    }
}
