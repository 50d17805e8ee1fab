//! Results on disk, one line of JSON each. A line is written when its game is over, so that nothing that was finished is
//! lost, however the program ends.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Finished games, in memory and on disk.
#[derive(Debug)]
pub struct Store<Line> {
    path: PathBuf,
    file: File,
    lines: Vec<Line>,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
#[error("`{}`: {source}", path.display())]
pub struct StoreError {
    /// Which.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

impl<Line: Serialize + DeserializeOwned> Store<Line> {
    /// Opens a file, with what an earlier run has left there; its folder is made.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |source| StoreError { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(failed)?,
        };
        // A line that was cut off by the end of the program is a game that was not finished.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file, lines })
    }

    /// Adds a finished game.
    pub fn add(&mut self, line: Line) -> Result<(), StoreError> {
        let failed = |source| StoreError { path: self.path.clone(), source };
        let mut text = serde_json::to_string(&line).map_err(|error| failed(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(failed)?;
        self.lines.push(line);
        Ok(())
    }

    /// All finished games.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_games_are_found_again_and_cut_off_ones_are_not() {
        let path = std::env::temp_dir().join(format!("rxt-store-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut store: Store<(u32, String)> = Store::open(&path).unwrap();
        store.add((4, "four".to_owned())).unwrap();
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("[7,\"sev");
        fs::write(&path, text).unwrap();
        let mut store: Store<(u32, String)> = Store::open(&path).unwrap();
        assert_eq!(store.lines(), [(4, "four".to_owned())]);
        store.add((7, "seven".to_owned())).unwrap();
        let store: Store<(u32, String)> = Store::open(&path).unwrap();
        assert_eq!(store.lines().len(), 2);
        fs::remove_file(&path).unwrap();
    }
}
