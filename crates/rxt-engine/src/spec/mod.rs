//! The text that selects a player: `search=...,eval=...,key=value,...`, or the name of a preset.

mod error;
mod options;
mod parse;
mod presets;
mod searches;
mod settings;

pub use error::SpecError;
pub use options::OptionInfo;
pub use parse::Spec;
pub use presets::{PRESETS, Preset};
pub(crate) use searches::SearchKind;
pub use searches::{SEARCHES, SearchInfo};
pub(crate) use settings::{End, OrderBy, Ordering, Partial, Settings, TableUse, Ties};
