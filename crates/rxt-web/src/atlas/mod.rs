//! Maps that visitors can look at and play on: those that come with rxt, and those that were drawn here.

mod built_in;

use crate::failure::{Failure, Outcome};
use built_in::MAPS;
use rxt_rules::Map;
use rxt_rules::map::survey::{Survey, survey};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

/// Longest name of a map.
const LONGEST_NAME: usize = 40;
/// Maps that may be drawn and kept.
const MOST_DRAWN: usize = 1000;

/// All maps by name.
pub(crate) struct Atlas {
    folder: PathBuf,
    built_in: Vec<Arc<Sheet>>,
    drawn: RwLock<BTreeMap<String, Arc<Sheet>>>,
}

/// A map and what is known of it.
pub(crate) struct Sheet {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    pub(crate) map: Arc<Map>,
    pub(crate) kind: Kind,
    numbers: OnceLock<Survey>,
}

/// Where a map comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// For playing.
    Play,
    /// Teaches a rule.
    Rule,
    /// Drawn here.
    Drawn,
}

impl Sheet {
    fn new(name: &str, text: &[u8], kind: Kind) -> Option<Self> {
        let map = Arc::new(Map::parse(text).ok()?.0);
        Some(Self { name: name.to_owned(), text: text.to_vec(), map, kind, numbers: OnceLock::new() })
    }

    /// Numbers about the map, found when first asked for.
    pub(crate) fn numbers(&self) -> &Survey {
        self.numbers.get_or_init(|| survey(&self.map))
    }
}

impl Atlas {
    /// The maps that come with rxt and those in a folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let kind = |name: &str| if name.starts_with("rule-") { Kind::Rule } else { Kind::Play };
        let built_in = MAPS.iter().filter_map(|map| Sheet::new(map.name, map.text, kind(map.name)).map(Arc::new));
        let built_in = built_in.collect();
        let mut drawn = BTreeMap::new();
        for entry in fs::read_dir(folder)?.take(MOST_DRAWN) {
            let path = entry?.path();
            let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
            let is_map = path.extension().is_some_and(|extension| extension == "map");
            if let (Some(name), true) = (name, is_map)
                && let Some(sheet) = fs::read(&path).ok().and_then(|text| Sheet::new(name, &text, Kind::Drawn))
            {
                drawn.insert(name.to_owned(), Arc::new(sheet));
            }
        }
        Ok(Self { folder: folder.to_owned(), built_in, drawn: RwLock::new(drawn) })
    }

    /// A map by name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<Sheet>> {
        let built_in = self.built_in.iter().find(|sheet| sheet.name == name).cloned();
        built_in.or_else(|| self.drawn.read().expect("nobody panics while reading").get(name).cloned())
    }

    /// All maps: drawn ones, those for playing, those that teach a rule.
    pub(crate) fn all(&self) -> Vec<Arc<Sheet>> {
        let drawn = self.drawn.read().expect("nobody panics while reading");
        drawn.values().chain(&self.built_in).cloned().collect()
    }

    /// Keeps a map that was drawn.
    pub(crate) fn keep(&self, name: &str, text: &[u8]) -> Outcome<Arc<Sheet>> {
        if !is_name(name) {
            let expected = "expected letters, digits and `-`, beginning with a letter, at most 40";
            return Err(Failure::unusable(format_args!("`{name}` is no name for a map; {expected}")));
        }
        if self.built_in.iter().any(|sheet| sheet.name == name) {
            return Err(Failure::conflict(format_args!(
                "a map that comes with rxt is called `{name}`; choose another name"
            )));
        }
        let sheet =
            Arc::new(Sheet::new(name, text, Kind::Drawn).ok_or_else(|| Failure::unusable("this is not a map"))?);
        let mut drawn = self.drawn.write().expect("nobody panics while writing");
        if drawn.contains_key(name) {
            return Err(Failure::conflict(format_args!("there is a map `{name}` already; choose another name")));
        }
        if drawn.len() >= MOST_DRAWN {
            return Err(Failure::conflict(format_args!(
                "{MOST_DRAWN} maps are kept; the organiser has to remove some"
            )));
        }
        let written = fs::write(self.folder.join(format!("{name}.map")), text);
        written.map_err(|error| Failure::conflict(format_args!("the map cannot be written: {error}")))?;
        drawn.insert(name.to_owned(), Arc::clone(&sheet));
        Ok(sheet)
    }
}

/// Whether this is the name of a map; such a name is a file's name too.
fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["", "..", "a/b", "a.map", "A", "-a", "1", &"a".repeat(41)] {
            assert!(!is_name(name), "{name}");
        }
        assert!(is_name("my-map-2"));
    }
}
