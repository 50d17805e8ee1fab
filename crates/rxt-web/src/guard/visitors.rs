//! How much one visitor may ask for.

use super::keys::KeyHash;
use crate::failure::{Failure, Outcome};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What one visitor, that is one address, may have at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests that change something, per minute.
    pub changes: u32,
    /// Requests that make the server think, per minute.
    pub analyses: u32,
    /// Streams of live games at the same time.
    pub streams: u32,
    /// Games at the same time that the visitor started.
    pub games: u32,
    /// Live games of all visitors.
    pub all_games: usize,
    /// Bytes of an upload.
    pub upload: usize,
    /// Tiles of a map that is drawn or played.
    pub tiles: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { changes: 600, analyses: 60, streams: 100, games: 12, all_games: 400, upload: 4 << 20, tiles: 10_000 }
    }
}

/// Visitors that are remembered; whoever is idle is forgotten first.
const REMEMBERED: usize = 10_000;

/// Keeps count.
pub(crate) struct Guard {
    pub(crate) limits: Limits,
    /// What is kept of the organiser's key.
    pub(crate) organiser: KeyHash,
    visitors: Arc<Mutex<BTreeMap<IpAddr, Visitor>>>,
}

struct Visitor {
    changes: Bucket,
    analyses: Bucket,
    streams: u32,
    games: u32,
    thinking: bool,
    seen: Instant,
}

/// Fills up within a minute.
pub(crate) struct Bucket {
    room: f64,
    size: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(size: u32) -> Self {
        Self { room: f64::from(size), size: f64::from(size), filled: Instant::now() }
    }

    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.filled).as_secs_f64() / 60.0 * self.size;
        self.room = (self.room + gained).min(self.size);
        self.filled = now;
        let enough = self.room >= 1.0;
        if enough {
            self.room -= 1.0;
        }
        enough
    }
}

/// Something that a visitor has for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Had {
    Stream,
    Game,
    Thought,
}

/// Gives back what a visitor had when it is dropped.
pub(crate) struct Visit {
    visitors: Arc<Mutex<BTreeMap<IpAddr, Visitor>>>,
    address: IpAddr,
    had: Had,
}

impl Guard {
    pub(crate) fn new(limits: Limits, organiser: KeyHash) -> Self {
        Self { limits, organiser, visitors: Arc::default() }
    }

    /// Counts a request that changes something.
    pub(crate) fn change(&self, address: IpAddr) -> Outcome<()> {
        let most = self.limits.changes;
        self.with(address, |visitor| {
            visitor.changes.take().then_some(()).ok_or_else(|| {
                Failure::busy(format_args!("too many requests; expected at most {most} in a minute, wait a little"))
            })
        })
    }

    /// Counts a stream of a live game.
    pub(crate) fn stream(&self, address: IpAddr) -> Outcome<Visit> {
        let most = self.limits.streams;
        self.with(address, |visitor| {
            if visitor.streams >= most {
                return Err(Failure::busy(format_args!("too many live games are open; expected at most {most}")));
            }
            visitor.streams += 1;
            Ok(())
        })?;
        Ok(self.visit(address, Had::Stream))
    }

    /// Counts a game that a visitor starts.
    pub(crate) fn game(&self, address: IpAddr) -> Outcome<Visit> {
        let most = self.limits.games;
        self.with(address, |visitor| {
            if visitor.games >= most {
                return Err(Failure::busy(format_args!("you have {most} games; finish or end one of them first")));
            }
            visitor.games += 1;
            Ok(())
        })?;
        Ok(self.visit(address, Had::Game))
    }

    /// Counts something that the server has to think about; one at a time.
    pub(crate) fn think(&self, address: IpAddr) -> Outcome<Visit> {
        let most = self.limits.analyses;
        self.with(address, |visitor| {
            if visitor.thinking {
                return Err(Failure::busy("the server still thinks about your last question; wait for the answer"));
            }
            if !visitor.analyses.take() {
                return Err(Failure::busy(format_args!("too many questions; expected at most {most} in a minute")));
            }
            visitor.thinking = true;
            Ok(())
        })?;
        Ok(self.visit(address, Had::Thought))
    }

    fn visit(&self, address: IpAddr, had: Had) -> Visit {
        Visit { visitors: Arc::clone(&self.visitors), address, had }
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut Visitor) -> T) -> T {
        let mut visitors = self.visitors.lock().expect("nobody panics while counting");
        if visitors.len() >= REMEMBERED && !visitors.contains_key(&address) {
            let idle = visitors.iter().filter(|(_, visitor)| visitor.is_idle());
            let oldest = idle.min_by_key(|(_, visitor)| visitor.seen).map(|(address, _)| *address);
            oldest.map(|oldest| visitors.remove(&oldest));
        }
        let visitor = visitors.entry(address).or_insert_with(|| Visitor {
            changes: Bucket::new(self.limits.changes),
            analyses: Bucket::new(self.limits.analyses),
            streams: 0,
            games: 0,
            thinking: false,
            seen: Instant::now(),
        });
        visitor.seen = Instant::now();
        act(visitor)
    }
}

impl Visitor {
    fn is_idle(&self) -> bool {
        self.streams == 0 && self.games == 0 && !self.thinking
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut visitors = self.visitors.lock().expect("nobody panics while counting");
        let Some(visitor) = visitors.get_mut(&self.address) else { return };
        match self.had {
            Had::Stream => visitor.streams -= 1,
            Had::Game => visitor.games -= 1,
            Had::Thought => visitor.thinking = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Key;
    use super::*;

    #[test]
    fn each_visitor_has_a_bound_of_its_own_and_gets_back_what_it_returns() {
        let limits = Limits { changes: 3, streams: 1, games: 1, ..Limits::default() };
        let guard = Guard::new(limits, Key::new().hash());
        let (one, two) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert_eq!((0..5).filter(|_| guard.change(one).is_ok()).count(), 3);
        assert!(guard.change(two).is_ok());
        let stream = guard.stream(one).unwrap();
        assert!(guard.stream(one).is_err() && guard.stream(two).is_ok());
        drop(stream);
        assert!(guard.stream(one).is_ok());
        let thought = guard.think(one).unwrap();
        assert!(guard.think(one).is_err());
        drop(thought);
        assert!(guard.think(one).is_ok());
    }
}
