//! The engine that plays unless another is named. Why it is as it is, with games: `docs/strength.md`.

/// An engine by name.
#[derive(Clone, Copy, Debug)]
pub struct Standard {
    /// The name in place of a spec.
    pub name: &'static str,
    /// What the name stands for.
    pub spec: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// The engine that plays unless another is named.
pub const DEFAULT: Standard = Standard {
    name: "default",
    spec: "search=auto,overrides=keep,override-keep=3,order=mixed,table=deeper,reduce=4,crowd=48,reply-crowd=8,prior=eval,bias=1,\
           exploration=0.15,implicit=0.2,eval=default,weights=tried,moves=12000,safety=by-size,outnumbered=fear,features=proven",
    summary: "what rxt plays with: suits its search to the players that are left, and searches the bombs",
};
