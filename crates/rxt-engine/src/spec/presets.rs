//! Players with names.

/// A player with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

/// All presets.
pub const PRESETS: &[Preset] = &[Preset {
    name: "trivial",
    about: "Alpha-beta with sorting; own stones minus those of the best opponent",
    spec: "search=alphabeta,order=eval,eval=stones-lead",
}];
