//! The text that selects a player: `search=...,eval=...,key=value,...`, or the name of a preset.

mod equal;
mod error;
mod options;
mod parse;
mod read;
mod searches;
mod settings;

pub use equal::NotMinimax;
pub use error::SpecError;
pub use options::OptionInfo;
pub use parse::Spec;
pub(crate) use searches::SearchKind;
pub use searches::{SEARCHES, SearchInfo};
pub(crate) use settings::{
    Aspiration, Backup, End, Iterations, McLeaf, OrderBy, Ordering, OverrideWhen, Overrides, Partial, Quiesce, Replies,
    ReplyBy, Settings, StopRule, Successors, TableUse, Ties, WindowForm,
};
