//! Bots that are known by name, so that tournaments need not repeat how they are started.

use crate::tournament::BotConfig;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Known bots, in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registry {
    path: PathBuf,
    bots: Vec<BotConfig>,
}

/// Why the file of known bots cannot be used.
#[derive(Debug, Error)]
#[error("the known bots in `{}`: {source}", path.display())]
pub struct RegistryError {
    /// Which file.
    pub path: PathBuf,
    /// What is wrong.
    pub source: io::Error,
}

impl Registry {
    /// Where it is, unless somebody says otherwise: in the user's data folder.
    pub fn default_path() -> PathBuf {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        data.or_else(home).unwrap_or_default().join("rxt/bots.json")
    }

    /// Reads a file; without it, nobody is known.
    pub fn open(path: &Path) -> Result<Self, RegistryError> {
        let failed = |source| RegistryError { path: path.to_owned(), source };
        let bots = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            text => serde_json::from_str(&text.map_err(failed)?).map_err(|error| failed(error.into()))?,
        };
        Ok(Self { path: path.to_owned(), bots })
    }

    /// All bots, by name.
    pub fn bots(&self) -> &[BotConfig] {
        &self.bots
    }

    /// A bot.
    pub fn find(&self, name: &str) -> Option<&BotConfig> {
        self.bots.iter().find(|bot| bot.name == name)
    }

    /// Adds a bot, or replaces the one of this name.
    pub fn add(&mut self, bot: BotConfig) -> Result<(), RegistryError> {
        self.bots.retain(|known| known.name != bot.name);
        self.bots.push(bot);
        self.bots.sort_by(|one, other| one.name.cmp(&other.name));
        self.save()
    }

    /// Removes a bot. Returns whether it was known.
    pub fn remove(&mut self, name: &str) -> Result<bool, RegistryError> {
        let before = self.bots.len();
        self.bots.retain(|bot| bot.name != name);
        self.save()?;
        Ok(self.bots.len() < before)
    }

    /// Writes a new file and puts it in the place of the old one, so that there is always a whole one.
    fn save(&self) -> Result<(), RegistryError> {
        let failed = |source| RegistryError { path: self.path.clone(), source };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let text = serde_json::to_string_pretty(&self.bots).map_err(|error| failed(error.into()))?;
        let fresh = self.path.with_extension("new");
        fs::write(&fresh, text + "\n").and_then(|()| fs::rename(&fresh, &self.path)).map_err(failed)
    }
}
