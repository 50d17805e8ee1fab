//! The finished games of a soak, one line of JSON each.

use super::game::GameLine;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Games that are finished, in memory and on disk.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    lines: Vec<GameLine>,
}

/// Why there is no store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file or its folder.
    #[error("`{}`: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
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
        let path = folder.join("games.jsonl");
        let failed = |source| StoreError::File { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(failed)?,
        };
        // A line that was cut off by the end of the program is a game that was not finished.
        let lines: Vec<GameLine> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if let Some(other) = lines.iter().find(|line| line.seed != seed || line.engine != engine) {
            let (found, engine) = (other.seed, other.engine.clone());
            return Err(StoreError::Other { path, found, engine, seed });
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { path, file, lines })
    }

    /// Adds a finished game.
    pub fn add(&mut self, line: GameLine) -> Result<(), StoreError> {
        let failed = |source| StoreError::File { path: self.path.clone(), source };
        let mut text = serde_json::to_string(&line).map_err(|error| failed(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(failed)?;
        self.lines.push(line);
        Ok(())
    }

    /// All finished games.
    pub fn lines(&self) -> &[GameLine] {
        &self.lines
    }

    /// Whether the game with this number is finished.
    pub fn has(&self, number: u64) -> bool {
        self.lines.iter().any(|line| line.number == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
