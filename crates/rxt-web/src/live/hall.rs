//! All live games.

use super::game::LiveGame;
use super::info::Status;
use crate::failure::{Failure, Outcome};
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};
use std::time::Duration;

/// How long a game that ended can still be watched.
const AFTERGLOW: Duration = Duration::from_mins(10);

/// The games that run, and those that ended a moment ago.
#[derive(Default)]
pub(crate) struct Hall {
    games: RwLock<BTreeMap<String, Arc<LiveGame>>>,
    /// The name of the demonstration that runs now.
    demo: RwLock<Option<String>>,
}

impl Hall {
    /// A game by name; `demo` is the demonstration that runs now.
    pub(crate) fn find(&self, id: &str) -> Outcome<Arc<LiveGame>> {
        let demo = self.demo.read().expect("nobody panics while reading").clone();
        let wanted = demo.filter(|_| id == "demo").unwrap_or_else(|| id.to_owned());
        let games = self.games.read().expect("nobody panics while reading");
        games.get(&wanted).cloned().ok_or_else(|| Failure::missing(format_args!("live game `{id}`")))
    }

    /// All games, those that run first.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        let mut games: Vec<Arc<LiveGame>> =
            self.games.read().expect("nobody panics while reading").values().cloned().collect();
        games.sort_by_key(|game| (game.info().status.is_final(), std::cmp::Reverse(game.viewers())));
        games
    }

    /// How many games are not over.
    pub(crate) fn running(&self) -> usize {
        self.all().iter().filter(|game| !game.info().status.is_final()).count()
    }

    /// Adds a game, and forgets those that ended a while ago.
    pub(crate) fn open(&self, game: Arc<LiveGame>) {
        let mut games = self.games.write().expect("nobody panics while writing");
        games.retain(|_, game| {
            let status = game.info().status;
            !(matches!(status, Status::Over | Status::Aborted) && game.changed().elapsed() > AFTERGLOW)
        });
        games.insert(game.id.clone(), game);
    }

    /// Makes a game the demonstration.
    pub(crate) fn show_as_demo(&self, id: &str) {
        *self.demo.write().expect("nobody panics while writing") = Some(id.to_owned());
    }
}
