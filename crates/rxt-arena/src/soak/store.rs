//! The finished games of a soak.

use super::game::GameLine;
use crate::store;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Games of one seed and one engine that are finished.
#[derive(Debug)]
pub struct Store(store::Store<GameLine>);

/// Why there is no store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file or its folder.
    #[error(transparent)]
    File(#[from] store::StoreError),
    /// Games of another soak.
    #[error("`{}` has games of seed {found} and engine `{engine}`; expected those of seed {seed}", path.display())]
    Other {
        /// Which.
        path: PathBuf,
        /// Their seed.
        found: u64,
        /// Their engine.
        engine: String,
        /// What was expected.
        seed: u64,
    },
}

impl Store {
    /// Opens the store in a folder, with what an earlier run has left there.
    pub fn open(folder: &Path, seed: u64, engine: &str) -> Result<Self, StoreError> {
        let games = store::Store::<GameLine>::open(&folder.join("games.jsonl"))?;
        if let Some(other) = games.lines().iter().find(|line| line.seed != seed || line.engine != engine) {
            let (path, found, engine) = (games.path().to_owned(), other.seed, other.engine.clone());
            return Err(StoreError::Other { path, found, engine, seed });
        }
        Ok(Self(games))
    }

    /// Adds a finished game.
    pub fn add(&mut self, line: GameLine) -> Result<(), StoreError> {
        Ok(self.0.add(line)?)
    }

    /// All finished games.
    pub fn lines(&self) -> &[GameLine] {
        self.0.lines()
    }

    /// Whether the game with this number is finished.
    pub fn has(&self, number: u64) -> bool {
        self.lines().iter().any(|line| line.number == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn line(number: u64) -> GameLine {
        GameLine { number, seed: 3, engine: "e".to_owned(), ..GameLine::default() }
    }

    #[test]
    fn finished_games_are_found_again_and_cut_off_ones_are_not() {
        let folder = std::env::temp_dir().join(format!("rxt-soak-store-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let mut store = Store::open(&folder, 3, "e").unwrap();
        store.add(line(4)).unwrap();
        store.add(line(7)).unwrap();
        let path = folder.join("games.jsonl");
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("{\"number\":9,\"se");
        fs::write(&path, text).unwrap();
        let mut store = Store::open(&folder, 3, "e").unwrap();
        assert!(store.has(4) && store.has(7) && !store.has(9));
        store.add(line(9)).unwrap();
        assert_eq!(Store::open(&folder, 3, "e").unwrap().lines().len(), 3);
        let error = Store::open(&folder, 5, "e").unwrap_err().to_string();
        assert!(error.ends_with("has games of seed 3 and engine `e`; expected those of seed 5"), "{error}");
        assert!(matches!(Store::open(&folder, 3, "f"), Err(StoreError::Other { .. })));
        fs::remove_dir_all(folder).unwrap();
    }
}
