//! What earlier runs of a proof have finished, kept in a file.

use super::tally::Tally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The finished parts of a proof. Only parts that passed are kept.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    /// What was proved right: parts of another version of the code count for nothing.
    version: String,
    parts: BTreeMap<String, Done>,
    #[serde(skip)]
    path: PathBuf,
}

/// A finished part.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) tally: Tally,
    pub(super) seconds: f32,
}

impl State {
    /// Reads the state of a proof; it is empty if there is none or if it is about another version.
    pub(super) fn read(folder: &Path, proof: &str, version: &str) -> Self {
        let path = folder.join(format!("{proof}.json"));
        let stored = fs::read(&path).ok().and_then(|json| serde_json::from_slice::<Self>(&json).ok());
        match stored.filter(|state| state.version == version) {
            Some(state) => Self { path, ..state },
            None => Self { version: version.to_owned(), parts: BTreeMap::new(), path },
        }
    }

    /// How a part ended, if it did.
    pub(super) fn get(&self, part: &str) -> Option<&Done> {
        self.parts.get(part)
    }

    /// Takes note of a part, on disk too. The file is replaced as a whole, so that an interruption cannot spoil it.
    pub(super) fn finish(&mut self, part: &str, done: Done) -> io::Result<()> {
        self.parts.insert(part.to_owned(), done);
        let new = self.path.with_extension("new");
        fs::write(&new, serde_json::to_vec_pretty(self)?)?;
        fs::rename(new, &self.path)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_parts_outlive_the_process_but_not_the_version() {
        let folder = std::env::temp_dir().join(format!("rxt-xtask-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut state = State::read(&folder, "perft", "v1");
        assert!(state.get("a").is_none());
        state.finish("a", Done { tally: Tally::of(7, "leaves"), seconds: 1.5 }).unwrap();
        assert_eq!(State::read(&folder, "perft", "v1").get("a").unwrap().tally.get("leaves"), 7);
        assert!(State::read(&folder, "perft", "v2").get("a").is_none());
        assert!(State::read(&folder, "other", "v1").get("a").is_none());
        fs::write(folder.join("perft.json"), "{").unwrap();
        assert!(State::read(&folder, "perft", "v1").get("a").is_none());
        fs::remove_dir_all(folder).unwrap();
    }
}
